import { handler } from '../../pipeline/handler.ts'
import { formatCampaignFilter, listCampaignPage } from '../campaign/campaignLists.ts'
import { formatInstant } from './instants.ts'

export const get_campaigns = handler('pro/get_campaigns', async (body, { connector, page, runtime }) => {
  const paging = page.forList(formatCampaignFilter(body))
  return await listCampaignPage(body, { connector, paging, runtime }, (campaign, currencyCode) => ({
    id: campaign.id,
    name: campaign.name,
    objective: campaign.objective,
    status: campaign.status,
    effectiveStatus: campaign.effectiveStatus,
    dailyBudget: campaign.dailyBudget,
    lifetimeBudget: campaign.lifetimeBudget,
    currencyCode,
    startTime: formatInstant(campaign.schedule.startsAt),
    stopTime: formatInstant(campaign.schedule.endsAt),
  }))
})
