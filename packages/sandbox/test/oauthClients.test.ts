// These tests run third-party OAuth clients, unmodified, against the sandbox.

import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { AuthorizationCode } from 'simple-oauth2'
import { expect, test } from 'vitest'
import { consentReturn, useSandbox } from '../testing/sandbox.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const adsScope = 'https://www.googleapis.com/auth/adwords'
const search = { id: 'sandbox-search.apps.googleusercontent.com', secret: 'sandbox-search-secret' }
const pro = { id: 'sandboxpro0001', secret: 'sandbox-pro-secret' }
// The clients read the clock of the machine, so the sandbox clock follows it in these tests.
const sandbox = useSandbox({ clock: 'real' })

function googleClient(): OAuth2Client {
  return new OAuth2Client({
    clientId: search.id,
    clientSecret: search.secret,
    redirectUri,
    endpoints: {
      oauth2AuthBaseUrl: `${sandbox.url}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${sandbox.url}/token`,
      tokenInfoUrl: `${sandbox.url}/tokeninfo`,
      oauth2RevokeUrl: `${sandbox.url}/revoke`,
      oauth2FederatedSignonPemCertsUrl: `${sandbox.url}/oauth2/v1/certs`,
      oauth2FederatedSignonJwkCertsUrl: `${sandbox.url}/oauth2/v3/certs`,
    },
  })
}

/** Connects with a PKCE challenge, as the documentation of the library shows. */
async function linkGoogle() {
  const client = googleClient()
  const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync()
  const url = client.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope: ['openid', 'email', 'profile', adsScope],
    state: 'opaque',
    code_challenge_method: CodeChallengeMethod.S256,
    code_challenge: codeChallenge,
  })
  const callbackParams = await consentReturn(url)
  expect(callbackParams.get('state')).toBe('opaque')
  const { tokens } = await client.getToken({ code: callbackParams.get('code') ?? '', codeVerifier })
  client.setCredentials(tokens)
  return { client, tokens }
}

test('google-auth-library connects with PKCE, verifies the ID token and reads the scopes of the access token', async () => {
  const { client, tokens } = await linkGoogle()
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: expect.stringContaining(adsScope) })
  const ticket = await client.verifyIdToken({ idToken: tokens.id_token ?? '', audience: search.id })
  expect(ticket.getPayload()).toMatchObject({ email: 'ada@fox-bakery.example', name: 'Ada Fox' })
  const info = await client.getTokenInfo(tokens.access_token ?? '')
  expect(info.scopes).toContain(adsScope)
  expect(info.aud).toBe(search.id)
})

test('google-auth-library refreshes automatically and retries a call after an invalid token', async () => {
  const { client, tokens } = await linkGoogle()
  client.setCredentials({ refresh_token: tokens.refresh_token ?? '' })
  const { token } = await client.getAccessToken()
  expect(token).not.toBe(tokens.access_token)
  const response = await client.request<{ email: string }>({ url: `${sandbox.url}/v1/userinfo` })
  expect(response.data.email).toBe('ada@fox-bakery.example')
  client.setCredentials({ access_token: 'ya29.dead', refresh_token: tokens.refresh_token ?? '' })
  const retried = await client.request<{ name: string }>({ url: `${sandbox.url}/v1/userinfo` })
  expect(retried.data.name).toBe('Ada Fox')
})

test('google-auth-library reports a wrong verifier and a revoked grant as invalid_grant', async () => {
  const client = googleClient()
  const { codeChallenge = '' } = await client.generateCodeVerifierAsync()
  const url = client.generateAuthUrl({
    scope: [adsScope],
    code_challenge_method: CodeChallengeMethod.S256,
    code_challenge: codeChallenge,
  })
  const code = (await consentReturn(url)).get('code') ?? ''
  await expect(client.getToken({ code, codeVerifier: 'wrong' })).rejects.toThrow('invalid_grant')
  const linked = await linkGoogle()
  await linked.client.revokeCredentials()
  const later = googleClient()
  later.setCredentials({ refresh_token: linked.tokens.refresh_token ?? '' })
  await expect(later.getAccessToken()).rejects.toThrow('invalid_grant')
})

function simpleClient(platform: 'search' | 'pro', method: 'header' | 'body') {
  const paths = {
    search: {
      client: search,
      tokenPath: '/token',
      authorizePath: '/o/oauth2/v2/auth',
      revokePath: '/revoke',
    },
    pro: { client: pro, tokenPath: '/oauth/v2/accessToken', authorizePath: '/oauth/v2/authorization' },
  }[platform]
  const { client, ...auth } = paths
  return new AuthorizationCode({
    client,
    auth: { tokenHost: sandbox.url, ...auth },
    options: { authorizationMethod: method },
  })
}

test.each([
  ['search', 'header', `openid ${adsScope}`],
  ['search', 'body', `openid ${adsScope}`],
  ['pro', 'header', 'r_ads rw_ads'],
  ['pro', 'body', 'r_ads rw_ads'],
] as const)(
  'simple-oauth2 connects and refreshes on %s with its credentials in the %s',
  async (platform, method, scope) => {
    const client = simpleClient(platform, method)
    const url = client.authorizeURL({
      redirect_uri: redirectUri,
      scope,
      state: 'opaque',
      access_type: 'offline',
    })
    const callbackParams = await consentReturn(url)
    expect(callbackParams.get('state')).toBe('opaque')
    const linked = await client.getToken({
      code: callbackParams.get('code') ?? '',
      redirect_uri: redirectUri,
    })
    expect(linked.expired()).toBe(false)
    expect(linked.token['refresh_token']).toBeTypeOf('string')
    const refreshed = await linked.refresh()
    expect(refreshed.token['access_token']).not.toBe(linked.token['access_token'])
  },
)

test('simple-oauth2 revokes a Google token, and its refresh is refused afterwards', async () => {
  const client = simpleClient('search', 'body')
  const url = client.authorizeURL({ redirect_uri: redirectUri, scope: adsScope, access_type: 'offline' })
  const code = (await consentReturn(url)).get('code') ?? ''
  const linked = await client.getToken({ code, redirect_uri: redirectUri })
  await linked.revoke('access_token')
  await expect(linked.refresh()).rejects.toThrow('Response Error: 400')
})
