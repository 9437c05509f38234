// Stands in for a language model, so that the example runs offline and the same each time: it reads what tools answered
// and says what to call next. A real one takes its place behind the same function.

export interface ToolCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface ToolAnswer {
  readonly call: ToolCall
  readonly results: Readonly<Record<string, unknown>>
}

/** What the model wants: another call, or to end with a sentence. */
export type Move = { readonly call: ToolCall } | { readonly says: string }

interface Campaign {
  readonly id: string
  readonly name: string
  readonly dailyBudget: string
  readonly stopTime: string
}

/** "Cut the budget of the most expensive campaign by a fifth." */
export function cutTheMostExpensive(userId: string, answers: readonly ToolAnswer[]): Move {
  const last = answers.at(-1)
  if (last === undefined)
    return { call: { tool: 'social_get_campaigns', arguments: { userId, status: 'ACTIVE' } } }
  if (last.call.tool === 'social_get_campaigns') {
    // What the tool declares to answer.
    const campaigns = last.results['campaigns'] as readonly Campaign[]
    const [dearest] = campaigns
      .filter(({ dailyBudget, stopTime }) => dailyBudget !== '' && stopTime === '')
      .toSorted((a, b) => Number(b.dailyBudget) - Number(a.dailyBudget))
    if (dearest === undefined) return { says: 'No campaign without an end has a budget of its own.' }
    // A model writes an amount that a person can check, in whole units.
    const amount = Math.max(1, Math.floor(Number(dearest.dailyBudget) * 0.8))
    return { call: { tool: 'social_edit_campaign', arguments: { userId, campaignId: dearest.id, amount } } }
  }
  const { planHash } = last.results
  // A plan: the same call again, with its hash. Whether it is sent is not for the model to say.
  if (typeof planHash === 'string')
    return { call: { ...last.call, arguments: { ...last.call.arguments, planHash } } }
  return { says: last.results['success'] === true ? 'Done.' : `Not done: ${last.results['error']}` }
}
