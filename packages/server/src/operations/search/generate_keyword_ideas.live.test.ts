import { test } from 'vitest'
import { expectRefusal } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'

// This deployment uses the real Google Ads, and its operator has configured no account for keyword ideas.
const service = useService({
  environment: {
    ADRAIL_SEARCH: 'live',
    ADRAIL_DEMO: 'off',
    SEARCH_CLIENT_ID: 'id',
    SEARCH_CLIENT_SECRET: 'secret',
    PUBLIC_URL: 'https://ads.example',
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  },
})

test('search/generate_keyword_ideas returns KEYWORD_IDEAS_NOT_CONFIGURED when the operator has configured no Google Ads account [R4.15.account]', async () => {
  const response = await service.call('search/generate_keyword_ideas', { keyword: 'garden chairs' })
  expectRefusal(response, 'KEYWORD_IDEAS_NOT_CONFIGURED')
})
