import { costs } from '../../../testing/costs.ts'

costs('pro/update_campaign_status', { store: 21, upstream: 3 })
