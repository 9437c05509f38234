import { testOperationCosts } from '../../../testing/costs.ts'

testOperationCosts('pro/update_campaign_status', { store: 22, upstream: 3 })
