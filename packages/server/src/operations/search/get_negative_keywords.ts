import { handler } from '../../pipeline/handler.ts'

export const get_negative_keywords = handler(
  'search/get_negative_keywords',
  async ({ campaignId }, { connector, page }) => {
    const paging = page.forList(campaignId)
    const keywordPage = await connector.negativeKeywords(campaignId, paging.position)
    return {
      negativeKeywords: keywordPage.rows.map(({ parentId, parentName, ...keyword }) => {
        const [isInAdGroup, isInList] = [keyword.level === 'AD_GROUP', keyword.level === 'LIST']
        return {
          ...keyword,
          adGroupId: isInAdGroup ? parentId : '',
          adGroupName: isInAdGroup ? parentName : '',
          listId: isInList ? parentId : '',
          listName: isInList ? parentName : '',
        }
      }),
      pagination: paging.neighborCursors(keywordPage),
    }
  },
)
