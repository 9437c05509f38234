import { handler } from '../../pipeline/handler.ts'
import { buildCampaignInsights } from '../../reporting/campaignInsights.ts'

export const get_campaign_insights = handler(
  'pro/get_campaign_insights',
  async (body, { connector, runtime, createError }) => {
    const campaignName = await connector.campaignName(body.campaignId)
    if (campaignName === undefined)
      throw createError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'pro' } })
    const metrics = connector.metrics.bind(connector)
    const source = { campaignName, timeZone: 'UTC', now: runtime.now(), metrics }
    return await buildCampaignInsights(body, source)
  },
  { mayBeLarge: true },
)
