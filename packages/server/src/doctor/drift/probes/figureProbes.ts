// Probes of whole accounts, which are alike on all platforms: campaigns and metrics.

import type { OperationName } from '@adrail/contract'
import type { FiguresQuestion } from '../../../platforms/kit/figures.ts'
import type { Probe } from '../probe.ts'

const dayMs = 86_400_000

interface WholeAccount {
  campaignStates(): Promise<unknown>
  figures(question: FiguresQuestion): Promise<unknown>
}

const campaigns = {
  name: 'campaigns of the account',
  operations: ['campaign/list_campaigns'],
  run: (of: WholeAccount) => of.campaignStates(),
} as const

/** One probe per level reads daily rows and totals. */
function probesOf(
  levels: readonly FiguresQuestion['level'][],
  nowMs: number,
  operations: readonly OperationName[],
) {
  const day = (ago: number) => new Date(nowMs - ago * dayMs).toISOString().slice(0, 10)
  const question = { since: day(7), until: day(1), campaignIds: [], includeDeleted: true }
  const figures = levels.map((level) => ({
    name: `figures by ${level.toLowerCase().replace('_', ' ')}`,
    operations,
    async run(of: WholeAccount) {
      for (const byDay of [false, true]) await of.figures({ ...question, level, byDay })
    },
  }))
  return [campaigns, ...figures]
}

const levels = ['CAMPAIGN', 'AD_GROUP', 'AD'] as const

export function figureProbes(nowMs: number): {
  readonly social: readonly Probe<'social'>[]
  readonly search: readonly Probe<'search'>[]
  readonly pro: readonly Probe<'pro'>[]
} {
  return {
    social: probesOf(levels, nowMs, ['report/get_report']),
    search: probesOf([...levels, 'KEYWORD'], nowMs, ['report/get_report', 'search/get_campaign_insights']),
    pro: probesOf(levels, nowMs, ['report/get_report', 'pro/get_campaign_insights']),
  }
}
