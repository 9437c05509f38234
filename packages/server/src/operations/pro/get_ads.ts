import { handler } from '../../pipeline/handler.ts'
import { toProAdServingState } from '../../platforms/pro/servingState.ts'

export const get_ads = handler('pro/get_ads', async ({ campaignId }, { connector, page }) => {
  const paging = page.forList(campaignId)
  const { position } = paging
  const { structure } = connector
  const campaigns = await structure.listGroupCampaigns(campaignId)
  // An empty list does not prove that the campaign exists, so the group is read as well.
  if (campaigns.length === 0) await structure.group(campaignId)
  const creativePage = await structure.readCreativePage(
    campaigns.map(({ id }) => id),
    position,
  )
  return {
    ads: creativePage.rows.map((ad) => ({
      id: ad.id,
      name: ad.name ?? '',
      adGroupId: ad.campaign,
      ...toProAdServingState(ad),
    })),
    pagination: paging.neighborCursors(creativePage),
  }
})
