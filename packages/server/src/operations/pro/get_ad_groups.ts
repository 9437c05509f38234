import { handler } from '../../pipeline/handler.ts'
import { listAdGroupPage } from '../campaign/campaignLists.ts'

export const get_ad_groups = handler('pro/get_ad_groups', listAdGroupPage)
