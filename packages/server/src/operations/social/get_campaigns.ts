import { handler } from '../../pipeline/handler.ts'
import { toConfiguredStatus, toServingStatusFields } from '../../platforms/connector-kit/servingStatus.ts'
import { toSocialSchedule } from '../../platforms/social/schedule.ts'
import { listableCampaignStatuses } from '../../platforms/social/status.ts'

/** Effective statuses that the platform may report for a campaign with the given configured status. */
const effectiveStatuses = {
  ACTIVE: ['ACTIVE', 'WITH_ISSUES', 'IN_PROCESS'],
  PAUSED: ['PAUSED', 'WITH_ISSUES', 'IN_PROCESS'],
}

export const get_campaigns = handler('social/get_campaigns', async (body, { connector, page, runtime }) => {
  const { servingStatus } = body
  const paging = page.forList([body.status ?? '', servingStatus ?? ''].join(' ').trimEnd())
  const status = body.status ?? toConfiguredStatus(servingStatus)
  const campaignPage =
    status === 'DELETED'
      ? await connector.deletedCampaigns(paging.position)
      : await connector.campaigns(
          status === undefined ? listableCampaignStatuses : effectiveStatuses[status],
          paging.position,
        )
  const { currencyCode, timeZone } = connector.selection
  const now = runtime.now()
  return {
    campaigns: campaignPage.rows
      .filter((row) => status === undefined || row.status === status)
      .map((row) => ({
        id: row.id,
        name: row.name,
        objective: row.objective ?? '',
        status: row.status,
        effectiveStatus: row.effective_status,
        dailyBudget: connector.formatMoney(row.daily_budget),
        lifetimeBudget: connector.formatMoney(row.lifetime_budget),
        currencyCode,
        startTime: row.start_time ?? '',
        stopTime: row.stop_time ?? '',
        ...toServingStatusFields(row.status, toSocialSchedule(row.start_time, row.stop_time), timeZone, now),
      }))
      .filter((campaign) => servingStatus === undefined || campaign.servingStatus === servingStatus),
    pagination: paging.neighborCursors(campaignPage),
  }
})
