// The accounts that a user can choose when the platform lists fewer than exist.

import type { LinkPlatform } from '@adrail/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { decideConsent, followCallback, type OAuthFlow, startOAuthFlow } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { findSandboxApp } from '../sandboxed/emulation.ts'

const service = useService()

/** Returns the status of a link after the user comes back, and the text of the next page. */
async function arrive(platform: LinkPlatform, person: string, decision = 'allow') {
  const oauthFlow = await startOAuthFlow(service, { userId: await newUser(service), platform })
  const back = await followCallback(await decideConsent(oauthFlow, person, decision), oauthFlow.cookie)
  const page = new URL(back.headers.get('location') ?? '', service.url).href
  return { trip: oauthFlow, page, status: await statusOf(oauthFlow), text: await pageText(page, oauthFlow) }
}

async function statusOf({ linkId }: OAuthFlow): Promise<string> {
  const { status, linkError } = (await service.call('auth/get_link_status', { linkId })).results
  return linkError === '' ? status : `${status}: ${linkError}`
}

async function pageText(page: string, { cookie }: OAuthFlow): Promise<string> {
  return await (await fetch(page, { headers: { cookie } })).text()
}

const order = async (trouble: object) => {
  await createSandboxAdmin(service).injectFault({ kind: 'status', ...trouble })
  onTestFinished(() => createSandboxAdmin(service).clearFaults())
}

test('a user can choose pages that are accessible only through a business', async () => {
  const { status, text } = await arrive('SOCIAL_A', 'agnes')
  expect(status).toBe('selecting')
  expect(text).not.toContain('did not return all')
})

test('the account page warns the user when the pages of a business cannot be listed', async () => {
  await order({ call: 'businesses.list', status: 400, code: '100' })
  const { status, text } = await arrive('SOCIAL_A', 'ada')
  expect(status).toBe('selecting')
  expect(text).toContain('Facebook (sandbox) did not return all of your pages.')
})

test('a link reports platform_unavailable, not a missing page, when the pages of a business cannot be listed', async () => {
  await order({ call: 'businesses.list', status: 500, times: 9 })
  expect((await arrive('SOCIAL_A', 'agnes')).status).toBe('opened: platform_unavailable')
})

describe('a platform response of unknown shape', () => {
  const body = '{"status":"ok","message":"Welcome"}'

  test.each([
    ['SOCIAL_A', { platform: 'social', call: 'user.read' }],
    ['SEARCH', { platform: 'search', call: 'customers:listAccessibleCustomers' }],
    ['SEARCH', { platform: 'search', call: 'googleAds:search' }],
    ['PROFESSIONAL', { platform: 'pro', call: 'adAccounts.search' }],
    ['PROFESSIONAL', { platform: 'pro', call: 'adAccountUsers.authenticatedUser' }],
  ] as const)(
    'is reported as platform_unavailable, not read as an empty list: %s %o',
    async (platform, place) => {
      await order({ ...place, kind: 'body', body, times: 20 })
      expect((await arrive(platform, 'ada')).status).toBe('opened: platform_unavailable')
    },
  )

  test('is reported as platform_unavailable when the account results of Google Ads are not an array', async () => {
    const noList = '{"fieldMask":"customerClient.id","results":{}}'
    await order({ platform: 'search', call: 'googleAds:search', kind: 'body', body: noList, times: 20 })
    expect((await arrive('SEARCH', 'ada')).status).toBe('opened: platform_unavailable')
  })

  test('is reported as platform_unavailable when the token information of Meta contains no permission list', async () => {
    const data = { app_id: findSandboxApp('social').clientId, is_valid: true, user_id: '1', expires_at: 0 }
    await order({ platform: 'social', call: 'debug_token', kind: 'body', body: JSON.stringify({ data }) })
    expect((await arrive('SOCIAL_A', 'ada')).status).toBe('opened: platform_unavailable')
  })

  test('leads to a warning on the account page when it should list the pages of a business', async () => {
    await order({ call: 'businesses.list', kind: 'body', body, times: 20 })
    const { status, text } = await arrive('SOCIAL_A', 'ada')
    expect(status).toBe('selecting')
    expect(text).toContain('did not return all of your pages.')
  })
})

describe('a Google Ads link', () => {
  const list = 'customers:listAccessibleCustomers'

  test.each([
    ['SERVICE_DISABLED', 403],
    ['authorizationError.PROJECT_DISABLED', 403],
    ['authorizationError.MISSING_TOS', 403],
    ['authenticationError.ORGANIZATION_NOT_APPROVED', 401],
  ])('fails with app_misconfigured when Google refuses the account list with %s', async (code, status) => {
    await order({ platform: 'search', call: list, status, code })
    const { status: ended, text } = await arrive('SEARCH', 'ben')
    expect(ended).toBe('failed: app_misconfigured')
    expect(text).toContain('The connection between Test and Google Ads (sandbox) is not set up correctly.')
  })

  test.each([
    ['authenticationError.OAUTH_TOKEN_INVALID', 401],
    ['quotaError.RESOURCE_EXHAUSTED', 429],
    ['internalError.INTERNAL_ERROR', 500],
  ])('stays open for a retry when the account list fails with %s', async (code, status) => {
    await order({ platform: 'search', call: list, status, code })
    expect((await arrive('SEARCH', 'ben')).status).toBe('opened: platform_unavailable')
  })

  test('stays open for a retry when the consent is revoked while accounts are listed', async () => {
    const code = 'authenticationError.OAUTH_TOKEN_REVOKED'
    await order({ platform: 'search', call: 'googleAds:search', status: 401, code })
    expect((await arrive('SEARCH', 'ben')).status).toBe('opened: platform_unavailable')
  })

  test('fails with app_misconfigured only when the app cannot manage any of the accounts', async () => {
    await createSandboxAdmin(service).simulate('search/project', { level: 'test' })
    onTestFinished(
      async () => void (await createSandboxAdmin(service).simulate('search/project', { level: 'basic' })),
    )
    expect((await arrive('SEARCH', 'ben')).status).toBe('failed: app_misconfigured')
    const { status, text } = await arrive('SEARCH', 'otto')
    expect(status).toBe('selecting')
    expect(text).toContain('cannot be used: not supported here yet')
    expect(text).toContain('Juniper Dental Practice 40')
  })

  test.each([
    ['authorizationError.USER_PERMISSION_DENIED', 'you no longer have access'],
    ['authorizationError.INCOMPLETE_SIGNUP', 'the sign-up is not finished'],
    [
      'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED',
      'requires two-step verification of your login',
    ],
    ['internalError.TRANSIENT_ERROR', 'no details available at the moment'],
  ])('shows why an account cannot be used after %s', async (code, reason) => {
    const status = code.startsWith('internal') ? 503 : code.startsWith('authentication') ? 401 : 403
    await order({ platform: 'search', call: 'googleAds:search', status, code })
    const { text } = await arrive('SEARCH', 'yuki')
    expect(text).toContain(`cannot be used: ${reason}`)
  })
})
