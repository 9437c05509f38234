import { handler } from '../../waist/handler.ts'
import { servedState } from './searchServing.ts'

export const get_ad_groups = handler(
  'search/get_ad_groups',
  async ({ campaignId }, { connector, page, refuse }) => {
    const own = page.of(campaignId)
    const found = await connector.adGroups(campaignId, own.position)
    if (!found) throw refuse('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
    return {
      adGroups: found.rows.map(({ adGroup }) => ({
        id: adGroup.id,
        name: adGroup.name,
        ...servedState(adGroup),
      })),
      pagination: own.around(found),
    }
  },
)
