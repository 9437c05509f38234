import { insightsOf } from '../../reporting/campaignInsights.ts'
import { handler } from '../../waist/handler.ts'

export const get_campaign_insights = handler(
  'search/get_campaign_insights',
  async (asked, { connector, runtime, refuse }) => {
    const found = await connector.campaign(asked.campaignId)
    if (found === undefined)
      throw refuse('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
    const { timeZone } = connector.selection
    const figures = connector.figures.bind(connector)
    const source = { campaignName: found.campaign.name, timeZone, now: runtime.now(), figures }
    return await insightsOf(asked, source)
  },
  { mayBeLarge: true },
)
