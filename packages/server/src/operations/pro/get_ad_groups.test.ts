import { testOperationCosts } from '../../../testing/costs.ts'

testOperationCosts('pro/get_ad_groups', { store: 0, upstream: 3 })
