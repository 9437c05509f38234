import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { obtainCode } from '../../../../testing/oauth.ts'
import {
  buildUrl,
  type ConsentChoice,
  consentReturn,
  getJson,
  noon,
  useSandbox,
} from '../../../../testing/sandbox.ts'
import { dayMs } from '../../../core/durations.ts'
import { standingTokenText } from '../../../index.ts'

const client = { client_id: '1234567890123456', client_secret: 'sandbox-social-secret' }
const appToken = `${client.client_id}|${client.client_secret}`
const redirect_uri = 'http://127.0.0.1:9/connect/callback/social'
const sandbox = useSandbox()

const graph = (path: string, query: Readonly<Record<string, string>> = {}) =>
  getJson(buildUrl(sandbox.url, `/v26.0/${path}`, query))

const code = (choice: ConsentChoice = {}, more: Readonly<Record<string, string>> = {}) => {
  const scope = 'ads_read,ads_management,pages_show_list'
  const query = { client_id: client.client_id, redirect_uri, state: 's', scope, ...more }
  return obtainCode(buildUrl(sandbox.url, '/v26.0/dialog/oauth', query), choice)
}

const redeem = (text: string, more: Readonly<Record<string, string>> = {}) =>
  graph('oauth/access_token', { ...client, redirect_uri, code: text, ...more })

const exchangeToken = (token: string) =>
  graph('oauth/access_token', { ...client, grant_type: 'fb_exchange_token', fb_exchange_token: token })

async function shortToken(
  choice: ConsentChoice = {},
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  return String((await redeem(await code(choice, more))).body['access_token'])
}

async function longToken(): Promise<string> {
  return String((await exchangeToken(await shortToken())).body['access_token'])
}

const debug = async (token: string) =>
  Object((await graph('debug_token', { input_token: token, access_token: appToken })).body['data'])

const permissions = (token: string) => graph('me/permissions', { access_token: token })

test('a code becomes a short-lived token and then a 60-day token, and debug_token describes each', async () => {
  const short = await redeem(await code())
  expect(short.body).toEqual({
    access_token: expect.stringMatching(/^EAA\w{20,}$/),
    token_type: 'bearer',
    expires_in: 5_400,
  })
  const long = await exchangeToken(String(short.body['access_token']))
  expect(long.body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 })
  expect(await debug(String(long.body['access_token']))).toEqual({
    app_id: Number(client.client_id),
    type: 'USER',
    application: 'adrail sandbox',
    data_access_expires_at: (noon + 90 * dayMs) / 1000,
    expires_at: noon / 1000 + 5_183_944,
    is_valid: true,
    issued_at: noon / 1000,
    scopes: ['ads_management', 'ads_read', 'pages_show_list', 'public_profile'],
    granular_scopes: [{ scope: 'ads_management' }, { scope: 'ads_read' }, { scope: 'pages_show_list' }],
    user_id: 102200000000101,
  })
  expect(await debug(String(short.body['access_token']))).not.toHaveProperty('issued_at')
})

test('debug_token lists the assets to which a person limited a permission', async () => {
  const token = await shortToken({ extraFields: { asset: 'pages_show_list:104500000000001' } })
  expect((await debug(token)).granular_scopes).toContainEqual({
    scope: 'pages_show_list',
    target_ids: ['104500000000001'],
  })
})

test('the code exchange accepts a form body', async () => {
  const body = new URLSearchParams({ ...client, redirect_uri, code: await code() })
  const response = await fetch(`${sandbox.url}/v24.0/oauth/access_token`, { method: 'POST', body })
  expect(response.status).toBe(200)
})

test('a code works once, for ten minutes, and only with the redirect address that requested it', async () => {
  const used = await code()
  expect((await redeem(used)).status).toBe(200)
  const again = await redeem(used)
  expect([again.status, again.body['error']]).toMatchObject([
    400,
    {
      message: 'This authorization code has been used.',
      type: 'OAuthException',
      code: 100,
      error_subcode: 36009,
    },
  ])
  expect(again.headers.get('www-authenticate')).toContain('"invalid_code"')
  const otherResponse = await redeem(await code(), { redirect_uri: `${redirect_uri}/` })
  expect(otherResponse.body['error']).toMatchObject({
    code: 100,
    message: expect.stringContaining('redirect_uri is identical'),
  })
  const lateCode = await code()
  sandbox.clock.advance(600_000)
  expect((await redeem(lateCode)).body['error']).toMatchObject({
    code: 100,
    message: 'This authorization code has expired.',
  })
})

