// A Meta app with Login for Business requests permissions with a saved configuration.

import { beforeAll, expect, test } from 'vitest'
import { decideConsent, followCallback, linkUser, startOAuthFlow } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'

const configured = useService({ environment: { SOCIAL_CONFIG_ID: '770000000000001' } })
const poorly = useService({ environment: { SOCIAL_CONFIG_ID: '770000000000002' } })
const classic = useService()
beforeAll(async () => {
  for (const service of [configured, poorly, classic])
    await createSandboxAdmin(service).setSwitches({ social: { businessLogin: true } })
})

const startConsent = async (service: TestService) => {
  const wish = { userId: await newUser(service), platform: 'SOCIAL_A' } as const
  return { wish, oauthFlow: await startOAuthFlow(service, wish) }
}

test('an app with Login for Business links users with SOCIAL_CONFIG_ID instead of permissions', async () => {
  const { wish, oauthFlow } = await startConsent(configured)
  const { searchParams } = new URL(oauthFlow.consentUrl)
  expect(searchParams.get('config_id')).toBe('770000000000001')
  expect(searchParams.has('scope')).toBe(false)
  await linkUser(configured, wish)
})

test('Meta shows no consent page for an app with Login for Business when SOCIAL_CONFIG_ID is missing', async () => {
  const { oauthFlow } = await startConsent(classic)
  expect(new URL(oauthFlow.consentUrl).searchParams.has('config_id')).toBe(false)
  expect(await (await fetch(oauthFlow.consentUrl)).text()).toContain('It looks like this app isn')
})

test('a link fails with app_misconfigured when the Login for Business configuration lacks a permission', async () => {
  const { oauthFlow } = await startConsent(poorly)
  await followCallback(await decideConsent(oauthFlow), oauthFlow.cookie)
  const { results } = await poorly.call('auth/get_link_status', { linkId: oauthFlow.linkId })
  expect([results.status, results.linkError]).toEqual(['failed', 'app_misconfigured'])
})
