import { handler } from '../../pipeline/handler.ts'
import { readCampaignInsights } from '../../reporting/campaignInsights.ts'

export const get_campaign_insights = handler('search/get_campaign_insights', readCampaignInsights, {
  mayBeLarge: true,
})
