import { costs } from '../../../testing/costs.ts'

costs('pro/edit_campaign', { store: 31, upstream: 4 })
