import { testOperationCosts } from '../../../testing/costs.ts'

testOperationCosts('pro/get_ads', { store: 0, upstream: 4 })
