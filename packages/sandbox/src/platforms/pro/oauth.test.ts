import { expect, test } from 'vitest'
import { oauthClient } from '../../../testing/oauth.ts'
import { buildUrl, getJson, noon, postForm, pressConsent, useSandbox } from '../../../testing/sandbox.ts'
import { dayMs } from '../../core/durations.ts'
import { standingTokenText } from '../../index.ts'

const client = { client_id: 'sandboxpro0001', client_secret: 'sandbox-pro-secret' }
const second = { client_id: 'sandboxpro0002', client_secret: 'sandbox-pro-secret-2' }
const redirect_uri = 'http://127.0.0.1:9/connect/callback/pro'
const scope = 'r_basicprofile r_ads rw_ads openid profile email'
const dead = {
  status: 400,
  body: {
    error: 'invalid_request',
    error_description: 'The provided authorization grant or refresh token is invalid, expired or revoked',
  },
}

const sandbox = useSandbox()

const { code, token, redeem, refresh, linked } = oauthClient(sandbox, {
  client,
  redirect_uri,
  authorizePath: '/oauth/v2/authorization',
  tokenPath: '/oauth/v2/accessToken',
  authorizeParams: { scope, state: 's' },
})

const userinfo = (access: unknown) =>
  getJson(`${sandbox.url}/v2/userinfo`, { authorization: `Bearer ${access}` })

const introspect = (text: unknown, more: Readonly<Record<string, string>> = {}) =>
  postForm(`${sandbox.url}/oauth/v2/introspectToken`, { ...client, token: String(text), ...more })

test('a code becomes a 60-day access token and a one-year refresh token, with the scopes separated by commas', async () => {
  expect(await linked()).toEqual({
    access_token: expect.stringMatching(/^AQ[A-Za-z0-9_-]{40,}$/),
    expires_in: 5_183_999,
    refresh_token: expect.stringMatching(/^AQ[A-Za-z0-9_-]{40,}$/),
    refresh_token_expires_in: 31_535_999,
    scope: 'email,openid,profile,r_ads,r_basicprofile,rw_ads',
    token_type: 'Bearer',
  })
})

test('an authorization request can separate its scopes by commas', async () => {
  expect((await linked({ scope: 'r_ads,rw_ads' }))['scope']).toBe('r_ads,rw_ads')
})

test('a refresh returns the same refresh token and does not extend its expiry', async () => {
  const { refresh_token } = await linked()
  sandbox.clock.advance(100 * dayMs)
  expect((await refresh(refresh_token)).body).toMatchObject({
    refresh_token,
    refresh_token_expires_in: 265 * 86_400 - 1,
    expires_in: 5_183_999,
  })
  sandbox.clock.advance(260 * dayMs)
  const late = await refresh(refresh_token)
  expect(late.body).toMatchObject({ expires_in: 5 * 86_400 - 1 })
  sandbox.clock.advance(5 * dayMs)
  expect(await refresh(refresh_token)).toMatchObject(dead)
  expect(await userinfo(late.body['access_token'])).toMatchObject({
    status: 401,
    body: { serviceErrorCode: 65602 },
  })
})

test('an application without the switch refreshTokens gets no refresh token', async () => {
  sandbox.state().switches.pro.refreshTokens = false
  const body = await linked()
  expect(body).not.toHaveProperty('refresh_token')
  expect(body).not.toHaveProperty('refresh_token_expires_in')
})

test('a code works once, for 30 minutes and only with its own redirect address', async () => {
  const lost = {
    error: 'invalid_request',
    error_description: 'Unable to retrieve access token: authorization code not found',
  }
  const used = await code()
  expect((await redeem(used)).status).toBe(200)
  expect(await redeem(used)).toMatchObject({ status: 400, body: lost })
  expect(await redeem('AQTnonsense')).toMatchObject({ status: 400, body: lost })
  const elsewhere = { redirect_uri: 'http://127.0.0.1:9/other' }
  expect(await redeem(await code(), elsewhere)).toMatchObject({
    status: 400,
    body: { error: 'invalid_redirect_uri' },
  })
  const late = await code()
  sandbox.clock.advance(30 * 60_000)
  expect(await redeem(late)).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
})

test.each([
  [{ client_secret: 'wrong' }, 401, 'invalid_client', 'Client authentication failed'],
  [{ client_id: 'nobody' }, 401, 'invalid_client', 'Client authentication failed'],
  [{ code: '' }, 400, 'invalid_request', 'A required parameter "code" is missing'],
  [{ redirect_uri: '' }, 400, 'invalid_request', 'A required parameter "redirect_uri" is missing'],
  [{ client_secret: '' }, 400, 'invalid_request', 'A required parameter "client_secret" is missing'],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 'The grant type "password" is not supported'],
])('an invalid code exchange is refused: %j', async (more, status, error, error_description) => {
  expect(await redeem(await code(), more)).toMatchObject({ status, body: { error, error_description } })
})

test('a refresh token that is unknown, revoked or of another application is refused as an invalid request', async () => {
  expect(await refresh('AQWnonsense')).toMatchObject(dead)
  const { refresh_token } = await linked()
  const foreign = { ...second, grant_type: 'refresh_token', refresh_token: String(refresh_token) }
  expect(await token(foreign)).toMatchObject(dead)
  await fetch(`${sandbox.url}/_sandbox/simulate/revoke`, {
    method: 'POST',
    body: JSON.stringify({ person: 'ada', platform: 'pro' }),
  })
  expect(await refresh(refresh_token)).toMatchObject(dead)
})

