// Formats the live check for a terminal with 80 columns: the report, which
// can be attached to an issue, and the plan to confirm.

import { formatDrift } from '../drift/driftText.ts'
import { wrap } from '../reportText.ts'
import type { LiveCheckReport, PlanToConfirm } from './liveCheck.ts'

const width = 80

export function formatLiveCheck({ reads, writes }: LiveCheckReport): string {
  const writeBlocks = (writes ?? []).map(({ platform, steps }) =>
    [
      `${platform}, one paused campaign`,
      ...steps.flatMap(({ step, outcome }) =>
        wrap(`${step}: ${outcome}.`, width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`),
      ),
    ].join('\n'),
  )
  return [formatDrift(reads), ...writeBlocks].join('\n\n')
}

export function formatPlan({ code, plans }: PlanToConfirm): string {
  if (plans.length === 0)
    return 'This check cannot create a campaign on any platform, so there is nothing to confirm.'
  const lines = plans.flatMap(({ platform, steps }) => [
    platform,
    ...steps.flatMap((step) => wrap(step, width - 4).map((line) => `  ${line}`)),
    '  The doctor then reads the campaign back and deletes it.',
  ])
  return [
    'Nothing has changed yet. The doctor will create these paused campaigns in the linked accounts:',
    ...lines,
    `To create the campaigns, run the same command with --confirm ${code}`,
  ].join('\n')
}