test.each([
  [{ client_id: 'nobody' }, { code: 101, message: 'Error validating application. Invalid application ID.' }],
  [{ client_secret: 'wrong' }, { code: 1, message: 'Error validating client secret.' }],
  [{ code: '' }, { code: 1 }],
  [{ code: 'AQDnonsense' }, { code: 100 }],
  [{ grant_type: 'password' }, { code: 100 }],
])('an invalid code exchange is refused with HTTP 400: %j', async (more, error) => {
  const response = await redeem(await code(), more)
  expect([response.status, response.body['error']]).toMatchObject([400, { ...error, type: 'OAuthException' }])
  expect(Object(response.body['error']).fbtrace_id).toMatch(/^A\w+$/)
})

test('a code with a PKCE challenge requires the matching verifier at the exchange', async () => {
  const verifier = 'a-verifier-of-enough-length-for-the-purpose-0123456789'
  const challenge = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  expect((await redeem(await code({}, challenge))).status).toBe(400)
  expect((await redeem(await code({}, challenge), { code_verifier: 'other' })).status).toBe(400)
  expect((await redeem(await code({}, challenge), { code_verifier: verifier })).status).toBe(200)
})

test('the exchange of a 60-day token keeps its expiry unless the switch exchangeExtends is on', async () => {
  const long = await longToken()
  sandbox.clock.advance(10 * dayMs)
  expect((await exchangeToken(long)).body['expires_in']).toBe(5_183_944 - 864_000)
  sandbox.state().switches.social.exchangeExtends = true
  expect((await exchangeToken(long)).body['expires_in']).toBe(5_183_944)
})

test('an expired token fails with code 190 and subcode 463 and cannot be exchanged', async () => {
  const short = await shortToken()
  sandbox.clock.advance(5_400_000)
  const expired = {
    code: 190,
    error_subcode: 463,
    message: expect.stringContaining('Session has expired on Sunday, 15-Nov-26 13:30:00 UTC'),
  }
  expect([(await permissions(short)).status, (await permissions(short)).body['error']]).toMatchObject([
    400,
    expired,
  ])
  expect((await exchangeToken(short)).body['error']).toMatchObject(expired)
  expect(await debug(short)).toMatchObject({
    is_valid: false,
    scopes: [],
    error: { code: 190, subcode: 463 },
  })
})

test('data access expires 90 days after the last consent, and a new consent restores it', async () => {
  sandbox.state().switches.social.exchangeExtends = true
  let long = await longToken()
  sandbox.clock.advance(50 * dayMs)
  long = String((await exchangeToken(long)).body['access_token'])
  sandbox.clock.advance(40 * dayMs)
  expect((await permissions(long)).body['error']).toMatchObject({ code: 190, error_subcode: 493 })
  await code()
  expect((await permissions(long)).status).toBe(200)
})

test('the token response omits expires_in under the switch expiresInOmitted, and debug_token still returns the expiry', async () => {
  sandbox.state().switches.social.expiresInOmitted = true
  const short = await redeem(await code())
  expect(short.body).not.toHaveProperty('expires_in')
  expect((await debug(String(short.body['access_token']))).expires_at).toBe(noon / 1000 + 5_400)
})

test('a declined permission stays declined until the application requests it with auth_type rerequest', async () => {
  const token = await shortToken({ decision: 'partial', scopes: ['ads_read'] })
  const statuses = async (text: string) =>
    Object.fromEntries(
      ((await permissions(text)).body['data'] as { permission: string; status: string }[]).map((row) => [
        row.permission,
        row.status,
      ]),
    )
  expect(await statuses(token)).toEqual({
    ads_management: 'declined',
    ads_read: 'granted',
    pages_show_list: 'declined',
    public_profile: 'granted',
  })
  expect((await statuses(await shortToken())).ads_management).toBe('declined')
  expect((await statuses(await shortToken({}, { auth_type: 'rerequest' }))).ads_management).toBe('granted')
})

const dialogFor = (extraParams: Readonly<Record<string, string>>) =>
  buildUrl(sandbox.url, '/v26.0/dialog/oauth', { client_id: client.client_id, redirect_uri, ...extraParams })

test('a business login grants all permissions of its configuration without checkboxes', async () => {
  const dialog = dialogFor({ config_id: '770000000000002' })
  expect(await (await fetch(dialog)).text()).not.toContain('checkbox')
  const callbackParams = await consentReturn(dialog)
  const token = String((await redeem(callbackParams.get('code') ?? '')).body['access_token'])
  expect((await debug(token)).scopes).toEqual([
    'ads_management',
    'ads_read',
    'pages_show_list',
    'public_profile',
  ])
})

