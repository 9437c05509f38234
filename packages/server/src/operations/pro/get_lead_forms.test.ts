import { costs } from '../../../testing/costs.ts'

costs('pro/get_lead_forms', { store: 0, upstream: 1 })
