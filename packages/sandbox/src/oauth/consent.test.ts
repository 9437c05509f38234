import { describe, expect, test } from 'vitest'
import { buildUrl, consentReturn, pressConsent, useSandbox } from '../../testing/sandbox.ts'

const sandbox = useSandbox()

const redirectUri = 'http://127.0.0.1:45678/connect/callback?keep=1'

const authorizePaths = {
  social: ['/v26.0/dialog/oauth', { client_id: '1234567890123456', scope: 'ads_read,pages_show_list' }],
  search: [
    '/o/oauth2/v2/auth',
    {
      client_id: 'sandbox-search.apps.googleusercontent.com',
      scope: 'openid email https://www.googleapis.com/auth/adwords',
      access_type: 'offline',
      prompt: 'consent',
    },
  ],
  pro: ['/oauth/v2/authorization', { client_id: 'sandboxpro0001', scope: 'r_ads rw_ads' }],
} as const

type PlatformName = keyof typeof authorizePaths

function authorizeUrl(platform: PlatformName, extraParams: Readonly<Record<string, string>> = {}): URL {
  const [path, query] = authorizePaths[platform]
  return buildUrl(sandbox.url, path, {
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'sta te/+&#🦊',
    ...query,
    ...extraParams,
  })
}

const platforms = ['social', 'search', 'pro'] as const

test.each(platforms)(
  '%s: the consent page is a plain form with every person and decision, and opening it changes nothing',
  async (platform) => {
    const before = JSON.stringify(sandbox.state())
    const response = await fetch(authorizeUrl(platform))
    const html = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).not.toContain('<script')
    expect(html.match(/<form method="post"/g)).toHaveLength(1)
    for (const { key } of Object.values(sandbox.state().people)) expect(html).toContain(`value="${key}"`)
    for (const decision of ['allow', 'refuse', 'never', 'twice', 'altered'])
      expect(html).toContain(`value="${decision}"`)
    expect(html.includes('type="checkbox"')).toBe(platform !== 'pro')
    expect(JSON.stringify(sandbox.state())).toBe(before)
  },
)

test.each(platforms)(
  '%s: the consent form posts to an address that keeps the state of the request',
  async (platform) => {
    const html = await (await fetch(authorizeUrl(platform))).text()
    const action = /action="([^"]+)"/
      .exec(html)?.[1]
      ?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    const returned = await consentReturn(new URL(action ?? '', sandbox.url))
    expect(returned.get('state')).toBe('sta te/+&#🦊')
  },
)

test.each(platforms)(
  '%s: consent returns a code and the unchanged state, and keeps the query of the redirect address',
  async (platform) => {
    const returned = await consentReturn(authorizeUrl(platform))
    expect(returned.get('code')).toMatch(/^[\w/.-]{20,}$/)
    expect([returned.get('state'), returned.get('keep'), returned.get('error')]).toEqual([
      'sta te/+&#🦊',
      '1',
      null,
    ])
  },
)

test.each([
  ['social', 'access_denied'],
  ['search', 'access_denied'],
  ['pro', 'user_cancelled_authorize'],
] as const)(
  '%s: a refusal returns the platform’s own error with the state and without a code',
  async (platform, error) => {
    const returned = await consentReturn(authorizeUrl(platform), { decision: 'refuse' })
    expect([returned.get('error'), returned.get('state'), returned.get('code')]).toEqual([
      error,
      'sta te/+&#🦊',
      null,
    ])
    expect(Object.values(sandbox.state().codes)).toEqual([])
  },
)

test('social: a refusal returns four error fields, and a misconfiguration returns an error code without an error field', async () => {
  const refused = await consentReturn(authorizeUrl('social'), { decision: 'refuse' })
  expect(Object.fromEntries(refused)).toMatchObject({
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  })
  const brokenUrl = await consentReturn(authorizeUrl('social'), { decision: 'misconfigured' })
  expect([brokenUrl.get('error_code'), brokenUrl.get('error'), brokenUrl.get('state')]).toEqual([
    '1349048',
    null,
    'sta te/+&#🦊',
  ])
})

