import { costs } from '../../../testing/costs.ts'

costs('pro/get_page_posts', { store: 0, upstream: 2 })
