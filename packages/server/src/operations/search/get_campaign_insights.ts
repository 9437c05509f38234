import { handler } from '../../pipeline/handler.ts'
import { buildCampaignInsights } from '../../reporting/campaignInsights.ts'

export const get_campaign_insights = handler(
  'search/get_campaign_insights',
  async (body, { connector, runtime, createError }) => {
    const campaignRow = await connector.findCampaign(body.campaignId)
    if (campaignRow === undefined)
      throw createError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
    const { timeZone } = connector.selection
    const metrics = connector.metrics.bind(connector)
    const source = { campaignName: campaignRow.campaign.name, timeZone, now: runtime.now(), metrics }
    return await buildCampaignInsights(body, source)
  },
  { mayBeLarge: true },
)
