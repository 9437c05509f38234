import { handler } from '../../pipeline/handler.ts'
import { formatCampaignFilter, listCampaignPage } from '../campaign/campaignLists.ts'

export const get_campaigns = handler('town/get_campaigns', async (body, { connector, page, runtime }) => {
  const paging = page.forList(formatCampaignFilter(body))
  return await listCampaignPage(body, { connector, paging, runtime }, (campaign, currencyCode) => ({
    id: campaign.id,
    name: campaign.name,
    objective: '',
    status: campaign.status,
    effectiveStatus: campaign.effectiveStatus,
    dailyBudget: campaign.dailyBudget,
    lifetimeBudget: campaign.lifetimeBudget,
    currencyCode,
    startTime: '',
    stopTime: '',
  }))
})