test('social: the redirect after consent ends in the fragment #_=_', async () => {
  const response = await pressConsent(authorizeUrl('social'))
  expect(response.headers.get('location')).toMatch(/#_=_$/)
})

test('pro: a person can cancel the sign-in, which returns user_cancelled_login', async () => {
  const returned = await consentReturn(authorizeUrl('pro'), { decision: 'cancel_login' })
  expect(returned.get('error')).toBe('user_cancelled_login')
})

test('search: the redirect after consent contains the issuer, the scopes, the account index and the prompt', async () => {
  const returned = await consentReturn(authorizeUrl('search'))
  expect(Object.fromEntries(returned)).toMatchObject({
    iss: 'https://accounts.google.com',
    scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/adwords',
    authuser: '0',
    prompt: 'consent',
  })
})

test.each(platforms)('%s: a person who never returns gets a page and no redirect', async (platform) => {
  const response = await pressConsent(authorizeUrl(platform), { decision: 'never' })
  expect([response.status, response.headers.get('location')]).toEqual([200, null])
})

test.each(platforms)(
  '%s: a person who returns twice gets one page that requests the same redirect address two times',
  async (platform) => {
    const response = await pressConsent(authorizeUrl(platform), { decision: 'twice' })
    const target = response.headers.get('x-sandbox-return') ?? ''
    const html = await response.text()
    expect(new URL(target).searchParams.get('code')).not.toBeNull()
    expect(response.headers.get('refresh')).toBe(`1; url=${target}`)
    expect(html).toContain('<img src="http')
  },
)

test.each(platforms)('%s: an altered state has the same length and a different value', async (platform) => {
  const returned = await consentReturn(authorizeUrl(platform, { state: 'AbCdEf' }), { decision: 'altered' })
  expect(returned.get('state')).toBe('AbCdEA')
})

test.each([
  ['social', ['ads_read'], /ads_read/],
  ['search', [], /openid/],
] as const)(
  '%s: a partial consent grants only the scopes that stay selected',
  async (platform, scopes, granted) => {
    const returned = await consentReturn(authorizeUrl(platform), { decision: 'partial', scopes })
    expect(returned.get('code')).not.toBeNull()
    const grant = Object.values(sandbox.state().grants).find(
      (one) => !one.standing && one.platform === platform,
    )
    expect(grant?.scopes.join(' ')).toMatch(granted)
    expect(grant?.scopes.join(' ')).not.toMatch(/adwords|pages_show_list/)
  },
)

test('pro: the consent form refuses a partial consent', async () => {
  expect((await pressConsent(authorizeUrl('pro'), { decision: 'partial', scopes: ['r_ads'] })).status).toBe(
    400,
  )
})

describe.each([
  ['social', 'pages_show_list', ['ads_read', 'public_profile']],
  [
    'search',
    'https://www.googleapis.com/auth/adwords',
    ['openid', 'https://www.googleapis.com/auth/userinfo.email'],
  ],
  ['pro', 'rw_ads', ['r_ads']],
] as const)('the simulation for %s that withholds %s', (platform, scope, granted) => {
  const withhold = (scopes: readonly string[]) =>
    fetch(`${sandbox.url}/_sandbox/simulate/withhold`, {
      method: 'POST',
      body: JSON.stringify({ person: 'ada', platform, scopes }),
    })
  const consentedScopes = () =>
    Object.values(sandbox.state().grants).find((one) => !one.standing && one.platform === platform)?.scopes

  test('grants the other scopes that an application requests', async () => {
    expect((await withhold([scope])).status).toBe(200)
    await consentReturn(authorizeUrl(platform))
    expect(consentedScopes()?.toSorted()).toEqual(granted.toSorted())
  })

  test('grants the withheld scope again after it receives an empty list', async () => {
    await withhold([scope])
    await withhold([])
    await consentReturn(authorizeUrl(platform))
    expect(consentedScopes()).toContain(scope)
  })
})

test('the sandbox refuses to withhold a scope that no application of the platform has', async () => {
  const response = await fetch(`${sandbox.url}/_sandbox/simulate/withhold`, {
    method: 'POST',
    body: JSON.stringify({ person: 'ada', platform: 'pro', scopes: ['ads_read'] }),
  })
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('rw_ads')])
})

test.each([
  ['social', 'ads_read', 'ads_management', '/v26.0/me/adaccounts'],
  ['pro', 'r_ads', 'rw_ads', '/rest/adAccounts?q=search'],
  ['search', 'https://www.googleapis.com/auth/adwords', '', '/v25/customers:listAccessibleCustomers'],
] as const)(
  '%s: withholding a scope immediately changes the response to an existing token',
  async (platform, scope, other, path) => {
    const read = async () => {
      const response = await fetch(`${sandbox.url}${path}`, {
        headers: {
          authorization: `Bearer ${sandbox.person('ada')[platform].accessToken}`,
          'linkedin-version': '202607',
          'x-restli-protocol-version': '2.0.0',
        },
      })
      return [response.status, await response.json()]
    }
    const before = await read()
    await fetch(`${sandbox.url}/_sandbox/simulate/withhold`, {
      method: 'POST',
      body: JSON.stringify({
        person: 'ada',
        platform,
        scopes: [scope, other].filter((one) => one !== ''),
      }),
    })
    expect(before[0]).toBe(200)
    expect(await read()).not.toEqual(before)
  },
)

