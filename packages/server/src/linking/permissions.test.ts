// A consent may lack an optional permission. adrail links the user, the page lists the missing permission,
// and operations that need it report why they fail.

import { listMissingPermissions, listPermissionNames, type OperationName } from '@adrail/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import {
  advanceClocks,
  decideConsent,
  findUserCredential,
  followCallback,
  linkUser,
  readUserHealth,
  startOAuthFlow,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { dayMs } from '../runtime/durations.ts'
import { findSandboxApp } from '../sandboxed/emulation.ts'

const requestedScopes = listPermissionNames('social', 'needed', 'optional')

/** Bodies that work for the linked person, for every part of an operation that may need a permission. */
const bodies: readonly (readonly [OperationName, object])[] = [
  ['social/get_campaigns', {}],
  ['social/get_pixels_list', {}],
  ['social/get_ad_account_media', { type: 'IMAGE' }],
  ['social/get_targeting_locales_lookup', {}],
  ['social/get_video_info', { videoId: '992011' }],
  ['social/get_page_posts', { platform: 'SOCIAL_A' }],
  ['social/get_page_posts', { platform: 'SOCIAL_B' }],
  ['social/get_lead_form_terms', {}],
  ['social/get_leadform_list', {}],
  [
    'social/create_leadform_audience',
    { name: 'Asked', description: '', type: 'submit', leadFormIds: ['702011'], dryRun: true },
  ],
  [
    'social/create_lead_form',
    { name: 'Ask', privacyPolicyUrl: 'https://shop.example/privacy', questions: ['EMAIL'], dryRun: true },
  ],
]

const photoPosts = 'social/get_page_posts SOCIAL_B'
const affected: Readonly<Record<string, readonly string[]>> = {
  pages_manage_ads: [
    'social/create_campaign',
    'social/create_lead_form',
    'social/create_leadform_audience',
    'social/create_test_lead',
    'social/get_leadform_list',
  ],
  instagram_basic: ['social/create_campaign', photoPosts],
}

const lets: Readonly<Record<string, string>> = {
  pages_manage_ads: 'see and create the lead forms of your page',
  instagram_basic: 'see the posts of your Instagram account',
}

/** Links a user who refuses one permission. Returns the user and the final page. */
async function linkedWithout(
  service: TestService,
  permission: string,
): Promise<{ userId: string; page: string }> {
  const userId = await newUser(service)
  const oauthFlow = await startOAuthFlow(service, { userId, platform: 'SOCIAL_A' })
  const granted = requestedScopes.filter((name) => name !== permission)
  const back = await followCallback(
    await decideConsent(oauthFlow, 'ben', 'partial', granted),
    oauthFlow.cookie,
  )
  const page = await fetch(new URL(back.headers.get('location') ?? '', service.url))
  return { userId, page: await page.text() }
}

describe.each(listPermissionNames('social', 'optional'))('a consent without %s', (permission) => {
  const service = useService()
  let userId = ''
  let page = ''
  beforeEach(async () => {
    ;({ userId, page } = await linkedWithout(service, permission))
  })
  const connectionOf = async () =>
    (await service.call('user/get_profile', { userId })).results.user.connections[0]

  test('links the user, and the page lists the refused permission', () => {
    expect(page).toContain('<h1>Connected</h1>')
    expect(page).toContain(`You did not grant these permissions: ${lets[permission]}`)
  })

  test('creates a limited connection that lists the affected operations', async () => {
    const missing = listMissingPermissions(
      'social',
      requestedScopes.filter((name) => name !== permission),
    )
    expect(missing).toHaveLength(1)
    expect(await connectionOf()).toMatchObject({
      health: 'limited',
      reason: 'permissions_missing',
      missingPermissions: missing,
    })
    const { connectedAccounts } = (await service.call('auth/get_connected_accounts_data', { userId })).results
    expect(connectedAccounts.socialAds).toMatchObject({
      connectionStatus: 'limited',
      missingPermissions: missing,
    })
    const named = affected[permission]?.map((each) => each.replace(/ .*/, ''))
    expect(missing[0]?.operations.toSorted()).toEqual(named?.toSorted())
  })

  test('makes exactly the operations that need the permission return PERMISSION_MISSING with its name', async () => {
    const refused: string[] = []
    for (const [operation, body] of bodies) {
      const response = await service.call(operation, { userId, ...body } as never)
      const part = 'platform' in body && body.platform === 'SOCIAL_B' ? ' SOCIAL_B' : ''
      if (response.results.success) continue
      expectRefusal(response, 'PERMISSION_MISSING')
      expect(response.results.error).toContain(permission)
      expect(response.results.error).toContain('auth/create_link')
      refused.push(`${operation}${part}`)
    }
    // The tests of these operations cover the permissions for a new campaign and a test lead.
    const triedElsewhere = ['social/create_campaign', 'social/create_test_lead']
    const tried = affected[permission]?.filter((each) => !triedElsewhere.includes(each))
    expect(refused.toSorted()).toEqual(tried?.toSorted())
  })

  test('is completed by a second consent with the permission', async () => {
    const oauthFlow = await startOAuthFlow(service, { userId, platform: 'SOCIAL_A' })
    await followCallback(
      await decideConsent({ consentUrl: `${oauthFlow.consentUrl}&auth_type=rerequest` }),
      oauthFlow.cookie,
    )
    expect(await connectionOf()).toMatchObject({ health: 'active', reason: '', missingPermissions: [] })
  })
})

