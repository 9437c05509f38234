import { defineBatch } from '../../journal/write.ts'

export const pause_campaigns = defineBatch('campaign/pause_campaigns')
