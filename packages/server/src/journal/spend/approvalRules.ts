// Decides whether a write needs approval: pure arithmetic over the possible spend of its plan.

import type { ApprovalRules, SpendIncreaseKind } from '@adrail/contract'
import { hourMs } from '../../runtime/durations.ts'
import { formatCurrencyMicros, parseMicros } from './microAmounts.ts'
import type { SpendChange } from './spendChange.ts'

export interface ApprovalRule {
  /** The scope of the rule, as the beginning of a sentence. */
  readonly scopeText: string
  readonly rules: ApprovalRules
}

/** The approval that a write needs. */
export interface ApprovalRequirement {
  readonly kind: SpendIncreaseKind
  /** The reason as a sentence. */
  readonly reason: string
  readonly lifetimeMs: number
}

const defaultHours = 72

const actionTexts: Readonly<Record<SpendIncreaseKind, string>> = {
  CREATE: 'creating a campaign',
  ENABLE: 'activating a campaign',
  RAISE: 'raising a budget',
}

/**
 * Returns undefined when no rule covers the change. Of several rules, the first gives the reason, and the
 * shortest expiry applies.
 */
export function findApprovalRequirement(
  change: SpendChange,
  rules: readonly ApprovalRule[],
): ApprovalRequirement | undefined {
  const kind = getSpendIncreaseKind(change)
  const matches = rules.flatMap((rule) => {
    const action = matchRule(rule, kind, change)
    return action === undefined ? [] : [{ reason: `${rule.scopeText}, ${action} needs approval.`, ...rule }]
  })
  const [first] = matches
  if (!first) return undefined
  const hours = matches.map((each) => each.rules.expiresAfterHours ?? defaultHours)
  return { kind, reason: first.reason, lifetimeMs: Math.min(...hours) * hourMs }
}

function getSpendIncreaseKind({ campaignId, before, after }: SpendChange): SpendIncreaseKind {
  if (campaignId === '') return 'CREATE'
  return after.runs && !before.runs ? 'ENABLE' : 'RAISE'
}

function matchRule(
  { rules: { kinds, currencies } }: ApprovalRule,
  kind: SpendIncreaseKind,
  { currencyCode, after }: SpendChange,
): string | undefined {
  if (kinds.includes(kind)) return actionTexts[kind]
  if (currencies.length === 0) return undefined
  const currencyRule = currencies.find((each) => each.currencyCode === currencyCode)
  if (!currencyRule) return `raising spend in ${currencyCode}`
  const threshold = parseMicros(currencyRule.abovePerDay)
  const dayMicros = BigInt(after.dayMicros)
  if (dayMicros <= threshold) return undefined
  return `a possible campaign spend of ${formatCurrencyMicros(dayMicros, currencyCode)} on one day (above ${formatCurrencyMicros(threshold, currencyCode, 'down')})`
}
