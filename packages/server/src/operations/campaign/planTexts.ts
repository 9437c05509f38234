// The sentences of plans. The same change has the same sentence on every platform.

interface BudgetChangeText {
  /** Kind of the object that has the budget, such as "ad set". */
  readonly kind: string
  readonly name: string
  readonly from: string
  readonly to: string
  readonly currencyCode: string
}

export function describeBudgetChange({ kind, name, from, to, currencyCode }: BudgetChangeText): string {
  return `Set the daily budget of ${kind} ${JSON.stringify(name)} from ${from} to ${to} ${currencyCode}.`
}

export function describeStatusChange(name: string, from: string, to: string): string {
  return `Set the status of campaign ${JSON.stringify(name)} from ${from} to ${to}.`
}

/** The last step of a creation. Until then, the new campaign is paused. */
export function describeActivation(campaignName: string): string {
  return `Activate the campaign ${JSON.stringify(campaignName)}.`
}

export const completenessCheckText = 'Read the campaign back and check that it is complete.'
