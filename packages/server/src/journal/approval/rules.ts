// Decides whether a write needs approval: pure arithmetic over the possible spend of its plan.

import type { ApprovalRules, SpendIncreaseKind } from '@adrail/contract'
import type { SpendChange } from '../spend/change.ts'
import { amountText, microsIn } from '../spend/microAmounts.ts'

export interface ApprovalRule {
  /** The scope of the rule, as the beginning of a sentence. */
  readonly scope: string
  readonly rules: ApprovalRules
}

/** The approval that a write needs. */
export interface Wait {
  readonly kind: SpendIncreaseKind
  /** The reason as a sentence. */
  readonly reason: string
  readonly lifeMs: number
}

const usualHours = 72
const hourMs = 60 * 60 * 1000

const does: Readonly<Record<SpendIncreaseKind, string>> = {
  CREATE: 'creating a campaign',
  ENABLE: 'switching a campaign on',
  RAISE: 'raising a budget',
}

/**
 * Returns undefined when no rule covers the change. Of several rules, the first gives the reason, and the
 * shortest expiry applies.
 */
export function waitFor(change: SpendChange, rules: readonly ApprovalRule[]): Wait | undefined {
  const kind = kindOf(change)
  const caught = rules.flatMap((rule) => {
    const what = caughtBy(rule, kind, change)
    return what === undefined ? [] : [{ reason: `${rule.scope}, ${what} needs approval.`, ...rule }]
  })
  const [first] = caught
  if (!first) return undefined
  const hours = caught.map((each) => each.rules.expiresAfterHours ?? usualHours)
  return { kind, reason: first.reason, lifeMs: Math.min(...hours) * hourMs }
}

function kindOf({ campaignId, before, after }: SpendChange): SpendIncreaseKind {
  if (campaignId === '') return 'CREATE'
  return after.runs && !before.runs ? 'ENABLE' : 'RAISE'
}

function caughtBy(
  { rules: { kinds, currencies } }: ApprovalRule,
  kind: SpendIncreaseKind,
  { currencyCode, after }: SpendChange,
): string | undefined {
  if (kinds.includes(kind)) return does[kind]
  if (currencies.length === 0) return undefined
  const named = currencies.find((each) => each.currencyCode === currencyCode)
  if (!named) return `raising spend in ${currencyCode}`
  const above = microsIn(named.abovePerDay)
  const asked = BigInt(after.dayMicros)
  if (asked <= above) return undefined
  return `letting a campaign spend ${amountText(asked, currencyCode)} on one day, more than ${amountText(above, currencyCode, 'down')},`
}
