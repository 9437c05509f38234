import { testOperationCosts } from '../../../testing/costs.ts'

testOperationCosts('pro/edit_campaign', { store: 31, upstream: 4 })
