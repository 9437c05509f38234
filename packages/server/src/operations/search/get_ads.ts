import { handler } from '../../waist/handler.ts'
import { servedState } from './searchServing.ts'

export const get_ads = handler('search/get_ads', async ({ campaignId }, { connector, page, refuse }) => {
  const own = page.of(campaignId)
  const found = await connector.ads(campaignId, own.position)
  if (!found) throw refuse('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
  return {
    ads: found.rows.map(({ adGroup, adGroupAd }) => ({
      id: adGroupAd.ad.id,
      name: adGroupAd.ad.name || adGroupAd.ad.responsiveSearchAd?.headlines?.[0]?.text || '',
      adGroupId: adGroup.id,
      ...servedState(adGroupAd),
    })),
    pagination: own.around(found),
  }
})
