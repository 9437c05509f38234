// Stands in for a language model, so that the example runs offline and always the same way. It reads tool
// responses and chooses the next call. A real model fits behind the same function.

export interface ToolCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface ToolResponse {
  readonly call: ToolCall
  readonly results: Readonly<Record<string, unknown>>
}

/** The decision of the model: another call, or a final sentence. */
export type ModelMove = { readonly call: ToolCall } | { readonly message: string }

interface Campaign {
  readonly id: string
  readonly name: string
  readonly dailyBudget: string
  readonly stopTime: string
}

/** "Cut the budget of the most expensive campaign by a fifth." */
export function cutLargestBudget(userId: string, responses: readonly ToolResponse[]): ModelMove {
  const latest = responses.at(-1)
  if (latest === undefined)
    return { call: { tool: 'social_get_campaigns', arguments: { userId, status: 'ACTIVE' } } }
  if (latest.call.tool === 'social_get_campaigns') {
    // The results that the tool declares.
    const campaigns = latest.results['campaigns'] as readonly Campaign[]
    const [largest] = campaigns
      .filter(({ dailyBudget, stopTime }) => dailyBudget !== '' && stopTime === '')
      .toSorted((a, b) => Number(b.dailyBudget) - Number(a.dailyBudget))
    if (largest === undefined) return { message: 'No campaign without an end has a budget of its own.' }
    // The model writes whole amounts, which a person can check.
    const amount = Math.max(1, Math.floor(Number(largest.dailyBudget) * 0.8))
    return { call: { tool: 'social_edit_campaign', arguments: { userId, campaignId: largest.id, amount } } }
  }
  const { planHash } = latest.results
  // The response is a plan. The model repeats the call with the hash, but does not decide whether the call is
  // sent.
  if (typeof planHash === 'string')
    return { call: { ...latest.call, arguments: { ...latest.call.arguments, planHash } } }
  return { message: latest.results['success'] === true ? 'Done.' : `Not done: ${latest.results['error']}` }
}
