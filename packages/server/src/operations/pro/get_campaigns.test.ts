import { testOperationCosts } from '../../../testing/costs.ts'

testOperationCosts('pro/get_campaigns', { store: 0, upstream: 1 })
