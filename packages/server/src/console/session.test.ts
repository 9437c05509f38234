// A sign-in at the console exchanges an API key for a session. Only pages of this service can use the
// session.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConsoleClient, type SignedInBrowser } from '../../testing/consoleSession.ts'
import { newFolder } from '../../testing/folders.ts'
import { useService } from '../../testing/service.ts'
import { markKeyRevoked } from '../store/keys.ts'

const service = useService()

const { ownHeaders, post, sessionOf, signIn, call, prove } = createConsoleClient(service)

function list(browser: SignedInBrowser, headers: Readonly<Record<string, string>> = {}) {
  return call(browser, 'user/list_users', {}, headers)
}

describe('a console session', () => {
  test('is created from a key, has an HttpOnly SameSite cookie, and can call only the operations of its key', async () => {
    const { text } = await service.newKey({ scopes: ['read'] })
    const response = await post('/console/session', { apiKey: text })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^adrail_session=[\w.-]{90,}; Path=\/; HttpOnly; SameSite=Strict$/)
    const browser = await signIn(text)
    const { operations, workspace } = await sessionOf(browser.cookie)
    expect(workspace).toEqual({ workspaceId: service.workspaceId, name: 'Test' })
    expect(operations).toContain('user/list_users')
    expect(operations).not.toContain('user/create_user')
    expect((await list(browser)).status).toBe(200)
    const headers = { ...ownHeaders(), cookie: browser.cookie, 'x-adrail-page': browser.pageToken }
    const refused = await post('/console/api/user/create_user', { name: 'A' }, headers)
    expect(refused.results.code).toBe('FORBIDDEN')
  })

  test('is not created from a wrong key, nor without a key outside of a demo', async () => {
    for (const body of [{ apiKey: `${service.apiKey}x` }, { demo: true }, {}, null])
      expect((await post('/console/session', body)).results.code).toBe('UNAUTHENTICATED')
  })

  test('never adopts a cookie from before the sign-in, and replaces the previous session of the browser', async () => {
    const planted = `adrail_session=${'p'.repeat(43)}`
    const first = await signIn(service.apiKey, planted)
    expect(first.cookie).not.toBe(planted)
    const second = await signIn(service.apiKey, first.cookie)
    expect(second.cookie).not.toBe(first.cookie)
    expect((await list(first)).status).toBe(401)
    expect((await list({ ...second, cookie: planted })).status).toBe(401)
    expect((await list({ ...second, cookie: `${planted}; ${second.cookie}` })).status).toBe(401)
  })

  test('ends at the sign-out, and a copy of its cookie is refused', async () => {
    const browser = await signIn()
    const out = await post('/console/session/end', {}, { ...ownHeaders(), cookie: browser.cookie })
    expect(out.headers.get('set-cookie')).toMatch(/^adrail_session=; .*Max-Age=0$/)
    expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect((await list(browser)).status).toBe(401)
  })

  test('ends when its key is revoked', async () => {
    const { id, text } = await service.newKey()
    const browser = await signIn(text)
    expect((await list(browser)).status).toBe(200)
    await markKeyRevoked(service.app.store.db, id, service.clock.now())
    expect((await list(browser)).status).toBe(401)
    expect(await sessionOf(browser.cookie)).toMatchObject({ signedIn: false })
  })

  test('stays valid for 12 hours when it is used every 20 minutes, and expires then', async () => {
    const [idle, busy] = [await signIn(), await signIn()]
    const step = 20 * 60_000
    service.clock.advance(step)
    expect((await list(idle)).status).toBe(200)
    for (let passed = step; passed < 12 * 60 * 60_000; passed += step) {
      expect((await list(busy)).status).toBe(200)
      service.clock.advance(step)
    }
    expect((await list(busy)).status).toBe(401)
    expect((await list(idle)).status).toBe(401)
  })

  test('records the surface console in the audit entries of its operations', async () => {
    const { cookie, pageToken } = await signIn()
    const headers = { ...ownHeaders(), cookie, 'x-adrail-page': pageToken }
    const { results } = await post('/console/api/user/create_user', { name: 'By console' }, headers)
    const entry = await service.app.store.db
      .selectFrom('audit_entries')
      .select('surface')
      .where('subject', '=', results.user.userId)
      .executeTakeFirst()
    expect(entry?.surface).toBe('console')
  })
})

