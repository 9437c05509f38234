import { served, statusBehind } from '../../platforms/kit/servingStatus.ts'
import { scheduleOf } from '../../platforms/social/mergedTimes.ts'
import { notDeleted } from '../../platforms/social/statusFilter.ts'
import { handler } from '../../waist/handler.ts'

/** What the platform may call a campaign that was set to a status. */
const effective = {
  ACTIVE: ['ACTIVE', 'WITH_ISSUES', 'IN_PROCESS'],
  PAUSED: ['PAUSED', 'WITH_ISSUES', 'IN_PROCESS'],
}

export const get_campaigns = handler('social/get_campaigns', async (asked, { connector, page, runtime }) => {
  const { servingStatus } = asked
  const own = page.of([asked.status ?? '', servingStatus ?? ''].join(' ').trimEnd())
  const status = asked.status ?? statusBehind(servingStatus)
  const found =
    status === 'DELETED'
      ? await connector.deletedCampaigns(own.position)
      : await connector.campaigns(status === undefined ? notDeleted : effective[status], own.position)
  const { currencyCode, timeZone } = connector.selection
  const now = runtime.now()
  return {
    campaigns: found.rows
      .filter((row) => status === undefined || row.status === status)
      .map((row) => ({
        id: row.id,
        name: row.name,
        objective: row.objective ?? '',
        status: row.status,
        effectiveStatus: row.effective_status,
        dailyBudget: connector.money(row.daily_budget),
        lifetimeBudget: connector.money(row.lifetime_budget),
        currencyCode,
        startTime: row.start_time ?? '',
        stopTime: row.stop_time ?? '',
        ...served(row.status, scheduleOf(row.start_time, row.stop_time), timeZone, now),
      }))
      .filter((campaign) => servingStatus === undefined || campaign.servingStatus === servingStatus),
    pagination: own.around(found),
  }
})
