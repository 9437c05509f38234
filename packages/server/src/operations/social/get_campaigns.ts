import { notDeleted } from '../../platforms/social/statusFilter.ts'
import { handler } from '../../waist/handler.ts'

/** What the platform may call a campaign that was set to a status. */
const effective = {
  ACTIVE: ['ACTIVE', 'WITH_ISSUES', 'IN_PROCESS'],
  PAUSED: ['PAUSED', 'WITH_ISSUES', 'IN_PROCESS'],
}

export const get_campaigns = handler('social/get_campaigns', async ({ status }, { connector, page }) => {
  const own = page.of(status ?? '')
  const found =
    status === 'DELETED'
      ? await connector.deletedCampaigns(own.position)
      : await connector.campaigns(status === undefined ? notDeleted : effective[status], own.position)
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
        currencyCode: connector.selection.currencyCode,
        startTime: row.start_time ?? '',
        stopTime: row.stop_time ?? '',
      })),
    pagination: own.around(found),
  }
})