describe('a sign-in or sign-out', () => {
  const logFile = join(newFolder('adrail-sessions-'), 'log')
  const logged = useService({ logFile })
  const own = createConsoleClient(logged)
  const linesOf = (keyId: string): Record<string, unknown>[] =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"msg":"session.') && line.includes(keyId))
      .map((line) => JSON.parse(line))
  const entriesOf = async (keyId: string) =>
    await logged.app.store.db
      .selectFrom('audit_entries')
      .select(['event', 'workspace_id', 'subject', 'surface', 'after'])
      .where('actor', '=', keyId)
      .orderBy('number')
      .execute()

  test('writes one log line with the IP address and one audit entry without it', async () => {
    const { id, text } = await logged.newKey()
    const { cookie } = await own.signIn(text)
    const { sessionId } = await own.sessionOf(cookie)
    const end = () => own.post('/console/session/end', {}, { ...own.ownHeaders(), cookie })
    await end()
    // The second request has no session to end, so adrail records nothing.
    await end()
    const about = { sessionId, keyId: id, workspaceId: logged.workspaceId, page: 'console' }
    const from = { address: '127.0.0.1', requestId: expect.stringMatching(/^req_/) }
    expect(linesOf(id)).toEqual([
      expect.objectContaining({ msg: 'session.started', ...about, ...from }),
      expect.objectContaining({ msg: 'session.ended', ...about, ...from }),
    ])
    const entry = { workspace_id: logged.workspaceId, subject: sessionId, surface: 'console' }
    expect(await entriesOf(id)).toEqual([
      { ...entry, event: 'session.started', after: '{"page":"console"}' },
      { ...entry, event: 'session.ended', after: '{"page":"console"}' },
    ])
    expect(JSON.stringify(linesOf(id))).not.toContain(cookie.slice(20, 60))
  })
})

describe('a cookie that the service never issued', () => {
  const counted: string[] = []
  const guarded = useService({ onStatement: (text) => counted.push(text) })
  const guess = (number: number) =>
    createConsoleClient(guarded).call(
      { cookie: `adrail_session=k1.${String(number).padStart(80, 'x')}`, pageToken: 'x' },
      'user/list_users',
      {},
    )

  test('causes no database query for a session, whether the request calls an operation or signs out', async () => {
    counted.length = 0
    expect((await guess(0)).status).toBe(401)
    const { post, ownHeaders } = createConsoleClient(guarded)
    const cookie = `adrail_session=k1.${'x'.repeat(80)}`
    expect((await post('/console/session/end', {}, { ...ownHeaders(), cookie })).status).toBe(200)
    expect(counted.filter((text) => text.includes('console_sessions'))).toEqual([])
  })

  test('is refused with 429 when one IP address sends too many, while API keys from that address still work', async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, (_, number) => guess(number)))
    const codes = new Set(responses.map(({ results }) => results.code))
    expect(codes).toEqual(new Set(['UNAUTHENTICATED', 'RATE_LIMITED']))
    expect(responses.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1')
    expect((await guarded.call('user/list_users', {})).status).toBe(200)
  })
})

describe('a request that is not from a page of this service', () => {
  const foreign = 'https://evil.example'
  /** A placeholder for the origin of the service, which is unknown before the service runs. */
  const serviceOrigin = 'ours'
  let browser: SignedInBrowser
  beforeAll(async () => {
    browser = await signIn()
  })

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: foreign, 'sec-fetch-site': 'cross-site' }],
    ['another site in an old browser', { origin: foreign }],
    ['another host of the same site', { origin: 'https://evil.localhost', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a client that sends no origin', {}],
    [
      'another site that claims the origin of adrail',
      { origin: serviceOrigin, 'sec-fetch-site': 'cross-site' },
    ],
  ])('is refused with ORIGIN_NOT_ALLOWED when it comes from %s', async (_, headers) => {
    const origin = headers['origin'] === serviceOrigin ? { origin: service.url } : {}
    const carried = { cookie: browser.cookie, 'x-adrail-page': browser.pageToken, ...headers, ...origin }
    for (const [path, body] of [
      ['/console/api/user/list_users', {}],
      ['/console/session', { apiKey: service.apiKey }],
      ['/console/session/end', {}],
    ] as const) {
      const response = await post(path, body, carried)
      expect(response.results.code, path).toBe('ORIGIN_NOT_ALLOWED')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await list(browser)).status).toBe(200)
  })

  test('is refused without the page token, or with the page token of another session', async () => {
    const other = await signIn()
    for (const token of ['', 'x', other.pageToken])
      expect((await list(browser, { 'x-adrail-page': token })).results.code).toBe('ORIGIN_NOT_ALLOWED')
  })

  test('is refused with 415 when a form posts it as text/plain', async () => {
    const response = await service.send('/console/session', {
      method: 'POST',
      headers: { ...ownHeaders(), 'content-type': 'text/plain' },
      body: JSON.stringify({ apiKey: service.apiKey }),
    })
    expect(response.status).toBe(415)
  })

  test('is refused when it calls the HTTP API with only the session cookie', async () => {
    const response = await post('/user/list_users', {}, { ...ownHeaders(), cookie: browser.cookie })
    expect(response.results.code).toBe('UNAUTHENTICATED')
  })
})

