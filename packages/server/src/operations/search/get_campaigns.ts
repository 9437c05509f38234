import { served, statusBehind } from '../../platforms/kit/servingStatus.ts'
import { amountText } from '../../platforms/search/amounts.ts'
import { scheduleOf } from '../../platforms/search/campaignDates.ts'
import { ourStatus, platformStatus } from '../../platforms/search/status.ts'
import { handler } from '../../waist/handler.ts'

export const get_campaigns = handler('search/get_campaigns', async (asked, { connector, page, runtime }) => {
  const { currencyCode, timeZone } = connector.selection
  const { servingStatus } = asked
  const status = asked.status ?? statusBehind(servingStatus)
  // Reading the position validates the cursor before any call to the platform.
  const { position } = page
  const found = await connector.campaigns(status && platformStatus[status], position)
  const now = runtime.now()
  return {
    campaigns: found.rows
      .map(({ campaign, campaignBudget }) => ({
        id: campaign.id,
        name: campaign.name,
        status: ourStatus(campaign.status),
        resourceName: campaign.resourceName,
        dailyBudget:
          campaignBudget?.amountMicros === undefined
            ? ''
            : amountText(campaignBudget.amountMicros, currencyCode),
        currencyCode,
        ...served(ourStatus(campaign.status), scheduleOf(campaign, timeZone), timeZone, now),
      }))
      .filter((campaign) => servingStatus === undefined || campaign.servingStatus === servingStatus),
    pagination: page.around(found),
  }
})
