// Probes of whole accounts, which are alike on all platforms: campaigns and metrics.

import type { OperationName } from '@adrail/contract'
import type { MetricsQuery } from '../../../platforms/connector-kit/adMetrics.ts'
import { dayMs } from '../../../runtime/durations.ts'
import type { Probe } from '../probe.ts'

interface AccountReads {
  campaignStates(): Promise<unknown>
  metrics(query: MetricsQuery): Promise<unknown>
}

const campaigns = {
  name: 'campaigns of the account',
  operations: ['campaign/list_campaigns'],
  run: (connector: AccountReads) => connector.campaignStates(),
} as const

/** One probe per level reads daily rows and totals. */
function accountProbes(
  levels: readonly MetricsQuery['level'][],
  nowMs: number,
  operations: readonly OperationName[],
) {
  const day = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs).toISOString().slice(0, 10)
  const query = { since: day(7), until: day(1), campaignIds: [], includeDeleted: true }
  const metrics = levels.map((level) => ({
    name: `figures by ${level.toLowerCase().replace('_', ' ')}`,
    operations,
    async run(connector: AccountReads) {
      for (const byDay of [false, true]) await connector.metrics({ ...query, level, byDay })
    },
  }))
  return [campaigns, ...metrics]
}

const levels = ['CAMPAIGN', 'AD_GROUP', 'AD'] as const

export function buildMetricProbes(nowMs: number): {
  readonly social: readonly Probe<'social'>[]
  readonly search: readonly Probe<'search'>[]
  readonly pro: readonly Probe<'pro'>[]
} {
  return {
    social: accountProbes(levels, nowMs, ['report/get_report']),
    search: accountProbes([...levels, 'KEYWORD'], nowMs, [
      'report/get_report',
      'search/get_campaign_insights',
    ]),
    pro: accountProbes(levels, nowMs, ['report/get_report', 'pro/get_campaign_insights']),
  }
}
