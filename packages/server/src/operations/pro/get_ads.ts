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
  "The ads have no texts, images and links: the user did not grant the permission to read the organization's posts. Link the account again with r_organization_social."
