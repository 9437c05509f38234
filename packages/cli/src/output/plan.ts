// Formats a plan as text: one sentence per step, and the maximum spend.

import type { Plan } from '@adrail/client'
import { type JsonRecord, toSafeText } from './cells.ts'

export function isPlan(results: JsonRecord): boolean {
  return results['dryRun'] === true && Array.isArray(results['plan'])
}

/** Formats the steps, the maximum spend of a plan that raises spend, the required approval, and warnings. */
export function formatPlan({ plan, maySpend, approval, warnings = [] }: Plan): string[] {
  const steps = plan.map(({ says }, index) => `  ${index + 1}. ${toSafeText(says)}`)
  return [
    ...(steps.length === 0 ? ['  No changes are needed.'] : steps),
    ...(maySpend === undefined ? [] : [`  ${toSafeText(maySpend)}`]),
    ...(approval === undefined ? [] : [`  Another person must approve this write. ${toSafeText(approval)}`]),
    ...warnings.map((warning) => `  Warning: ${toSafeText(warning)}`),
  ]
}
