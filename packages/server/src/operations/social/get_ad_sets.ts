import { issuesIn } from '../../platforms/social/deliveryIssues.ts'
import { handler } from '../../waist/handler.ts'

export const get_ad_sets = handler('social/get_ad_sets', async ({ campaignId }, { connector, page }) => {
  const own = page.of(campaignId)
  const found = await connector.adSets(campaignId, own.position)
  return {
    adSets: found.rows.map((row) => ({
      id: row.id,
      name: row.name,
      status: row.status,
      effectiveStatus: row.effective_status,
      dailyBudget: connector.money(row.daily_budget),
      lifetimeBudget: connector.money(row.lifetime_budget),
      currencyCode: connector.selection.currencyCode,
      issues: issuesIn(row),
    })),
    pagination: own.around(found),
  }
})
