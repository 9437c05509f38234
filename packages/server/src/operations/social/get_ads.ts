import { handler } from '../../pipeline/handler.ts'
import { toSocialServingState } from '../../platforms/social/servingState.ts'

export const get_ads = handler('social/get_ads', async ({ campaignId }, { connector, page }) => {
  const paging = page.forList(campaignId)
  const adPage = await connector.ads(campaignId, paging.position)
  return {
    ads: adPage.rows.map((row) => ({
      id: row.id,
      name: row.name,
      adGroupId: row.adset_id,
      ...toSocialServingState(row),
    })),
    pagination: paging.neighborCursors(adPage),
  }
})
