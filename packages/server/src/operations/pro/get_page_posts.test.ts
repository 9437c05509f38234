import { testOperationCosts } from '../../../testing/costs.ts'

testOperationCosts('pro/get_page_posts', { store: 0, upstream: 2 })
