import { expect, test } from 'vitest'
import { buildUrl, getJson, useSandbox } from '../../testing/sandbox.ts'
import { standingTokenText } from '../index.ts'

const sandbox = useSandbox()

const send = (body: unknown) =>
  fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(body) })

/** Injects a fault and returns its id. */
async function order(body: unknown): Promise<string> {
  const response = await send(body)
  expect(response.status).toBe(201)
  return Object(await response.json()).id
}

const refreshForm = () => ({
  grant_type: 'refresh_token',
  refresh_token: standingTokenText('search', 'ada', 'refresh'),
  client_id: 'sandbox-search.apps.googleusercontent.com',
  client_secret: 'sandbox-search-secret',
})

const refresh = () =>
  fetch(`${sandbox.url}/token`, { method: 'POST', body: new URLSearchParams(refreshForm()) })

const countIssuedTokens = () => sandbox.requests.effects({ call: 'oauth.token' }).length

const permissions = () =>
  getJson(
    buildUrl(sandbox.url, '/v26.0/me/permissions', { access_token: standingTokenText('social', 'ada') }),
  )

test('a status fault with times 2 fails two calls in the platform’s error format and is recorded with each', async () => {
  const id = await order({
    platform: 'social',
    call: 'permissions.list',
    kind: 'status',
    status: 400,
    code: '190/463',
    times: 2,
  })
  for (const _ of [1, 2]) {
    const { status, body } = await permissions()
    expect([status, body['error']]).toMatchObject([
      400,
      { code: 190, error_subcode: 463, type: 'OAuthException' },
    ])
  }
  expect((await permissions()).status).toBe(200)
  const { faults, unspent } = (await getJson(`${sandbox.url}/_sandbox/faults`)).body
  expect([faults, unspent]).toMatchObject([[{ id, met: 2 }], []])
  expect(sandbox.requests.list().map(({ fault }) => fault)).toEqual([id, id, undefined])
})

test('a fault at a token endpoint uses the OAuth error format, not the format of the platform API', async () => {
  await order({ platform: 'search', call: 'oauth.token', kind: 'status', status: 400, code: 'invalid_grant' })
  expect(await (await refresh()).json()).toMatchObject({ error: 'invalid_grant' })
})

test('a fault before the effect prevents the effect, and a fault after it only replaces the response', async () => {
  await order({ platform: 'search', call: 'oauth.token', kind: 'status', status: 503, when: 'before' })
  expect((await refresh()).status).toBe(503)
  expect(countIssuedTokens()).toBe(0)
  await order({ platform: 'search', call: 'oauth.token', kind: 'status', status: 503, when: 'after' })
  expect((await refresh()).status).toBe(503)
  expect(countIssuedTokens()).toBe(1)
})

test.each(['before', 'after'] as const)(
  'a reset %s the effect cuts the connection without a response',
  async (when) => {
    await order({ platform: 'search', call: 'oauth.token', kind: 'reset', when })
    await expect(refresh()).rejects.toThrow('fetch failed')
    expect(countIssuedTokens()).toBe(when === 'after' ? 1 : 0)
    expect((await refresh()).status).toBe(200)
  },
)

test('a stalled request completes normally after the fault is released', async () => {
  const id = await order({ platform: 'search', call: 'oauth.token', kind: 'stall' })
  const heldRequest = refresh()
  await expect.poll(() => sandbox.faults.list()[0]?.holding).toBe(1)
  expect(countIssuedTokens()).toBe(0)
  expect((await fetch(`${sandbox.url}/_sandbox/faults/${id}/release`, { method: 'POST' })).status).toBe(200)
  expect((await heldRequest).status).toBe(200)
  expect(countIssuedTokens()).toBe(1)
})

test('a stalled request continues when its time has passed, and is dropped when the client disconnects', async () => {
  await order({ platform: 'search', call: 'oauth.token', kind: 'stall', milliseconds: 1 })
  expect((await refresh()).status).toBe(200)
  const id = await order({ platform: 'search', call: 'oauth.token', kind: 'stall', when: 'after' })
  const abortController = new AbortController()
  const heldRequest = fetch(`${sandbox.url}/token`, {
    method: 'POST',
    body: new URLSearchParams(refreshForm()),
    signal: abortController.signal,
  })
  await expect.poll(() => sandbox.faults.list()[1]?.holding).toBe(1)
  abortController.abort()
  await expect(heldRequest).rejects.toThrow()
  await expect.poll(() => sandbox.faults.list()[1]?.holding).toBe(0)
  expect(sandbox.requests.list().at(-1)).toMatchObject({ status: 0, fault: id })
})