describe('the console of a demo', () => {
  const wantsDemo = { demo: true }
  let secret = ''
  beforeEach(() => {
    secret = service.app.offerDemoKey(service.apiKey)
    return () => service.app.offerDemoKey('')
  })
  const redeem = (demoSecret: string, headers: Readonly<Record<string, string>> = {}) =>
    post('/demo/access', { secret: demoSecret }, { ...ownHeaders(), ...headers })
  const cookieOf = async () => ((await redeem(secret)).headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const signInWith = (headers: Readonly<Record<string, string>>) =>
    post('/console/session', wantsDemo, { ...ownHeaders(), ...headers })

  test('lets a browser that redeemed the secret of the printed link sign in repeatedly without a key', async () => {
    const response = await redeem(secret)
    expect(response.headers.get('set-cookie')).toMatch(
      /^adrail_demo=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    )
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    for (const _ of [1, 2]) {
      const { status, headers } = await signInWith({ cookie })
      expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^adrail_session=/)])
    }
    expect(await sessionOf(cookie)).toMatchObject({ signedIn: false, demo: true })
  })

  test('refuses a sign-in without the demo cookie, and with the secret itself as the cookie', async () => {
    expect((await signInWith({})).results.code).toBe('UNAUTHENTICATED')
    expect(await sessionOf('')).toMatchObject({ signedIn: false, demo: false })
    expect((await signInWith({ cookie: `adrail_demo=${secret}` })).status).toBe(401)
  })

  test('accepts the secret once, and refuses wrong secrets and requests through a proxy', async () => {
    expect((await redeem('')).status).toBe(401)
    expect((await redeem(`${secret}x`)).status).toBe(401)
    expect((await redeem(secret, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(401)
    expect((await redeem(secret)).status).toBe(200)
    expect((await redeem(secret)).status).toBe(401)
  })

  test('refuses the demo cookie after 30 days, and in requests through a proxy', async () => {
    const cookie = await cookieOf()
    expect((await signInWith({ cookie, 'x-forwarded-for': '203.0.113.7' })).status).toBe(401)
    service.clock.advance(30 * 24 * 60 * 60_000)
    expect((await signInWith({ cookie })).status).toBe(401)
  })

  test('accepts the demo cookie instead of the key as proof of a session', async () => {
    const cookie = await cookieOf()
    const started = await signInWith({ cookie })
    const [session = ''] = (started.headers.get('set-cookie') ?? '').split(';')
    const { pageToken } = await sessionOf(session)
    const both = `${session}; ${cookie}`
    expect((await prove({ cookie: session, pageToken }, wantsDemo)).status).toBe(401)
    expect((await prove({ cookie: both, pageToken }, wantsDemo)).status).toBe(200)
  })
})

describe('a service with an HTTPS public URL', () => {
  const secured = useService({ environment: { PUBLIC_URL: 'https://ads.example' } })

  test('sets a Secure session cookie with the prefix __Host-, and forbids caching of the session', async () => {
    const response = await secured.send('/console/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://ads.example' },
      body: JSON.stringify({ apiKey: secured.apiKey }),
    })
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-adrail_session=[\w.-]{90,}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const { headers } = await secured.send('/console/session', { headers: { accept: 'text/html' } })
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
