import { handler } from '../../pipeline/handler.ts'
import { listAdPage } from '../campaign/campaignLists.ts'

export const get_ads = handler('town/get_ads', listAdPage)
