import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { oauthClient } from '../../../testing/oauth.ts'
import { buildUrl, getJson, noon, postForm, useSandbox } from '../../../testing/sandbox.ts'
import { dayMs } from '../../core/durations.ts'
import { standingTokenText } from '../../index.ts'

const client = {
  client_id: 'sandbox-search.apps.googleusercontent.com',
  client_secret: 'sandbox-search-secret',
}
const redirect_uri = 'http://127.0.0.1:9/connect/callback/search'
const adsScope = 'https://www.googleapis.com/auth/adwords'
const expired = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }

const sandbox = useSandbox()

const { code, token, redeem, refresh, linked } = oauthClient(sandbox, {
  client,
  redirect_uri,
  authorizePath: '/o/oauth2/v2/auth',
  tokenPath: '/token',
  authorizeParams: { scope: `openid email profile ${adsScope}`, access_type: 'offline', prompt: 'consent' },
})

const userinfo = (access: unknown) =>
  getJson(`${sandbox.url}/v1/userinfo`, { authorization: `Bearer ${access}` })

const simulate = (name: string, body: unknown) =>
  fetch(`${sandbox.url}/_sandbox/simulate/${name}`, { method: 'POST', body: JSON.stringify(body) })

test('a code becomes a one-hour access token and a refresh token, with the scopes and an ID token', async () => {
  const body = await linked()
  expect(body).toEqual({
    access_token: expect.stringMatching(/^ya29\.[\w-]+$/),
    expires_in: 3_599,
    refresh_token: expect.stringMatching(/^1\/\/[\w-]{20,}$/),
    scope: `openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile ${adsScope}`,
    token_type: 'Bearer',
    id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  })
  const claims = JSON.parse(Buffer.from(String(body['id_token']).split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({
    iss: 'https://accounts.google.com',
    aud: client.client_id,
    sub: '104800000000000000101',
    email: 'ada@fox-bakery.example',
    email_verified: true,
    name: 'Ada Fox',
    given_name: 'Ada',
    iat: noon / 1000,
    exp: noon / 1000 + 3_600,
  })
  expect((await userinfo(body['access_token'])).body).toMatchObject({
    sub: claims.sub,
    name: 'Ada Fox',
    picture: claims.picture,
  })
  expect((await fetch(claims.picture)).headers.get('content-type')).toBe('image/jpeg')
})

test('a refresh returns a new access token and an ID token but no refresh token', async () => {
  const { refresh_token, access_token } = await linked()
  const { status, body } = await refresh(refresh_token)
  expect([status, Object.keys(body).sort()]).toEqual([
    200,
    ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'],
  ])
  expect(body['access_token']).not.toBe(access_token)
  expect((await userinfo(access_token)).status).toBe(200)
})

test('an access token expires after one hour, and the refresh token returns a new one', async () => {
  const { access_token, refresh_token } = await linked()
  sandbox.clock.advance(3_599_000)
  expect((await userinfo(access_token)).status).toBe(401)
  expect((await userinfo((await refresh(refresh_token)).body['access_token'])).status).toBe(200)
})

test('a refresh token is returned only for offline access after a consent screen', async () => {
  expect(await linked({ access_type: 'online' })).not.toHaveProperty('refresh_token')
  expect(await linked({ prompt: 'select_account' }, { person: 'ben' })).toHaveProperty('refresh_token')
  expect(await linked({ prompt: 'select_account' }, { person: 'ben' })).not.toHaveProperty('refresh_token')
  expect(await linked({ prompt: 'select_account consent' }, { person: 'ben' })).toHaveProperty(
    'refresh_token',
  )
})

test('a partial consent omits the deselected scope but not the identity scopes', async () => {
  const body = await linked({}, { decision: 'partial', scopes: [] })
  expect(body['scope']).not.toContain(adsScope)
  expect((await userinfo(body['access_token'])).body['email']).toBe('ada@fox-bakery.example')
})

test('the parameter include_granted_scopes adds the earlier scopes to a new grant', async () => {
  await linked()
  expect((await linked({ scope: 'openid' }))['scope']).toBe('openid')
  expect((await linked({ scope: 'openid', include_granted_scopes: 'true' }))['scope']).toContain(adsScope)
})

test('a code works once, for ten minutes and only with its own redirect address', async () => {
  const used = await code()
  expect((await redeem(used)).status).toBe(200)
  expect(await redeem(used)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await redeem(await code(), { redirect_uri: 'http://127.0.0.1:9/other' })).toMatchObject({
    status: 400,
    body: { error: 'redirect_uri_mismatch' },
  })
  const late = await code()
  sandbox.clock.advance(600_000)
  expect(await redeem(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await redeem('4/0Anonsense')).toMatchObject({
    status: 400,
    body: { error_description: 'Malformed auth code.' },
  })
})

test.each(['S256', 'plain'])(
  'a code with a PKCE challenge of kind %s requires the matching verifier',
  async (method) => {
    const verifier = 'a-verifier-of-enough-length-for-the-purpose-0123456789'
    const text = method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
    const challenge = { code_challenge: text, code_challenge_method: method }
    expect(await redeem(await code(challenge))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect(await redeem(await code(challenge), { code_verifier: `${verifier}x` })).toMatchObject({
      body: { error_description: 'Invalid code verifier.' },
    })
    expect((await redeem(await code(challenge), { code_verifier: verifier })).status).toBe(200)
  },
)

test.each([
  [{ client_id: 'nobody' }, 401, 'invalid_client', 'The OAuth client was not found.'],
  [{ client_secret: 'wrong' }, 401, 'invalid_client', 'The provided client secret is invalid.'],
  [{ client_secret: '' }, 400, 'invalid_request', 'client_secret is missing.'],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 'Invalid grant_type: password'],
  [{ code: '' }, 400, 'invalid_request', 'Missing required parameter: code'],
  [{ redirect_uri: '' }, 400, 'invalid_request', 'Missing required parameter: redirect_uri'],
])('an invalid code exchange is refused: %j', async (more, status, error, error_description) => {
  expect(await redeem(await code(), more)).toMatchObject({ status, body: { error, error_description } })
})

test('the token endpoint accepts client credentials in the authorization header', async () => {
  const { client_id, client_secret } = client
  const basic = Buffer.from(`${encodeURIComponent(client_id)}:${client_secret}`).toString('base64')
  const form = { grant_type: 'authorization_code', code: await code(), redirect_uri }
  expect((await token(form, { authorization: `Basic ${basic}` })).status).toBe(200)
})

test('a refresh token that is unknown, idle for 183 days or revoked is refused with the same error', async () => {
  expect(await refresh('1//0nonsense')).toMatchObject({ status: 400, body: expired })
  const idle = await linked()
  sandbox.clock.advance(183 * dayMs)
  expect(await refresh(idle['refresh_token'])).toMatchObject({ status: 400, body: expired })
  const removed = await linked()
  await simulate('revoke', { person: 'ada', platform: 'search' })
  expect(await refresh(removed['refresh_token'])).toMatchObject({ status: 400, body: expired })
})

test('a refresh token that is used every 150 days stays valid', async () => {
  const { refresh_token } = await linked()
  for (const _ of [1, 2, 3]) {
    sandbox.clock.advance(150 * dayMs)
    expect((await refresh(refresh_token)).status).toBe(200)
  }
})

test('the 101st refresh token of a person revokes the oldest one', async () => {
  const first = await linked()
  const second = await linked()
  for (let count = 3; count <= 100; count++) await linked()
  expect((await refresh(first['refresh_token'])).status).toBe(200)
  await linked()
  expect((await refresh(first['refresh_token'])).body).toEqual(expired)
  expect((await refresh(second['refresh_token'])).status).toBe(200)
  expect((await refresh(standingTokenText('search', 'ada', 'refresh'))).status).toBe(200)
})

test('a refresh token of a testing consent screen expires after seven days, even when the switch is off by then', async () => {
  sandbox.state().switches.search.testing = true
  const body = await linked()
  expect(body['refresh_token_expires_in']).toBe(7 * 86_400 - 1)
  sandbox.state().switches.search.testing = false
  sandbox.clock.advance(7 * dayMs - 1)
  expect((await refresh(body['refresh_token'])).status).toBe(200)
  sandbox.clock.advance(1)
  expect((await refresh(body['refresh_token'])).body).toEqual(expired)
})

test('a time-based grant returns its expiry and expires then', async () => {
  sandbox.state().switches.search.timeBasedSeconds = 15_552_000
  const body = await linked()
  expect(body['refresh_token_expires_in']).toBe(15_551_999)
  sandbox.clock.advance(15_552_000_000)
  expect((await refresh(body['refresh_token'])).body).toEqual(expired)
})

test.each(['invalid_rapt', 'rapt_required'])(
  'session control refuses a refresh with the subtype %s until a new consent',
  async (subtype) => {
    const { refresh_token, access_token } = await linked()
    await simulate('session_control', { person: 'ada', subtype })
    expect(await refresh(refresh_token)).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_grant',
        error_subtype: subtype,
        error_description: `reauth related error (${subtype})`,
        error_uri: expect.stringMatching(/^https:/),
      },
    })
    expect((await userinfo(access_token)).status).toBe(200)
    await linked()
    expect((await refresh(refresh_token)).status).toBe(200)
  },
)

