import { handler } from '../../pipeline/handler.ts'

export const get_ads = handler('pro/get_ads', async ({ campaignId }, { connector, page }) => {
  const paging = page.forList(campaignId)
  const adPage = await connector.ads(campaignId, paging.position)
  return {
    ads: [...adPage.rows],
    pagination: paging.neighborCursors(adPage),
    ...(adPage.isContentReadable ? {} : { warnings: [missingPermissionWarning] }),
  }
})

const missingPermissionWarning =
  'The ads have no texts, images and links, because the user did not grant r_organization_social. Ask the user to link the account again with this permission.'
