// Apps as operators configure them on live platforms: with appsecret_proof, without profile access, with test
// accounts.

import { describe, expect, test } from 'vitest'
import { decideConsent, followCallback, linkUser, startOAuthFlow } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'

const service = useService()
const onTrial = useService({
  environment: { PRO_TEST_ACCOUNTS: 'on', SEARCH_DEVELOPER_TOKEN: 'granted-with-access' },
})

test('a Meta app that requires appsecret_proof can link a user and list campaigns', async () => {
  await createSandboxAdmin(service).setSwitches({ social: { proofRequired: true } })
  const userId = await newUser(service)
  await linkUser(service, { userId, platform: 'SOCIAL_A' })
  const { results } = await service.call('social/get_campaigns', { userId })
  expect(results.campaigns.length).toBeGreaterThan(0)
})

test('Google Ads requests carry the developer token when one is configured, and succeed without one', async () => {
  for (const [of, isSent] of [
    [service, false],
    [onTrial, true],
  ] as const) {
    const userId = await newUser(of)
    await linkUser(of, { userId, platform: 'SEARCH' })
    expect((await of.call('search/get_campaigns', { userId })).results.error).toBe('')
    const apiRequests = (await createSandboxAdmin(of, 'search').requests()).filter(({ url }) =>
      url.startsWith('/v25/'),
    )
    expect(new Set(apiRequests.map(({ headers }) => 'developer-token' in headers))).toEqual(new Set([isSent]))
  }
})

describe('a LinkedIn link', () => {
  const proAdsOf = async (userId: string) =>
    (await service.call('auth/get_connected_accounts_data', { userId })).results.connectedAccounts.proAds

  test('succeeds without a name when the app cannot read the profile, and still belongs to the same person', async () => {
    const [nameless, named] = [await newUser(service), await newUser(service)]
    await createSandboxAdmin(service, 'pro').injectFault({ call: 'me.get', kind: 'status', status: 403 })
    await linkUser(service, { userId: nameless, platform: 'PROFESSIONAL' })
    expect(await proAdsOf(nameless)).toMatchObject({ userName: '', accountName: 'Single Origin Coffee' })
    // One consent adds the name for both users, because both have linked as the same person.
    await linkUser(service, { userId: named, platform: 'PROFESSIONAL' })
    for (const userId of [nameless, named])
      expect(await proAdsOf(userId)).toMatchObject({ userName: 'Ben Single' })
  })

  test('offers test accounts only when PRO_TEST_ACCOUNTS is on', async () => {
    const picker = async (of: TestService) => {
      const oauthFlow = await startOAuthFlow(of, { userId: await newUser(of), platform: 'PROFESSIONAL' })
      const back = await followCallback(await decideConsent(oauthFlow, 'ada'), oauthFlow.cookie)
      const page = new URL(back.headers.get('location') ?? '', of.url)
      return await (await fetch(page, { headers: { cookie: oauthFlow.cookie } })).text()
    }
    expect(await picker(service)).not.toContain('try-outs')
    expect(await picker(onTrial)).toMatch(/Fox Garden Shop \(try-outs\)<\/strong><small>[^<]*test account/)
  })
})
