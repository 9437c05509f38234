import { invalidBody } from '../../base/errors.ts'
import { monthsKept } from '../../platforms/kit/keptDays.ts'
import { gather } from '../../reporting/gather.ts'
import { servingStatuses } from '../../reporting/servingStatuses.ts'
import { accountReport, reportOf } from '../../reporting/wholeReport.ts'
import { type Context, handler } from '../../waist/handler.ts'

export const get_report = handler(
  'report/get_report',
  async (asked, ctx) => {
    const { userIds, platforms, level, startDate, endDate, granularity } = asked
    const percentage = asked.clientCostAdjustment?.percentage
    requireKept(startDate, ctx)
    const { workspaceId } = ctx.caller
    await Promise.all(userIds.map((userId) => ctx.users.require(workspaceId, userId)))
    const question = {
      level,
      since: startDate,
      until: endDate,
      byDay: granularity === 'DAY',
      campaignIds: asked.campaignIds ?? [],
      includeDeleted: asked.includeDeleted,
    }
    const maxAgeMs = (asked.maxAgeSeconds ?? 0) * 1000
    const gathered = await gather(
      { workspaceId, userIds, platforms, question, maxAgeMs },
      ctx,
      async (answered) => {
        const now = ctx.runtimeAt[answered.platform].now()
        const serving =
          level === 'CAMPAIGN'
            ? await servingStatuses(ctx.store.db, workspaceId, answered, now, ctx.runtime)
            : new Map()
        return await accountReport(answered, question, percentage, serving, ctx.runtime)
      },
    )
    return reportOf(gathered, question, percentage)
  },
  { mayBeLarge: true },
)

function requireKept(startDate: string, { runtime }: Context<'report/get_report'>): void {
  const today = new Date(runtime.now())
  const oldest = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsKept, today.getUTCDate())
  // In time zones behind UTC, the current day is still yesterday, so the platforms keep one more day there.
  if (Date.parse(startDate) >= oldest - 86_400_000) return
  const problem = `startDate must not be before ${new Date(oldest).toISOString().slice(0, 10)}: the platforms keep figures for ${monthsKept} months.`
  throw invalidBody([{ field: 'startDate', code: 'OUT_OF_RANGE', message: problem }])
}