test('tokens with the same scopes coexist, and a new consent with other scopes revokes them', async () => {
  const [first, twin] = [await linked(), await linked()]
  expect((await userinfo(first['access_token'])).status).toBe(200)
  expect((await userinfo(twin['access_token'])).status).toBe(200)
  const other = await linked({ scope: 'openid profile r_ads' })
  for (const old of [first, twin]) {
    expect(await userinfo(old['access_token'])).toMatchObject({
      status: 401,
      body: { serviceErrorCode: 65601 },
    })
    expect(await refresh(old['refresh_token'])).toMatchObject(dead)
  }
  expect((await userinfo(other['access_token'])).status).toBe(200)
  expect((await userinfo(standingTokenText('pro', 'ada'))).status).toBe(200)
})

test('the dialog skips a repeated consent for the same scopes when the switch consentSkipped is on', async () => {
  const authorizationParams = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    scope,
    state: 's',
  }
  const url = buildUrl(sandbox.url, '/oauth/v2/authorization', authorizationParams)
  const cookie = (await pressConsent(url, { person: 'ben' })).headers.get('set-cookie')?.split(';')[0] ?? ''
  const open = (address: URL) => fetch(address, { headers: { cookie }, redirect: 'manual' })
  expect((await open(url)).status).toBe(200)
  sandbox.state().switches.pro.consentSkipped = true
  const returned = new URL((await open(url)).headers.get('location') ?? '').searchParams
  const { access_token } = (await redeem(returned.get('code') ?? '')).body
  expect([returned.get('state'), (await userinfo(access_token)).body['name']]).toEqual(['s', 'Ben Single'])
  url.searchParams.set('scope', 'r_ads')
  expect((await open(url)).status).toBe(200)
  expect((await fetch(url)).status).toBe(200)
})

test('earlier permissions apply to a new token until stickyPermissionsSeconds have passed', async () => {
  sandbox.state().switches.pro.stickyPermissionsSeconds = 300
  await linked({ scope: 'r_ads' })
  const { access_token } = await linked({ scope: 'r_ads openid' })
  expect(await userinfo(access_token)).toMatchObject({ status: 403, body: { serviceErrorCode: 100 } })
  sandbox.clock.advance(300_000)
  expect((await userinfo(access_token)).status).toBe(200)
})

test('a new token is refused as revoked until freshTokenDelaySeconds have passed', async () => {
  sandbox.state().switches.pro.freshTokenDelaySeconds = 8
  const { access_token } = await linked()
  expect(await userinfo(access_token)).toMatchObject({
    status: 401,
    body: { status: 401, serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN' },
  })
  expect((await introspect(access_token)).body['active']).toBe(true)
  sandbox.clock.advance(8_000)
  expect((await userinfo(access_token)).status).toBe(200)
})

test('introspection distinguishes active, expired and revoked tokens, and reports a token of another application as inactive', async () => {
  const { access_token, refresh_token } = await linked()
  expect((await introspect(access_token)).body).toEqual({
    active: true,
    status: 'active',
    auth_type: '3L',
    authorized_at: noon / 1000,
    created_at: noon / 1000,
    expires_at: noon / 1000 + 5_184_000,
    scope: 'email,openid,profile,r_ads,r_basicprofile,rw_ads',
    client_id: client.client_id,
  })
  expect((await introspect(refresh_token)).body).toMatchObject({ active: true })
  expect((await introspect(access_token, second)).body).toEqual({ active: false })
  sandbox.clock.advance(60 * dayMs)
  expect((await introspect(access_token)).body).toMatchObject({ active: false, status: 'expired' })
  await linked({ scope: 'r_ads' })
  expect((await introspect(refresh_token)).body).toMatchObject({ active: false, status: 'revoked' })
  expect((await introspect('nonsense')).status).toBe(400)
  expect((await introspect(access_token, { client_id: 'nobody' })).status).toBe(400)
  expect((await introspect(access_token, { client_secret: 'wrong' })).status).toBe(401)
})

test('strict rotation revokes every refresh token of a grant when a used refresh token is used again', async () => {
  sandbox.state().switches.pro.rotation = true
  const { refresh_token } = await linked()
  const next = (await refresh(refresh_token)).body
  expect(next['refresh_token']).not.toBe(refresh_token)
  expect(await refresh(refresh_token)).toMatchObject(dead)
  expect(await refresh(next['refresh_token'])).toMatchObject(dead)
})

test('userinfo returns the identity of the member and requires the OpenID scopes', async () => {
  const { access_token } = await linked()
  const { body } = await userinfo(access_token)
  expect(body).toMatchObject({
    sub: 'aD4f0xK2p1',
    name: 'Ada Fox',
    given_name: 'Ada',
    family_name: 'Fox',
    email: 'ada@fox-bakery.example',
    email_verified: true,
    locale: { country: 'US', language: 'en' },
  })
  const poor = await linked({ scope: 'r_ads' }, { person: 'ben' })
  expect(await userinfo(poor['access_token'])).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } })
})

test.each([
  [{}, 65604],
  [{ authorization: 'Bearer nonsense' }, 65600],
  [{ authorization: `Bearer ${standingTokenText('search', 'ada')}` }, 65600],
  [{ authorization: `Bearer ${standingTokenText('pro', 'ada', 'refresh')}` }, 65600],
])(
  'a call with an invalid token is refused with 401 and its service error code: %j',
  async (headers, serviceErrorCode) => {
    expect(await getJson(`${sandbox.url}/v2/userinfo`, headers)).toMatchObject({
      status: 401,
      body: { status: 401, serviceErrorCode },
    })
  },
)
