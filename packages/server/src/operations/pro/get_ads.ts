import { ourStatus } from '../../platforms/pro/groupStatus.ts'
import { adState } from '../../platforms/pro/holdReasons.ts'
import { handler } from '../../waist/handler.ts'

export const get_ads = handler('pro/get_ads', async ({ campaignId }, { connector, page }) => {
  const own = page.of(campaignId)
  const { position } = own
  const { structure } = connector
  const campaigns = await structure.campaignsOf(campaignId)
  // An empty list does not prove that the campaign exists, so the group is read as well.
  if (campaigns.length === 0) await structure.group(campaignId)
  const found = await structure.creativePage(
    campaigns.map(({ id }) => id),
    position,
  )
  return {
    ads: found.rows.map((ad) => ({
      id: ad.id,
      name: ad.name ?? '',
      adGroupId: ad.campaign,
      status: ourStatus(ad.intendedStatus),
      ...adState(ad),
    })),
    pagination: own.around(found),
  }
})
