// Formats a plan as text: one sentence per step.

import type { Plan } from '@adrail/client'
import { type JsonRecord, toSafeText } from './cells.ts'

export function isPlan(results: JsonRecord): boolean {
  return results['dryRun'] === true && Array.isArray(results['plan'])
}

export function formatPlan({ plan, approval, warnings = [] }: Plan): string[] {
  const steps = plan.map(({ says }, index) => `  ${index + 1}. ${toSafeText(says)}`)
  return [
    ...(steps.length === 0 ? ['  Nothing would change.'] : steps),
    ...(approval === undefined ? [] : [`  It would wait first: ${toSafeText(approval)}`]),
    ...warnings.map((warning) => `  Mind: ${toSafeText(warning)}`),
  ]
}
