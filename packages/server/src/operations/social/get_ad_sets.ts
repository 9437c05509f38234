import { handler } from '../../waist/handler.ts'
import { servedState } from './socialServing.ts'

export const get_ad_sets = handler('social/get_ad_sets', async ({ campaignId }, { connector, page }) => {
  const own = page.of(campaignId)
  const found = await connector.adSets(campaignId, own.position)
  return {
    adSets: found.rows.map((row) => ({
      id: row.id,
      name: row.name,
      ...servedState(row),
      dailyBudget: connector.money(row.daily_budget),
      lifetimeBudget: connector.money(row.lifetime_budget),
      currencyCode: connector.selection.currencyCode,
    })),
    pagination: own.around(found),
  }
})
