import { handler } from '../../pipeline/handler.ts'
import { requireCampaign } from './townStatus.ts'

export const get_ads = handler('town/get_ads', async ({ campaignId }, { connector, page }) => {
  const { id, name, status } = await requireCampaign(connector, campaignId)
  const ads = [{ id, name, adGroupId: '', status, effectiveStatus: status, issues: [] }]
  return { ads, pagination: page.forList(campaignId).neighborCursors({ rows: ads }) }
})
