import { costs } from '../../../testing/costs.ts'

costs('pro/search_targeting', { store: 0, upstream: 0 })
