import { handler } from '../../pipeline/handler.ts'
import { toServingStatusFields } from '../../platforms/connector-kit/servingStatus.ts'
import { toProSchedule } from '../../platforms/pro/schedule.ts'
import { toProServingState } from '../../platforms/pro/servingState.ts'
import { fromProStatus } from '../../platforms/pro/status.ts'

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
        ...toProServingState(campaign),
        dailyBudget: connector.formatAmount(campaign.dailyBudget),
        lifetimeBudget: connector.formatAmount(campaign.totalBudget),
        currencyCode: connector.selection.currencyCode,
        ...toServingStatusFields(
          fromProStatus(campaign.status),
          toProSchedule(campaign.runSchedule),
          timeZone,
          now,
        ),
      })),
      pagination: paging.neighborCursors(campaignPage),
    }
  },
)
