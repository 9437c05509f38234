import { costs } from '../../../testing/costs.ts'

costs('pro/edit_campaign', { store: 30, upstream: 4 })
