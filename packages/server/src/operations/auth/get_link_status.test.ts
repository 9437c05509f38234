import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess, withoutSentId } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import { newUser } from '../../../testing/users.ts'

const service = useService()

const linkStatus = (linkId: string, apiKey = service.apiKey) =>
  service.post('auth/get_link_status', { linkId }, apiKey)

async function makeLink(platform: 'SOCIAL_A' | 'PROFESSIONAL' | 'SEARCH' = 'SEARCH') {
  const { userId } = (await service.call('user/create_user', { name: 'Ada' })).results.user
  const { link, linkId } = (await service.call('auth/create_link', { userId, platform })).results
  return { userId, link, linkId }
}

/** Presses the button of the link's page, without submitting the consent form of the platform. */
async function start(link: string): Promise<{ cookie: string; consentUrl: string }> {
  const csrf = /name="csrf" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? ''
  const started = await fetch(`${link}/start`, { method: 'POST', body: new URLSearchParams({ csrf }) })
  const onward = /content="0;url=([^"]+)"/.exec(await started.text())?.[1] ?? ''
  const [cookie = ''] = (started.headers.getSetCookie()[0] ?? '').split(';')
  return { cookie, consentUrl: onward.replaceAll('&amp;', '&') }
}

/** Submits the consent form of the platform, and follows the redirect to adrail. */
async function submitConsent(link: string, person: string, decision = 'allow'): Promise<void> {
  const { cookie, consentUrl } = await start(link)
  const body = new URLSearchParams({ person, decision })
  const consentResponse = await fetch(consentUrl, { method: 'POST', body, redirect: 'manual' })
  await fetch(consentResponse.headers.get('location') ?? '', { headers: { cookie }, redirect: 'manual' })
}

/** Returns the status, and the reason if there is one. */
async function linkOutcome(linkId: string): Promise<string> {
  const { status, linkError } = expectSuccess('auth/get_link_status', await linkStatus(linkId))
  return [status, linkError].filter((word) => word !== '').join(': ')
}

describe('auth/get_link_status', () => {
  test.each(['SOCIAL_A', 'PROFESSIONAL', 'SEARCH'] as const)(
    'returns the platform and the user of a new link to %s [R4.add.auth-get_link_status, R4.add.auth-get_link_status.results]',
    async (platform) => {
      const { userId, linkId } = await makeLink(platform)
      expect(expectSuccess('auth/get_link_status', await linkStatus(linkId))).toEqual({
        success: true,
        error: '',
        status: 'created',
        linkError: '',
        platform,
        userId,
      })
    },
  )

  test('returns a new status after each step of a link [R4.add.auth-get_link_status.results]', async () => {
    const { link, linkId } = await makeLink()
    expect(await linkOutcome(linkId)).toBe('created')
    await fetch(link)
    expect(await linkOutcome(linkId)).toBe('opened')
    await start(link)
    expect(await linkOutcome(linkId)).toBe('started')
    await submitConsent(link, 'otto')
    expect(await linkOutcome(linkId)).toBe('selecting')
    await submitConsent(link, 'ben')
    expect(await linkOutcome(linkId)).toBe('completed')
  })

  test('returns the reason why a link did not complete [R4.add.auth-get_link_status.results]', async () => {
    const end = async (platform: 'SOCIAL_A' | 'SEARCH', person: string, decision: string) => {
      const { link, linkId } = await makeLink(platform)
      await submitConsent(link, person, decision)
      return await linkOutcome(linkId)
    }
    expect(await end('SEARCH', 'ada', 'refuse')).toBe('cancelled: access_denied')
    expect(await end('SOCIAL_A', 'ada', 'misconfigured')).toBe('failed: app_misconfigured')
    // The user can resolve these problems, so the link stays open.
    expect(await end('SEARCH', 'nora', 'allow')).toBe('opened: no_ad_accounts')
    expect(await end('SOCIAL_A', 'yuki', 'partial')).toBe('opened: missing_permissions')
    const { linkId } = await makeLink()
    service.clock.advance(30 * 60_000)
    expect(await linkOutcome(linkId)).toBe('expired')
  })

  test('returns the same LINK_NOT_FOUND response for an unknown link and a link of another workspace [R5.4.workspace]', async () => {
    const { linkId } = await makeLink()
    const other = await service.newWorkspace()
    const [unknown, foreign] = await Promise.all([
      linkStatus('lnk_00000000000000000000000000', other.apiKey),
      linkStatus(linkId, other.apiKey),
    ])
    expectRefusal(unknown, 'LINK_NOT_FOUND')
    expect(withoutSentId(foreign, linkId)).toEqual(withoutSentId(unknown, 'lnk_00000000000000000000000000'))
  })
})

testOperationCosts('auth/get_link_status', { store: 1, upstream: 0 }, async (service) => {
  const userId = await newUser(service)
  const { results } = await service.call('auth/create_link', { userId, platform: 'SEARCH' })
  return { linkId: results.linkId }
})