test.each([
  ['http://127.0.0.1:1/any/path', 200],
  ['http://localhost:65535/', 200],
  ['http://[::1]:8080/x', 200],
  ['https://localhost/x', 200],
  ['http://localhost.evil.example/', 400],
  ['http://127.0.0.1@evil.example/', 400],
  ['http://user@127.0.0.1/', 400],
  ['http://127.0.0.1/x#fragment', 400],
  ['https://app.example/callback', 400],
  ['javascript:alert(1)', 400],
  ['not an address', 400],
  ['', 400],
])(
  'the platforms accept a redirect address only when it is local and has no credentials or fragment: %s',
  async (redirect_uri, status) => {
    for (const platform of platforms) {
      expect((await fetch(authorizeUrl(platform, { redirect_uri }), { redirect: 'manual' })).status).toBe(
        status,
      )
      const consentResponse = await pressConsent(authorizeUrl(platform, { redirect_uri }))
      expect(consentResponse.headers.get('location') === null).toBe(status !== 200)
    }
  },
)

test.each(platforms)('%s: an unknown application gets an error page and no redirect', async (platform) => {
  const response = await pressConsent(authorizeUrl(platform, { client_id: 'nobody' }))
  expect([response.status, response.headers.get('location')]).toEqual([
    platform === 'search' ? 401 : 400,
    null,
  ])
})

test('the consent form refuses an unknown decision or person and lists the valid ones', async () => {
  const oddDecision = await pressConsent(authorizeUrl('social'), { decision: 'shrug' })
  expect([oddDecision.status, await oddDecision.text()]).toEqual([
    400,
    expect.stringContaining('allow, partial, refuse'),
  ])
  const unknownPerson = await pressConsent(authorizeUrl('social'), { person: 'zoe' })
  expect([unknownPerson.status, await unknownPerson.text()]).toEqual([
    400,
    expect.stringContaining('ada, ben'),
  ])
})

test('the consent page escapes text from the redirect address', async () => {
  const html = await (await fetch(authorizeUrl('pro', { redirect_uri: 'http://localhost/"><b>x' }))).text()
  expect(html).not.toContain('"><b>')
})

test.each([
  ['social', { scope: 'ads_read,make_coffee' }, 400, 'Invalid Scopes: make_coffee'],
  ['social', { response_type: 'token' }, 400, 'token'],
  ['search', { scope: 'https://www.googleapis.com/auth/drive' }, 400, 'invalid_scope'],
  ['search', { scope: '' }, 400, 'Missing required parameter: scope'],
  ['search', { response_type: 'token' }, 400, 'unsupported_response_type'],
  ['search', { access_type: 'always' }, 400, 'access_type'],
  ['search', { prompt: 'none consent' }, 400, 'prompt'],
  ['search', { prompt: 'loud' }, 400, 'prompt'],
  ['search', { code_challenge_method: 'S512' }, 400, 'code_challenge_method'],
] as const)(
  '%s: an invalid authorization request returns the platform’s error page: %j',
  async (platform, extraParams, status, text) => {
    const response = await fetch(authorizeUrl(platform, extraParams), { redirect: 'manual' })
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)])
  },
)

test.each([
  [
    { scope: 'r_ads rw_dmp_segments', client_id: 'sandboxpro0002' },
    'unauthorized_scope_error',
    '&quot;rw_dmp_segments&quot;',
  ],
  [{ scope: '' }, 'invalid_request', 'scope'],
  [{ response_type: 'token' }, 'unsupported_response_type', 'response_type'],
])(
  'pro: an authorization request with an invalid parameter returns to the application with an error and its state: %j',
  async (extraParams, error, text) => {
    const response = await fetch(authorizeUrl('pro', extraParams), { redirect: 'manual' })
    const returned = new URL(response.headers.get('location') ?? '').searchParams
    expect([returned.get('error'), returned.get('state')]).toEqual([error, 'sta te/+&#🦊'])
    expect(returned.get('error_description')).toContain(text)
  },
)

test('search: an authorization request with the prompt none returns interaction_required immediately', async () => {
  const response = await fetch(authorizeUrl('search', { prompt: 'none' }), { redirect: 'manual' })
  expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe(
    'interaction_required',
  )
})
