import { testOperationCosts } from '../../../testing/costs.ts'

testOperationCosts('pro/search_targeting', { store: 0, upstream: 0 })