test('an application with business login can open the dialog only with one of its configurations', async () => {
  const openDialog = async (extraParams: Readonly<Record<string, string>>) => {
    const page = await fetch(dialogFor(extraParams))
    return [page.status, (await page.text()).includes('It looks like this app isn')]
  }
  const [scope, config_id] = ['ads_read', '770000000000001']
  expect(await openDialog({ scope })).toEqual([200, false])
  expect(await openDialog({ config_id: '77' })).toEqual([400, true])
  sandbox.state().switches.social.businessLogin = true
  expect(await openDialog({ scope })).toEqual([400, true])
  expect(await openDialog({ config_id })).toEqual([200, false])
})

test('removing one permission removes its scope from the token, and removing all permissions revokes the token', async () => {
  const token = await longToken()
  const remove = (path: string) =>
    fetch(buildUrl(sandbox.url, `/v26.0/${path}`, { access_token: token }), { method: 'DELETE' })
  expect(await (await remove('me/permissions/ads_management')).json()).toEqual({ success: true })
  expect((await debug(token)).scopes).not.toContain('ads_management')
  expect((await permissions(token)).body['data']).toContainEqual({
    permission: 'ads_management',
    status: 'declined',
  })
  expect(await (await remove('102200000000101/permissions')).json()).toEqual({ success: true })
  const { body } = await permissions(token)
  expect(body['error']).toMatchObject({
    code: 190,
    error_subcode: 458,
    message: expect.stringContaining(client.client_id),
  })
  const freshToken = await longToken()
  expect((await permissions(freshToken)).status).toBe(200)
  expect((await permissions(token)).body['error']).toMatchObject({ error_subcode: 458 })
})

test('an application can remove the grant of a person, but a person cannot remove the grant of another person', async () => {
  const token = await longToken()
  const remove = (user: string, access_token: string) =>
    fetch(buildUrl(sandbox.url, `/v26.0/${user}/permissions`, { access_token }), { method: 'DELETE' })
  expect((await remove('102200000000102', token)).status).toBe(400)
  expect((await remove('102200000000101', appToken)).status).toBe(200)
  expect((await permissions(token)).status).toBe(400)
})

test('debug_token describes an unreadable token and an application token, and requires both of its parameters', async () => {
  expect(await debug('EAAnonsense')).toMatchObject({ is_valid: false, error: { code: 190 }, scopes: [] })
  expect(await debug(appToken)).toMatchObject({ type: 'APP', is_valid: true })
  expect((await graph('debug_token', { input_token: 'x' })).status).toBe(400)
  expect((await graph('debug_token', { access_token: appToken })).body['error']).toMatchObject({ code: 100 })
})

test.each([
  ['', { code: 104 }],
  ['EAAnonsense', { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }],
  [`${client.client_id}|wrong`, { code: 190 }],
  [standingTokenText('pro', 'ada'), { code: 190 }],
])('a call with the token "%s" is refused with HTTP 400', async (token, error) => {
  const response = await graph('me/permissions', token === '' ? {} : { access_token: token })
  expect([response.status, response.body['error']]).toMatchObject([400, { ...error, type: 'OAuthException' }])
  expect(response.body['error']).not.toHaveProperty('error_subcode')
})

test.each(['Bearer', 'OAuth'])(
  'a call accepts a token in the authorization header with the scheme %s',
  async (scheme) => {
    const headers = { authorization: `${scheme} ${standingTokenText('social', 'ada')}` }
    expect((await getJson(`${sandbox.url}/v26.0/me/permissions`, headers)).status).toBe(200)
  },
)

test('a call with a wrong appsecret_proof is refused, and a switch makes a valid proof mandatory', async () => {
  const access_token = standingTokenText('social', 'ada')
  const appsecret_proof = createHmac('sha256', client.client_secret).update(access_token).digest('hex')
  expect((await graph('me/permissions', { access_token, appsecret_proof })).status).toBe(200)
  const wrong = await graph('me/permissions', { access_token, appsecret_proof: 'f00' })
  expect([wrong.status, wrong.body['error']]).toMatchObject([
    400,
    {
      type: 'GraphMethodException',
      code: 100,
      message: 'Invalid appsecret_proof provided in the API argument',
    },
  ])
  sandbox.state().switches.social.proofRequired = true
  expect((await graph('me/permissions', { access_token })).body['error']).toMatchObject({
    message: 'API calls from the server require an appsecret_proof argument',
  })
  expect((await graph('me/permissions', { access_token, appsecret_proof })).status).toBe(200)
})

test('the client credentials grant returns an application token', async () => {
  const response = await graph('oauth/access_token', { ...client, grant_type: 'client_credentials' })
  expect(response.body).toEqual({ access_token: appToken, token_type: 'bearer' })
})
