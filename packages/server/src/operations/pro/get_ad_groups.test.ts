import { costs } from '../../../testing/costs.ts'

costs('pro/get_ad_groups', { store: 0, upstream: 1 })
