import { costs } from '../../../testing/costs.ts'

costs('pro/get_campaigns', { store: 0, upstream: 1 })
