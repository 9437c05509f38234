import { handler } from '../../pipeline/handler.ts'
import { listCampaignPage } from '../campaign/campaignLists.ts'

export const get_campaigns = handler('search/get_campaigns', async (body, { connector, page, runtime }) => {
  return await listCampaignPage(body, { connector, paging: page, runtime }, (campaign, currencyCode) => ({
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    resourceName: campaign.resourceName,
    dailyBudget: campaign.dailyBudget,
    currencyCode,
  }))
})