test('strict rotation revokes all tokens of a grant when a used refresh token is used again', async () => {
  sandbox.state().switches.search.rotation = true
  const { refresh_token } = await linked()
  const next = await refresh(refresh_token)
  expect(next.body['refresh_token']).not.toBe(refresh_token)
  expect((await refresh(refresh_token)).body).toEqual(expired)
  expect((await refresh(next.body['refresh_token'])).body).toEqual(expired)
  expect((await userinfo(next.body['access_token'])).status).toBe(401)
})

test('tokeninfo returns all values as text and accepts the token in query, form and header', async () => {
  const { access_token } = await linked()
  const expected = {
    azp: client.client_id,
    aud: client.client_id,
    sub: '104800000000000000101',
    exp: String(noon / 1000 + 3_599),
    expires_in: '3599',
    email: 'ada@fox-bakery.example',
    email_verified: 'true',
    access_type: 'offline',
  }
  const text = String(access_token)
  expect((await getJson(buildUrl(sandbox.url, '/tokeninfo', { access_token: text }))).body).toMatchObject(
    expected,
  )
  expect((await postForm(`${sandbox.url}/tokeninfo`, { access_token: text })).body).toMatchObject(expected)
  expect(
    (await postForm(`${sandbox.url}/tokeninfo`, {}, { authorization: `Bearer ${text}` })).body,
  ).toMatchObject(expected)
  expect(await getJson(buildUrl(sandbox.url, '/tokeninfo', { access_token: 'x' }))).toMatchObject({
    status: 400,
    body: { error: 'invalid_token', error_description: 'Invalid Value' },
  })
})

