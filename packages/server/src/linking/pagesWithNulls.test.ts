// Meta writes null for some empty fields of a page, and omits other empty fields.

import { expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { usePlatformProxy } from '../../testing/platformProxy.ts'
import { useService } from '../../testing/service.ts'

const between = await usePlatformProxy()
const service = useService({ environment: { SANDBOX_URL: between.url } })

test('a page whose Instagram account is null is connected without an Instagram account', async () => {
  between.alterResponses(({ path, json }) => {
    const { data } = Object(json) as { data?: Record<string, unknown>[] }
    if (!path.includes('/accounts?')) return
    for (const page of data ?? []) page['instagram_business_account'] ??= null
  })
  const userId = await newLinkedUser(service, { accountId: '1001200300401', pageId: '104500000000002' })
  const { results } = await service.call('auth/get_connected_accounts_data', { userId })
  const { socialAds } = results.connectedAccounts
  expect(socialAds).toMatchObject({ adAccountName: 'Fox Garden Shop' })
  expect(socialAds).not.toHaveProperty('secondaryPage')
})
