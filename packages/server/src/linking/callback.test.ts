// T25: only the browser that opened a link can complete it, and only once.

import type { LinkPlatform } from '@adrail/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { proofSize, proofTimeoutMs, reportProof } from '../../../../test/chaos/proofRun.ts'
import {
  advanceClocks,
  decideConsent,
  followCallback,
  type OAuthFlow,
  startLink,
  startOAuthFlow,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { toPlatform } from '../platforms/connector-kit/platformNames.ts'
import { addRedirectUri } from '../store/workspaces.ts'

const service = useService()
const redirectUri = 'https://app.example/back'
beforeAll(() => addRedirectUri(service.app.store.db, service.workspaceId, redirectUri, service.clock.now()))

/** Number of simultaneous copies of the genuine callback. */
const atOnce = proofSize(50, 100)

/** A flow whose user has consented, with the callback that the browser would send next. */
interface Returning extends OAuthFlow {
  readonly callback: URL
}

async function returning(platform: LinkPlatform): Promise<Returning> {
  const oauthFlow = await startOAuthFlow(service, {
    userId: await newUser(service),
    platform,
    redirectUri,
    state: 'theirs',
  })
  return { ...oauthFlow, callback: new URL((await decideConsent(oauthFlow)).replace(/#.*/, '')) }
}

interface Attempt {
  readonly what: string
  readonly url: string
  readonly cookie: string
}

/** Yields altered versions of the genuine callback. `other` is a simultaneous flow of another user. */
function* mutations(own: Returning, other: Returning): Generator<Attempt> {
  const { callback, cookie } = own
  const state = callback.searchParams.get('state') ?? ''
  const code = callback.searchParams.get('code') ?? ''
  const change = (change: (parameters: URLSearchParams) => void) => {
    const url = new URL(callback)
    change(url.searchParams)
    return url.href
  }
  const [name = '', secret = ''] = cookie.split('=')

  const cookies = [
    '',
    other.cookie,
    `${name}=${flip(secret, 3)}`,
    `${name}=`,
    `x${cookie}`,
    `${other.cookie.split('=')[0]}=${secret}`,
  ]
  for (const wrong of cookies) yield { what: `cookie ${wrong}`, url: callback.href, cookie: wrong }

  const otherState = other.callback.searchParams.get('state') ?? ''
  const states = [
    ...Array.from({ length: 10 }, (_, at) => flip(state, at * 4)),
    '',
    ' ',
    `${state}A`,
    state.slice(1),
    state.toLowerCase(),
    state.toUpperCase(),
    `${state}\0`,
    otherState,
    `v1.${state}`,
  ]
  for (const wrong of states)
    if (wrong !== state)
      yield { what: `state ${JSON.stringify(wrong)}`, url: change((all) => all.set('state', wrong)), cookie }
  yield { what: 'no state', url: change((all) => all.delete('state')), cookie }
  yield { what: 'state twice', url: change((all) => all.append('state', state)), cookie }
  yield { what: 'two states', url: change((all) => all.append('state', otherState)), cookie }
  yield { what: "somebody else's state and cookie of ours", url: other.callback.href, cookie }

  for (const path of ['social', 'search', 'pro', 'x', 'SEARCH', '%73earch%20', '..', '']) {
    const url = new URL(callback)
    url.pathname = `/connect/callback/${path}`
    if (url.pathname !== callback.pathname) yield { what: `path ${path}`, url: url.href, cookie }
  }

  yield { what: 'no code', url: change((all) => all.delete('code')), cookie }
  yield { what: 'empty code', url: change((all) => all.set('code', '')), cookie }
  yield { what: 'code twice', url: change((all) => all.append('code', code)), cookie }
  yield { what: 'two codes', url: change((all) => all.append('code', 'another')), cookie }
  yield { what: 'code and error', url: change((all) => all.append('error', 'access_denied')), cookie }
  yield { what: 'code and error_code', url: change((all) => all.append('error_code', '200')), cookie }
  const errors = (all: URLSearchParams) => {
    all.delete('code')
    all.append('error', 'access_denied')
    all.append('error', 'other')
  }
  yield { what: 'two errors', url: change(errors), cookie }

  for (const issuer of [
    'https://evil.example',
    'https://accounts.google.com.evil.example',
    'https://accounts.google.com/',
    'http://accounts.google.com',
    '',
  ])
    yield { what: `issuer ${issuer}`, url: change((all) => all.set('iss', issuer)), cookie }
  yield {
    what: 'issuer twice',
    url: change((all) => {
      all.set('iss', 'https://accounts.google.com')
      all.append('iss', 'https://accounts.google.com')
    }),
    cookie,
  }

  const bare = `${callback.origin}${callback.pathname}`
  for (const query of [
    '',
    '?',
    '?code=x',
    '?error=access_denied',
    `?state=${state}`,
    '?state=&code=',
    '?%00',
    `?STATE=${state}&code=${code}`,
  ])
    yield { what: `query ${query}`, url: bare + query, cookie }
}

function flip(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
}

/** Expects a refusal without details and without a redirect. */
async function expectRefused({ what, url, cookie }: Attempt): Promise<void> {
  const response = await followCallback(url, cookie)
  const text = await response.text()
  // A path that is not a callback returns 404.
  expect([400, 404], what).toContain(response.status)
  expect(response.headers.get('location'), what).toBeNull()
  expect(response.headers.get('refresh'), what).toBeNull()
  expect(text, what).not.toMatch(/app\.example|http-equiv="refresh"|theirs/)
}

describe('a callback', () => {
  test.each(['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)(
    'is refused before the code exchange when changed in any of many ways, and accepted once when genuine (%s)',
    async (platform) => {
      const sandbox = createSandboxAdmin(service, toPlatform(platform))
      await sandbox.clearRequests()
      const [own, other] = [await returning(platform), await returning(platform)]
      const attempts = [...mutations(own, other)]
      for (let round = 0; round < proofSize(1, 3); round++)
        for (const attempt of attempts) await expectRefused(attempt)
      const exchangeCount = await sandbox.countExchanges()
      expect(exchangeCount).toBe(0)
      expect(attempts.length).toBeGreaterThan(50)

      // The refused attempts have not used up the genuine callback.
      const responses = await Promise.all(
        Array.from({ length: atOnce }, () => followCallback(own.callback.href, own.cookie)),
      )
      const statuses = responses.map(({ status }) => status)
      // The redirect from Meta has a URL fragment that must not be forwarded, so its callback returns a page.
      // Other callbacks redirect.
      expect(statuses.filter((status) => status === (platform === 'SOCIAL_A' ? 200 : 303))).toHaveLength(1)
      expect(statuses.filter((status) => status === 400)).toHaveLength(atOnce - 1)
      expect(await sandbox.countExchanges()).toBe(1)
      for (const attempt of attempts.slice(0, 20)) await expectRefused(attempt)
      await expectRefused({ what: 'replay', url: own.callback.href, cookie: own.cookie })
      expect(await sandbox.countExchanges()).toBe(1)
      reportProof(`T25 ${platform}`, {
        changedCallbacks: proofSize(1, 3) * attempts.length,
        takenOfThem: exchangeCount,
        trueOnesAtOnce: atOnce,
        exchanges: await sandbox.countExchanges(),
      })
    },
    proofTimeoutMs,
  )

  test('is refused when it arrives half an hour after the link was opened', async () => {
    const sandbox = createSandboxAdmin(service, 'search')
    await sandbox.reset()
    const late = await returning('SEARCH')
    await advanceClocks(service, 30 * 60_000)

    await expectRefused({ what: 'late', url: late.callback.href, cookie: late.cookie })
    expect(await sandbox.countExchanges()).toBe(0)
  })

  test('is refused after another browser has opened the same link', async () => {
    const first = await returning('SEARCH')
    const second = await startLink(first.link)

    await expectRefused({ what: 'first trip', url: first.callback.href, cookie: first.cookie })
    await expectRefused({
      what: 'first trip, second browser',
      url: first.callback.href,
      cookie: second.cookie,
    })
    const callback = await decideConsent({ ...first, ...second })
    expect((await followCallback(callback, second.cookie)).status).toBe(303)
  })
})

describe('a second link of a connected user', () => {
  test('leaves the earlier connection unchanged while it is in progress and after it is abandoned', async () => {
    const userId = await newUser(service)
    const accounts = async () =>
      (await service.call('auth/get_connected_accounts_data', { userId })).results.connectedAccounts
    const oauthFlow = await startOAuthFlow(service, { userId, platform: 'SEARCH' })
    await followCallback(await decideConsent(oauthFlow), oauthFlow.cookie)
    const before = await accounts()
    expect(before.searchAds).toBeDefined()

    const abandoned = await startOAuthFlow(service, { userId, platform: 'SEARCH' })
    expect(await accounts()).toEqual(before)
    await followCallback(await decideConsent(abandoned, 'otto'), abandoned.cookie)
    expect(await accounts()).toEqual(before)
    await advanceClocks(service, 31 * 60_000)

    expect(await accounts()).toEqual(before)
    expect(await service.app.service.connections.connect(service.workspaceId, userId, 'search')).toBeDefined()
  })
})