test('tokeninfo accepts a valid ID token and refuses an altered one', async () => {
  const id_token = String((await linked())['id_token'])
  expect((await getJson(buildUrl(sandbox.url, '/tokeninfo', { id_token }))).body).toMatchObject({
    email_verified: 'true',
  })
  const [head, body, signature] = id_token.split('.')
  const forged = `${head}.${Buffer.from('{"sub":"1"}').toString('base64url')}.${signature}`
  expect((await getJson(buildUrl(sandbox.url, '/tokeninfo', { id_token: forged }))).status).toBe(400)
  expect(body).toBeDefined()
})

test.each(['query', 'form'])(
  'revocation by %s revokes all tokens of the grant and returns invalid_token the second time',
  async (way) => {
    const { access_token, refresh_token } = await linked()
    const text = String(access_token)
    const revoke = () =>
      way === 'query'
        ? fetch(buildUrl(sandbox.url, '/revoke', { token: text }), { method: 'POST' })
        : fetch(`${sandbox.url}/revoke`, { method: 'POST', body: new URLSearchParams({ token: text }) })
    expect((await revoke()).status).toBe(200)
    const again = await revoke()
    expect([again.status, await again.json()]).toEqual([
      400,
      { error: 'invalid_token', error_description: 'Token expired or revoked' },
    ])
    expect((await refresh(refresh_token)).body).toEqual(expired)
    expect((await userinfo(access_token)).status).toBe(401)
    expect(await linked({ prompt: 'select_account' })).toHaveProperty('refresh_token')
  },
)

test('the discovery document lists the token endpoint and a working key endpoint', async () => {
  const { body } = await getJson(`${sandbox.url}/.well-known/openid-configuration`)
  expect(body['token_endpoint']).toBe(`${sandbox.url}/token`)
  const { keys } = (await getJson(String(body['jwks_uri']))).body
  expect(keys).toMatchObject([{ kty: 'RSA', alg: 'RS256', use: 'sig' }])
})
