import { handler } from '../../pipeline/handler.ts'
import { toSearchServingState } from '../../platforms/search/servingState.ts'

export const get_ads = handler('search/get_ads', async ({ campaignId }, { connector, page, createError }) => {
  const paging = page.forList(campaignId)
  const adPage = await connector.ads(campaignId, paging.position)
  if (!adPage) throw createError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
  return {
    ads: adPage.rows.map(({ adGroup, adGroupAd }) => ({
      id: adGroupAd.ad.id,
      name: adGroupAd.ad.name || adGroupAd.ad.responsiveSearchAd?.headlines?.[0]?.text || '',
      adGroupId: adGroup.id,
      ...toSearchServingState(adGroupAd),
    })),
    pagination: paging.neighborCursors(adPage),
  }
})
