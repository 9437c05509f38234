import { handler } from '../../pipeline/handler.ts'

export const get_keywords = handler('search/get_keywords', async ({ campaignId }, { connector, page }) => {
  const paging = page.forList(campaignId)
  const keywordPage = await connector.keywords(campaignId, paging.position)
  return { keywords: [...keywordPage.rows], pagination: paging.neighborCursors(keywordPage) }
})
