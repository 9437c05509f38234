import { handler } from '../../pipeline/handler.ts'
import { toSearchServingState } from '../../platforms/search/servingState.ts'

export const get_ad_groups = handler(
  'search/get_ad_groups',
  async ({ campaignId }, { connector, page, createError }) => {
    const paging = page.forList(campaignId)
    const adGroupPage = await connector.adGroups(campaignId, paging.position)
    if (!adGroupPage)
      throw createError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
    return {
      adGroups: adGroupPage.rows.map(({ adGroup }) => ({
        id: adGroup.id,
        name: adGroup.name,
        ...toSearchServingState(adGroup),
      })),
      pagination: paging.neighborCursors(adGroupPage),
    }
  },
)
