import { costs } from '../../../testing/costs.ts'

costs('pro/update_campaign_status', { store: 22, upstream: 3 })