test('a late fault cuts the connection immediately and applies the effect when it is released', async () => {
  const id = await order({ platform: 'search', call: 'oauth.token', kind: 'late' })
  await expect(refresh()).rejects.toThrow('fetch failed')
  await expect.poll(() => sandbox.faults.list()[0]?.holding).toBe(1)
  expect(countIssuedTokens()).toBe(0)
  await fetch(`${sandbox.url}/_sandbox/faults/${id}/release`, { method: 'POST' })
  await expect.poll(countIssuedTokens).toBe(1)
})

test('a truncate fault applies the effect and cuts the response off in its body', async () => {
  await order({ platform: 'search', call: 'oauth.token', kind: 'truncate' })
  const response = await refresh()
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
  expect(countIssuedTokens()).toBe(1)
})

test('a garbage fault returns invalid JSON as application/json, and an html fault returns an HTML page', async () => {
  await order({ platform: 'search', call: 'oauth.token', kind: 'garbage' })
  const garbage = await refresh()
  expect(garbage.headers.get('content-type')).toBe('application/json')
  await expect(garbage.json()).rejects.toThrow()
  await order({ platform: 'search', call: 'oauth.token', kind: 'html' })
  const html = await refresh()
  expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
  expect(await html.text()).toContain('<h1>')
})

test('a client receives the complete response under a drip fault', async () => {
  await order({ platform: 'search', call: 'oauth.token', kind: 'drip', milliseconds: 1 })
  expect(Object.keys(Object(await (await refresh()).json()))).toContain('access_token')
})

test.each([
  ['social', 'permissions.list', () => permissions(), 400],
  ['search', 'oauth.token', async () => await refresh(), 429],
  ['pro', 'oauth.userinfo', () => getJson(`${sandbox.url}/v2/userinfo`), 429],
] as const)(
  'a rate limit fault on %s returns the status that the platform uses',
  async (platform, call, sendCall, status) => {
    await order({ platform, call, kind: 'rate_limit' })
    expect((await sendCall()).status).toBe(status)
  },
)

test('a fault for every call applies to the next call of any name after the calls that it skips', async () => {
  await order({ platform: 'search', call: '*', kind: 'status', status: 500, skip: 1 })
  expect((await refresh()).status).toBe(200)
  expect((await getJson(`${sandbox.url}/v1/userinfo`)).status).toBe(500)
  expect((await refresh()).status).toBe(200)
})

test('a deleted fault affects no call and cannot be deleted twice', async () => {
  const id = await order({ platform: 'search', call: 'oauth.token', kind: 'status', status: 500, times: 5 })
  expect(sandbox.faults.unspent()).toHaveLength(1)
  await fetch(`${sandbox.url}/_sandbox/faults/${id}`, { method: 'DELETE' })
  expect((await refresh()).status).toBe(200)
  expect((await fetch(`${sandbox.url}/_sandbox/faults/${id}`, { method: 'DELETE' })).status).toBe(400)
})

test.each([
  [{ platform: 'radio', call: '*', kind: 'reset' }, 'platform', 'social, search, pro'],
  [{ platform: 'search', call: 'oauth.tokens', kind: 'reset' }, 'call', 'oauth.token, oauth.tokeninfo'],
  [{ platform: 'search', kind: 'reset' }, 'call', 'oauth.token'],
  [{ platform: 'search', call: '*', kind: 'explode' }, 'kind', 'status, rate_limit, reset, stall'],
  [{ platform: 'search', call: '*', kind: 'status' }, 'status', 'from 100 to 599'],
  [{ platform: 'search', call: '*', kind: 'status', status: 99 }, 'status', 'from 100 to 599'],
  [{ platform: 'search', call: '*', kind: 'reset', times: 0 }, 'times', 'from 1 to'],
  [{ platform: 'search', call: '*', kind: 'reset', times: '3' }, 'times', 'whole number'],
  [{ platform: 'search', call: '*', kind: 'stall', milliseconds: 0.5 }, 'milliseconds', 'whole number'],
  [{ platform: 'search', call: '*', kind: 'reset', when: 'during' }, 'when', "'before' or 'after'"],
  [{ platform: 'search', call: '*', kind: 'drip', when: 'before' }, 'when', "'after'"],
  [
    { platform: 'search', call: '*', kind: 'reset', often: 2 },
    'often',
    'The known names are: platform, call, kind',
  ],
])(
  'the admin API refuses the invalid fault %j and reports the field and its valid values',
  async (body, field, hint) => {
    const response = await send(body)
    expect(response.status).toBe(400)
    const { error } = Object(await response.json())
    expect(error.field).toBe(field)
    expect(error.message).toContain(hint)
    expect(sandbox.faults.list()).toEqual([])
  },
)
