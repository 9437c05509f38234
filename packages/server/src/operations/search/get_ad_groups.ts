import { issuesOf } from '../../platforms/search/servingIssues.ts'
import { ourStatus } from '../../platforms/search/status.ts'
import { handler } from '../../waist/handler.ts'

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
        status: ourStatus(adGroup.status),
        effectiveStatus: adGroup.primaryStatus ?? '',
        issues: issuesOf(adGroup.primaryStatusReasons),
      })),
      pagination: own.around(found),
    }
  },
)
