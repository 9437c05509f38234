import { served } from '../../platforms/kit/servingStatus.ts'
import { scheduleOf } from '../../platforms/pro/groupSchedule.ts'
import { ourStatus } from '../../platforms/pro/groupStatus.ts'
import { servedState } from '../../platforms/pro/holdReasons.ts'
import { handler } from '../../waist/handler.ts'

export const get_ad_groups = handler(
  'pro/get_ad_groups',
  async ({ campaignId }, { connector, page, runtime }) => {
    const own = page.of(campaignId)
    const found = await connector.structure.campaignPage(campaignId, own.position)
    const { timeZone } = connector.account
    const now = runtime.now()
    return {
      adGroups: found.rows.map((campaign) => ({
        id: campaign.id,
        name: campaign.name,
        status: ourStatus(campaign.status),
        ...servedState(campaign.servingStatuses),
        dailyBudget: connector.money(campaign.dailyBudget),
        lifetimeBudget: connector.money(campaign.totalBudget),
        currencyCode: connector.selection.currencyCode,
        ...served(ourStatus(campaign.status), scheduleOf(campaign.runSchedule), timeZone, now),
      })),
      pagination: own.around(found),
    }
  },
)
