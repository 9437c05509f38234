import { handler } from '../../pipeline/handler.ts'
import { toServingStatusFields } from '../../platforms/connector-kit/servingStatus.ts'
import { toGroupSchedule } from '../../platforms/pro/groupSchedule.ts'
import { fromGroupStatus } from '../../platforms/pro/groupStatus.ts'
import { toGroupServingState } from '../../platforms/pro/holdReasons.ts'

export const get_ad_groups = handler(
  'pro/get_ad_groups',
  async ({ campaignId }, { connector, page, runtime }) => {
    const paging = page.forList(campaignId)
    const campaignPage = await connector.structure.readCampaignPage(campaignId, paging.position)
    const { timeZone } = connector.account
    const now = runtime.now()
    return {
      adGroups: campaignPage.rows.map((campaign) => ({
        id: campaign.id,
        name: campaign.name,
        status: fromGroupStatus(campaign.status),
        ...toGroupServingState(campaign.servingStatuses),
        dailyBudget: connector.formatAmount(campaign.dailyBudget),
        lifetimeBudget: connector.formatAmount(campaign.totalBudget),
        currencyCode: connector.selection.currencyCode,
        ...toServingStatusFields(
          fromGroupStatus(campaign.status),
          toGroupSchedule(campaign.runSchedule),
          timeZone,
          now,
        ),
      })),
      pagination: paging.neighborCursors(campaignPage),
    }
  },
)
