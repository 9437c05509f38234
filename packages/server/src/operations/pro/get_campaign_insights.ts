import { insightsOf } from '../../reporting/campaignInsights.ts'
import { handler } from '../../waist/handler.ts'

export const get_campaign_insights = handler(
  'pro/get_campaign_insights',
  async (asked, { connector, runtime, refuse }) => {
    const campaignName = await connector.campaignName(asked.campaignId)
    if (campaignName === undefined)
      throw refuse('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'pro' } })
    const figures = connector.figures.bind(connector)
    const source = { campaignName, timeZone: 'UTC', now: runtime.now(), figures }
    return await insightsOf(asked, source)
  },
  { mayBeLarge: true },
)
