import { handler } from '../../waist/handler.ts'
import { servedState } from './socialServing.ts'

export const get_ads = handler('social/get_ads', async ({ campaignId }, { connector, page }) => {
  const own = page.of(campaignId)
  const found = await connector.ads(campaignId, own.position)
  return {
    ads: found.rows.map((row) => ({
      id: row.id,
      name: row.name,
      adGroupId: row.adset_id,
      ...servedState(row),
    })),
    pagination: own.around(found),
  }
})
