import { handler } from '../../pipeline/handler.ts'

export const get_keywords = handler(
  'search/get_keywords',
  async ({ campaignId, adGroupId }, { connector, page }) => {
    const paging = page.forList(adGroupId === undefined ? campaignId : `${campaignId} ${adGroupId}`)
    const keywordPage = await connector.keywords(campaignId, adGroupId, paging.position)
    return { keywords: [...keywordPage.rows], pagination: paging.neighborCursors(keywordPage) }
  },
)
