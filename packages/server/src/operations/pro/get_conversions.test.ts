import { costs } from '../../../testing/costs.ts'

costs('pro/get_conversions', { store: 0, upstream: 2 })
