import { served } from '../../platforms/kit/servingStatus.ts'
import { scheduleOf } from '../../platforms/social/mergedTimes.ts'
import { handler } from '../../waist/handler.ts'
import { servedState } from './socialServing.ts'

export const get_ad_sets = handler(
  'social/get_ad_sets',
  async ({ campaignId }, { connector, page, runtime }) => {
    const own = page.of(campaignId)
    const found = await connector.adSets(campaignId, own.position)
    const { currencyCode, timeZone } = connector.selection
    const now = runtime.now()
    return {
      adSets: found.rows.map((row) => ({
        id: row.id,
        name: row.name,
        ...servedState(row),
        dailyBudget: connector.money(row.daily_budget),
        lifetimeBudget: connector.money(row.lifetime_budget),
        currencyCode,
        ...served(row.status, scheduleOf(row.start_time, row.end_time), timeZone, now),
      })),
      pagination: own.around(found),
    }
  },
)
