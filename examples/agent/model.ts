// Stands in for a language model, so that the example runs offline and always the same way. It reads tool
// responses and chooses the next call. A real model fits behind the same function.

export interface ToolCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface ToolAnswer {
  readonly call: ToolCall
  readonly results: Readonly<Record<string, unknown>>
}

/** The decision of the model: another call, or a final sentence. */
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
    // The results that the tool declares.
    const campaigns = last.results['campaigns'] as readonly Campaign[]
    const [dearest] = campaigns
      .filter(({ dailyBudget, stopTime }) => dailyBudget !== '' && stopTime === '')
      .toSorted((a, b) => Number(b.dailyBudget) - Number(a.dailyBudget))
    if (dearest === undefined) return { says: 'No campaign without an end has a budget of its own.' }
    // The model writes whole amounts, which a person can check.
    const amount = Math.max(1, Math.floor(Number(dearest.dailyBudget) * 0.8))
    return { call: { tool: 'social_edit_campaign', arguments: { userId, campaignId: dearest.id, amount } } }
  }
  const { planHash } = last.results
  // The response is a plan. The model repeats the call with the hash, but does not decide whether the call is
  // sent.
  if (typeof planHash === 'string')
    return { call: { ...last.call, arguments: { ...last.call.arguments, planHash } } }
  return { says: last.results['success'] === true ? 'Done.' : `Not done: ${last.results['error']}` }
}
