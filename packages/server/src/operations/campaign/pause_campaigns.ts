import { batch } from '../../journal/write.ts'

export const pause_campaigns = batch('campaign/pause_campaigns')
