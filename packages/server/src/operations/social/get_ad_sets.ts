import { handler } from '../../pipeline/handler.ts'
import { toServingStatusFields } from '../../platforms/connector-kit/servingStatus.ts'
import { toSocialSchedule } from '../../platforms/social/schedule.ts'
import { toSocialServingState } from '../../platforms/social/servingState.ts'

export const get_ad_sets = handler(
  'social/get_ad_sets',
  async ({ campaignId }, { connector, page, runtime }) => {
    const paging = page.forList(campaignId)
    const adSetPage = await connector.adSets(campaignId, paging.position)
    const { currencyCode, timeZone } = connector.selection
    const now = runtime.now()
    return {
      adSets: adSetPage.rows.map((row) => ({
        id: row.id,
        name: row.name,
        ...toSocialServingState(row),
        dailyBudget: connector.formatMoney(row.daily_budget),
        lifetimeBudget: connector.formatMoney(row.lifetime_budget),
        currencyCode,
        ...toServingStatusFields(row.status, toSocialSchedule(row.start_time, row.end_time), timeZone, now),
      })),
      pagination: paging.neighborCursors(adSetPage),
    }
  },
)
