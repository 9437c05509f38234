import { handler } from '../../pipeline/handler.ts'
import { toConfiguredStatus, toServingStatusFields } from '../../platforms/connector-kit/servingStatus.ts'
import { formatMicros } from '../../platforms/search/money.ts'
import { toSearchSchedule } from '../../platforms/search/schedule.ts'
import { fromSearchStatus, searchStatusByName } from '../../platforms/search/status.ts'

export const get_campaigns = handler('search/get_campaigns', async (body, { connector, page, runtime }) => {
  const { currencyCode, timeZone } = connector.selection
  const { servingStatus } = body
  const status = body.status ?? toConfiguredStatus(servingStatus)
  // Reading the position validates the cursor before any call to the platform.
  const { position } = page
  const campaignPage = await connector.campaigns(status && searchStatusByName[status], position)
  const now = runtime.now()
  return {
    campaigns: campaignPage.rows
      .map(({ campaign, campaignBudget }) => ({
        id: campaign.id,
        name: campaign.name,
        status: fromSearchStatus(campaign.status),
        resourceName: campaign.resourceName,
        dailyBudget:
          campaignBudget?.amountMicros === undefined
            ? ''
            : formatMicros(campaignBudget.amountMicros, currencyCode),
        currencyCode,
        ...toServingStatusFields(
          fromSearchStatus(campaign.status),
          toSearchSchedule(campaign, timeZone),
          timeZone,
          now,
        ),
      }))
      .filter((campaign) => servingStatus === undefined || campaign.servingStatus === servingStatus),
    pagination: page.neighborCursors(campaignPage),
  }
})
