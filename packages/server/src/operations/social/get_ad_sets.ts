import { handler } from '../../pipeline/handler.ts'
import { listAdGroupPage } from '../campaign/campaignLists.ts'

export const get_ad_sets = handler('social/get_ad_sets', async (body, ctx) => {
  const { adGroups, pagination } = await listAdGroupPage(body, ctx)
  return { adSets: adGroups, pagination }
})
