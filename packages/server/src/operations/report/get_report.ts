import { platforms as allPlatforms, type Platform } from '@adrail/contract'
import { type HandlerContext, handler } from '../../pipeline/handler.ts'
import { oldestMetricsDay } from '../../platforms/connector-kit/metricsRetention.ts'
import { definitionOf } from '../../platforms/index.ts'
import { buildAccountReport, buildCombinedReport } from '../../reporting/combinedReport.ts'
import { gatherReports } from '../../reporting/gatherReports.ts'
import { loadServingStatuses } from '../../reporting/servingStatuses.ts'
import { dayMs } from '../../runtime/durations.ts'
import { invalidBodyError } from '../../runtime/errors.ts'

export const get_report = handler(
  'report/get_report',
  async (body, ctx) => {
    const { userIds, platforms, level, startDate, endDate, granularity } = body
    const costAdjustmentPercentage = body.clientCostAdjustment?.percentage
    requireWithinRetention(startDate, ctx, platforms)
    const { workspaceId } = ctx.caller
    await Promise.all(userIds.map((userId) => ctx.users.requireUser(workspaceId, userId)))
    const metricsQuery = {
      level,
      since: startDate,
      until: endDate,
      byDay: granularity === 'DAY',
      campaignIds: body.campaignIds ?? [],
      includeDeleted: body.includeDeleted,
    }
    const maxAgeMs = (body.maxAgeSeconds ?? 0) * 1000
    const accountReports = await gatherReports(
      { workspaceId, userIds, platforms, query: metricsQuery, maxAgeMs },
      ctx,
      async (accountMetrics) => {
        const now = ctx.runtimeByPlatform[accountMetrics.platform].now()
        const servingByCampaign =
          level === 'CAMPAIGN'
            ? await loadServingStatuses(ctx.store.db, workspaceId, accountMetrics, now, ctx.runtime)
            : new Map()
        return await buildAccountReport(
          accountMetrics,
          metricsQuery,
          costAdjustmentPercentage,
          servingByCampaign,
          ctx.runtime,
        )
      },
    )
    return buildCombinedReport(accountReports, metricsQuery, costAdjustmentPercentage)
  },
  { mayBeLarge: true },
)

function requireWithinRetention(
  startDate: string,
  { runtime }: HandlerContext<'report/get_report'>,
  platforms: readonly Platform[] = allPlatforms,
): void {
  const retentionMonths = Math.max(
    ...platforms.map((platform) => definitionOf(platform).metricsRetentionMonths),
  )
  const today = new Date(runtime.now()).toISOString().slice(0, 10)
  const oldestDay = oldestMetricsDay(today, retentionMonths)
  // In time zones behind UTC, the local date can be one day earlier, so the platforms have one more day.
  if (Date.parse(startDate) >= Date.parse(oldestDay) - dayMs) return
  const problem = `startDate must not be before ${oldestDay}: the platforms keep metrics for ${retentionMonths} months.`
  throw invalidBodyError([{ field: 'startDate', code: 'OUT_OF_RANGE', message: problem }])
}