describe('a consent without instagram_basic when Meta refuses to return Instagram accounts', () => {
  const service = useService()

  test('links the user without the Instagram account', async () => {
    await createSandboxAdmin(service).injectFault({
      call: 'user.read',
      kind: 'status',
      status: 400,
      code: '10',
      times: 2,
    })
    const { userId } = await linkedWithout(service, 'instagram_basic')
    const { connectedAccounts } = (await service.call('auth/get_connected_accounts_data', { userId })).results
    expect(connectedAccounts.socialAds).toMatchObject({ connectionStatus: 'limited' })
    expect(connectedAccounts.socialAds).not.toHaveProperty('secondaryPage')
  })
})

describe('an Instagram account whose owner business Meta refuses to return', () => {
  const service = useService()

  test('is connected nevertheless', async () => {
    await createSandboxAdmin(service).injectFault({
      call: 'user.read',
      kind: 'status',
      status: 400,
      code: '100',
    })
    const userId = await newUser(service)
    await linkUser(service, { userId, platform: 'SOCIAL_A' })
    const { connectedAccounts } = (await service.call('auth/get_connected_accounts_data', { userId })).results
    expect(connectedAccounts.socialAds).toMatchObject({
      connectionStatus: 'active',
      secondaryPage: { id: expect.stringMatching(/^\d+$/) },
    })
  })
})

describe('a permission that a user withdraws on the platform after linking', () => {
  const service = useService()

  test('is reported as missing after the next credential maintenance', async () => {
    const userId = await newUser(service)
    await linkUser(service, { userId, platform: 'SOCIAL_A' })
    const { upstream_user_id } = await findUserCredential(service, userId, 'SOCIAL_A')
    const { url = '' } = service.app.sandbox ?? {}
    const { clientId, clientSecret } = findSandboxApp('social')
    const withdrawn = await fetch(
      `${url}/v26.0/${upstream_user_id}/permissions/pages_manage_ads?access_token=${clientId}|${clientSecret}`,
      { method: 'DELETE' },
    )
    expect(withdrawn.status).toBe(200)
    expect(await readUserHealth(service, userId)).toBe('active')
    await advanceClocks(service, 8 * dayMs)
    await pollTwice(service.app.credentialMaintenance)
    expect(await readUserHealth(service, userId)).toBe('limited permissions_missing')
  })
})

describe('an app that needs pages_read_user_content for posts', () => {
  const usual = useService()
  const configured = useService({ environment: { SOCIAL_EXTRA_SCOPES: 'pages_read_user_content' } })
  const postsAt = async (service: TestService) => {
    await createSandboxAdmin(service).setSwitches({ social: { userContentRequired: true } })
    const userId = await newUser(service)
    await linkUser(service, { userId, platform: 'SOCIAL_A' })
    return await service.call('social/get_page_posts', { userId, platform: 'SOCIAL_A' })
  }

  test('gets PERMISSION_MISSING with the name of the permission and of the setting SOCIAL_EXTRA_SCOPES', async () => {
    const response = await postsAt(usual)
    expectRefusal(response, 'PERMISSION_MISSING')
    expect(response.results.error).toContain('pages_read_user_content')
    expect(response.results.error).toContain('SOCIAL_EXTRA_SCOPES')
  })

  test('can read posts when SOCIAL_EXTRA_SCOPES contains the permission', async () => {
    expect((await postsAt(configured)).results.posts?.length).toBeGreaterThan(0)
  })
})
