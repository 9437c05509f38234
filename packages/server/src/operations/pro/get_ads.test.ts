import { costs } from '../../../testing/costs.ts'

costs('pro/get_ads', { store: 0, upstream: 2 })
