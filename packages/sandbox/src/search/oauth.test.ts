import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { oauthClient } from '../../testing/oauth.ts'
import { buildUrl, getJson, noon, postForm, useSandbox } from '../../testing/sandbox.ts'
import { dayMs } from '../core/durations.ts'
import { standingTokenText } from '../index.ts'

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

test('a code becomes tokens of an hour and for good, with the scopes and an identity', async () => {
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

test('a refresh gives a new access token, an identity, and no refresh token', async () => {
  const { refresh_token, access_token } = await linked()
  const { status, body } = await refresh(refresh_token)
  expect([status, Object.keys(body).sort()]).toEqual([
    200,
    ['access_token', 'expires_in', 'id_token', 'scope', 'token_type'],
  ])
  expect(body['access_token']).not.toBe(access_token)
  expect((await userinfo(access_token)).status).toBe(200)
})

test('an access token dies after its hour, and the refresh token makes another', async () => {
  const { access_token, refresh_token } = await linked()
  sandbox.clock.advance(3_599_000)
  expect((await userinfo(access_token)).status).toBe(401)
  expect((await userinfo((await refresh(refresh_token)).body['access_token'])).status).toBe(200)
})

test('a refresh token comes only when the consent screen was shown and offline access was asked for', async () => {
  expect(await linked({ access_type: 'online' })).not.toHaveProperty('refresh_token')
  expect(await linked({ prompt: 'select_account' }, { person: 'ben' })).toHaveProperty('refresh_token')
  expect(await linked({ prompt: 'select_account' }, { person: 'ben' })).not.toHaveProperty('refresh_token')
  expect(await linked({ prompt: 'select_account consent' }, { person: 'ben' })).toHaveProperty(
    'refresh_token',
  )
})

test('an unticked permission is missing from the scope; who somebody is cannot be unticked', async () => {
  const body = await linked({}, { decision: 'partial', scopes: [] })
  expect(body['scope']).not.toContain(adsScope)
  expect((await userinfo(body['access_token'])).body['email']).toBe('ada@fox-bakery.example')
})

test('earlier scopes come along when they are asked to', async () => {
  await linked()
  expect((await linked({ scope: 'openid' }))['scope']).toBe('openid')
  expect((await linked({ scope: 'openid', include_granted_scopes: 'true' }))['scope']).toContain(adsScope)
})

test('a code works once, for ten minutes, for its own address and its own client', async () => {
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

test.each(['S256', 'plain'])('a challenge of kind %s is verified', async (method) => {
  const verifier = 'a-verifier-of-enough-length-for-the-purpose-0123456789'
  const text = method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const challenge = { code_challenge: text, code_challenge_method: method }
  expect(await redeem(await code(challenge))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await redeem(await code(challenge), { code_verifier: `${verifier}x` })).toMatchObject({
    body: { error_description: 'Invalid code verifier.' },
  })
  expect((await redeem(await code(challenge), { code_verifier: verifier })).status).toBe(200)
})

test.each([
  [{ client_id: 'nobody' }, 401, 'invalid_client', 'The OAuth client was not found.'],
  [{ client_secret: 'wrong' }, 401, 'invalid_client', 'The provided client secret is invalid.'],
  [{ client_secret: '' }, 400, 'invalid_request', 'client_secret is missing.'],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 'Invalid grant_type: password'],
  [{ code: '' }, 400, 'invalid_request', 'Missing required parameter: code'],
  [{ redirect_uri: '' }, 400, 'invalid_request', 'Missing required parameter: redirect_uri'],
])('a wrong exchange is refused: %j', async (more, status, error, error_description) => {
  expect(await redeem(await code(), more)).toMatchObject({ status, body: { error, error_description } })
})

test('the client may prove itself in the header', async () => {
  const { client_id, client_secret } = client
  const basic = Buffer.from(`${encodeURIComponent(client_id)}:${client_secret}`).toString('base64')
  const form = { grant_type: 'authorization_code', code: await code(), redirect_uri }
  expect((await token(form, { authorization: `Basic ${basic}` })).status).toBe(200)
})

test('every cause of a dead refresh token sounds the same', async () => {
  expect(await refresh('1//0nonsense')).toMatchObject({ status: 400, body: expired })
  const idle = await linked()
  sandbox.clock.advance(183 * dayMs)
  expect(await refresh(idle['refresh_token'])).toMatchObject({ status: 400, body: expired })
  const removed = await linked()
  await simulate('revoke', { person: 'ada', platform: 'search' })
  expect(await refresh(removed['refresh_token'])).toMatchObject({ status: 400, body: expired })
})

test('use keeps a refresh token alive', async () => {
  const { refresh_token } = await linked()
  for (const _ of [1, 2, 3]) {
    sandbox.clock.advance(150 * dayMs)
    expect((await refresh(refresh_token)).status).toBe(200)
  }
})

test('the hundred and first live refresh token kills the oldest without a word', async () => {
  const first = await linked()
  const second = await linked()
  for (let count = 3; count <= 100; count++) await linked()
  expect((await refresh(first['refresh_token'])).status).toBe(200)
  await linked()
  expect((await refresh(first['refresh_token'])).body).toEqual(expired)
  expect((await refresh(second['refresh_token'])).status).toBe(200)
  expect((await refresh(standingTokenText('search', 'ada', 'refresh'))).status).toBe(200)
})

test('while the consent screen is in testing a refresh token lives seven days, and keeps that fate', async () => {
  sandbox.state().switches.search.testing = true
  const body = await linked()
  expect(body['refresh_token_expires_in']).toBe(7 * 86_400 - 1)
  sandbox.state().switches.search.testing = false
  sandbox.clock.advance(7 * dayMs - 1)
  expect((await refresh(body['refresh_token'])).status).toBe(200)
  sandbox.clock.advance(1)
  expect((await refresh(body['refresh_token'])).body).toEqual(expired)
})

test('a time-based grant says when it ends, and ends then', async () => {
  sandbox.state().switches.search.timeBasedSeconds = 15_552_000
  const body = await linked()
  expect(body['refresh_token_expires_in']).toBe(15_551_999)
  sandbox.clock.advance(15_552_000_000)
  expect((await refresh(body['refresh_token'])).body).toEqual(expired)
})

test.each(['invalid_rapt', 'rapt_required'])(
  'session control answers with the subtype %s until a new consent',
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

test('under strict rotation a used refresh token kills the whole family', async () => {
  sandbox.state().switches.search.rotation = true
  const { refresh_token } = await linked()
  const next = await refresh(refresh_token)
  expect(next.body['refresh_token']).not.toBe(refresh_token)
  expect((await refresh(refresh_token)).body).toEqual(expired)
  expect((await refresh(next.body['refresh_token'])).body).toEqual(expired)
  expect((await userinfo(next.body['access_token'])).status).toBe(401)
})

test('token info has text for every value, in all three ways of asking', async () => {
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

test('token info verifies identities, and refuses a changed one', async () => {
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
  'revoking by %s ends everything the person granted, and a second time says so',
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

test('the discovery document leads to addresses that answer', async () => {
  const { body } = await getJson(`${sandbox.url}/.well-known/openid-configuration`)
  expect(body['token_endpoint']).toBe(`${sandbox.url}/token`)
  const { keys } = (await getJson(String(body['jwks_uri']))).body
  expect(keys).toMatchObject([{ kty: 'RSA', alg: 'RS256', use: 'sig' }])
})
