import { amountText } from '../../platforms/search/amounts.ts'
import { ourStatus, platformStatus } from '../../platforms/search/status.ts'
import { handler } from '../../waist/handler.ts'

export const get_campaigns = handler('search/get_campaigns', async ({ status }, { connector, page }) => {
  const { currencyCode } = connector.selection
  // A cursor that is none is refused before anything is asked.
  const { position } = page
  const [unit, found] = await Promise.all([
    connector.billableUnitMicros(),
    connector.campaigns(status && platformStatus[status], position),
  ])
  return {
    campaigns: found.rows.map(({ campaign, campaignBudget }) => ({
      id: campaign.id,
      name: campaign.name,
      status: ourStatus(campaign.status),
      resourceName: campaign.resourceName,
      dailyBudget:
        campaignBudget?.amountMicros === undefined ? '' : amountText(campaignBudget.amountMicros, unit),
      currencyCode,
      startDate: campaign.startDateTime?.slice(0, 10) ?? '',
      endDate: campaign.endDateTime?.slice(0, 10) ?? '',
    })),
    pagination: page.around(found),
  }
})
