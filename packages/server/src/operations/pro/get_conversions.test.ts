import { testOperationCosts } from '../../../testing/costs.ts'

testOperationCosts('pro/get_conversions', { store: 0, upstream: 2 })
