// Tests of the protocol: authentication, queries, projections, paging and tunneling. Other files test the
// resources.

import { expect, test } from 'vitest'
import { usePro } from '../../../testing/pro.ts'
import { standingTokenText } from '../tokenTexts.ts'

const { sandbox, call, json } = usePro()

const version = { 'linkedin-version': '202607' }
const second = { 'x-restli-protocol-version': '2.0.0' }

const account = 'urn%3Ali%3AsponsoredAccount%3A512345678'
const path = '/rest/adAccounts/512345678/adCampaigns'

test('a call without a token, with an unknown token or with a token of another platform is refused with 401', async () => {
  const none = await fetch(`${sandbox.url}/rest/adAccounts?q=search`, { headers: { ...version, ...second } })
  expect(none.status).toBe(401)
  expect(await none.json()).toMatchObject({
    status: 401,
    serviceErrorCode: 65604,
    code: 'EMPTY_ACCESS_TOKEN',
  })
  const social = { authorization: `Bearer ${standingTokenText('social', 'ada')}` }
  for (const headers of [{ authorization: 'Bearer nonsense' }, social]) {
    const { status, body } = await json('/rest/adAccounts?q=search', { headers })
    expect(status).toBe(401)
    expect(body).toEqual({
      status: 401,
      serviceErrorCode: 65600,
      code: 'INVALID_ACCESS_TOKEN',
      message: 'Invalid access token',
    })
  }
})

test('a call must specify a LinkedIn version that exists and is active at the sandbox clock', async () => {
  const missing = await json('/rest/adAccounts?q=search', { headers: { 'linkedin-version': '' } })
  expect(missing.status).toBe(400)
  expect(missing.body).toEqual({
    status: 400,
    code: 'VERSION_MISSING',
    message: 'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
  })
  expect(missing.headers.get('x-restli-gateway-error')).not.toBeNull()

  for (const dead of ['202504', '202512', '202613', '209901']) {
    const { status, body } = await json('/rest/adAccounts?q=search', {
      headers: { 'linkedin-version': dead },
    })
    expect([dead, status, body.code, body.message]).toEqual([
      dead,
      426,
      'NONEXISTENT_VERSION',
      `Requested version ${dead}01 is not active`,
    ])
  }
  const alive = async (wanted: string) =>
    (await call('/rest/adAccounts?q=search', { headers: { 'linkedin-version': wanted } })).status
  expect(await alive('202511')).toBe(200)
  sandbox.clock.set(Date.parse('2026-11-16T00:00:00Z'))
  expect(await alive('202511')).toBe(426)
  expect(await alive('202607')).toBe(200)
})

test('every response carries the LinkedIn support headers', async () => {
  for (const target of ['/rest/adAccounts?q=search', '/rest/nowhere']) {
    const { headers } = await call(target)
    expect(headers.get('x-li-uuid')).toMatch(/^\w{22}==$/)
    expect(headers.get('x-li-request-id')).toBeTruthy()
    expect(headers.get('x-li-fabric')).toBeTruthy()
    expect(headers.get('x-restli-protocol-version')).toBe('2.0.0')
  }
})

test('an unknown resource or finder returns 404 with the code RESOURCE_NOT_FOUND', async () => {
  for (const target of [
    '/rest/nowhere',
    '/rest/adAccounts/512345678/creatives?q=search',
    '/rest/adAccounts',
  ]) {
    const { status, body } = await json(target)
    expect([target, status, body]).toEqual([
      target,
      404,
      { status: 404, code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' },
    ])
  }
})

async function expectIllegal(path: string, message: string): Promise<void> {
  const { status, body } = await json(path)
  expect({ status, body }).toEqual({ status: 400, body: { status: 400, code: 'ILLEGAL_ARGUMENT', message } })
}

test('a bare colon in a path key is refused as a syntax exception', async () => {
  const path = '/rest/adAccounts/512345678/creatives/urn:li:sponsoredCreative:295104001'
  await expectIllegal(path, 'Syntax exception in path variables')
})

test('an escaped structure in a query is refused with the name of its parameter', async () => {
  const search = '%28status%3A%28values%3AList%28ACTIVE%29%29%29'
  const { status, body } = await json(`/rest/adAccounts?q=search&search=${search}`)
  expect(status).toBe(400)
  expect(body).toEqual({
    status: 400,
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: 'Invalid param. Please see errorDetails for more information.',
    errorDetails: {
      inputErrors: [
        {
          code: 'PARAM_INVALID',
          description: 'Invalid value for param; wrong type or other syntax error',
          input: { inputPath: { fieldPath: 'search' } },
        },
      ],
    },
  })
})

test('a URN with bare colons in the query is refused', async () => {
  const path = '/rest/dmpSegments?q=account&account=urn:li:sponsoredAccount:512345678'
  await expectIllegal(path, 'Invalid query parameters passed to request')
})

test('unknown query parameters are refused by name, including protocol 1.0 spellings', async () => {
  const one = await json('/rest/adAccounts?q=search&start=0')
  expect(one.status).toBe(400)
  expect(one.body.errorDetails.inputErrors).toEqual([
    { code: 'QUERY_PARAM_NOT_ALLOWED', input: { inputPath: { fieldPath: 'start' } } },
  ])
  const two = await json('/rest/adAccounts?q=search&search.status.values[0]=ACTIVE&colour=red')
  expect(two.body.code).toBeUndefined()
  expect(two.body.errorDetails.inputErrors.map(({ input }) => input)).toEqual([
    { inputPath: { fieldPath: 'search.status.values[0]' } },
    { inputPath: { fieldPath: 'colour' } },
  ])
})

test('a call with the protocol 1.0 header accepts the 1.0 spelling of criteria', async () => {
  const { status, body } = await json('/rest/adAccounts?q=search&search.status.values[0]=CANCELED', {
    headers: { 'x-restli-protocol-version': '1.0.0' },
  })
  expect(status).toBe(200)
  expect(body.elements.map(({ id }) => id)).toEqual([512345712])
})

test('a criterion with an unknown value is refused with its path', async () => {
  const { status, body } = await json(`${path}?q=search&search=(status:(values:List(ACTIVE,ASLEEP)))`)
  expect(status).toBe(400)
  expect(body.errorDetails.inputErrors[0]?.input.inputPath.fieldPath).toBe('search/status/values/1')
})

test('the parameter fields selects the returned fields, including nested ones, and ignores unknown fields', async () => {
  const { body } = await json(`${path}/361084759?&fields=id,name,runSchedule:(end),nonsense`)
  expect(body).toEqual({ id: 361084759, name: 'Seedlings are in', runSchedule: { end: expect.any(Number) } })
  const listed = await json('/rest/adAccounts?q=search&pageSize=1&fields=currency')
  expect(listed.body.elements).toEqual([{ currency: 'USD' }])
  expect((await call(`${path}/361084759?fields=List(id,name)`)).status).toBe(400)
})

test.each(['id%2Cname', 'id%2cname', 'id,runSchedule%3A%28end%29', 'id,runSchedule%3A(end)'])(
  'the parameter fields is refused when its separators are encoded: %s',
  async (fields) => {
    const { status, body } = await json(`${path}/361084759?fields=${fields}`)
    expect(status).toBe(400)
    expect(body.errorDetails.inputErrors[0]?.input.inputPath.fieldPath).toBe('fields')
    const headers = {
      'x-http-method-override': 'GET',
      'x-restli-method': 'finder',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const tunnelled = await call(path, { method: 'POST', headers, body: `q=search&fields=${fields}` })
    expect(tunnelled.status).toBe(400)
  },
)

test('a query that is too long for a URL is refused with 414 and works through a tunnel', async () => {
  const search = `search=(status:(values:List(ACTIVE)),name:(values:List(${Array.from({ length: 400 }, (_, index) => `Nothing%20${index}`).join(',')},Opening%20weekend)))`
  const query = `q=search&${search}&fields=id,name`
  expect((await call(`${path}?${query}`)).status).toBe(414)
  const { status, body } = await json(path, {
    method: 'POST',
    headers: {
      'x-http-method-override': 'GET',
      'x-restli-method': 'finder',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: query,
  })
  expect(status).toBe(200)
  expect(body.elements).toEqual([{ id: 361084782, name: 'Opening weekend' }])
})

test('a tunneled request with a body uses multipart', async () => {
  const boundary = 'xYzZY'
  const body = [
    `--${boundary}`,
    'Content-Type: application/x-www-form-urlencoded',
    '',
    'ids=List(361084726)',
    `--${boundary}`,
    'Content-Type: application/json',
    '',
    '{"entities":{"361084726":{"patch":{"$set":{"name":"Bulk plants"}}}}}',
    `--${boundary}--`,
  ].join('\r\n')
  const response = await json(path, {
    method: 'POST',
    headers: {
      'x-http-method-override': 'POST',
      'x-restli-method': 'batch_partial_update',
      'content-type': `multipart/mixed; boundary=${boundary}`,
    },
    body,
  })
  expect(response.body).toEqual({ results: { '361084726': { status: 204 } }, errors: {} })
  expect((await json(`${path}/361084726?fields=name`)).body).toEqual({ name: 'Bulk plants' })
})

test('a method header is accepted in either case and refused when it contradicts the request', async () => {
  const status = async (method: string) =>
    (await call('/rest/adAccounts?q=search', { headers: { 'x-restli-method': method } })).status
  expect(await status('finder')).toBe(200)
  expect(await status('FINDER')).toBe(200)
  expect(await status('BATCH_GET')).toBe(400)
})

test('a batch get returns results, statuses and errors by key', async () => {
  const { body } = await json('/rest/adAccounts?ids=List(512345678,999)&fields=id')
  expect(body).toEqual({
    results: { '512345678': { id: 512345678 } },
    statuses: { '512345678': 200, '999': 404 },
    errors: { '999': { status: 404, code: 'NOT_FOUND', message: 'Not Found.' } },
  })
  const creative = 'urn%3Ali%3AsponsoredCreative%3A295104001'
  const creatives = await json(`/rest/adAccounts/512345678/creatives?ids=List(${creative})&fields=name`)
  expect(creatives.body.results).toEqual({ [creative]: { name: 'Pallets of boxwood, delivered' } })
})

test('offset pages contain relative, encoded links that lead through the whole list', async () => {
  const first = await json(`/rest/dmpSegments?q=account&account=${account}&start=0&count=4`)
  expect(first.body.paging).toEqual({
    start: 0,
    count: 4,
    total: 11,
    links: [
      {
        rel: 'next',
        type: 'application/json',
        href: `/rest/dmpSegments?q=account&account=${account}&count=4&start=4`,
      },
    ],
  })
  const seen = new Set<number>()
  for (
    let next: string | undefined = `/rest/dmpSegments?q=account&account=${account}&start=0&count=4`;
    next;
  ) {
    const { body } = await json(next)
    for (const { id } of body.elements) seen.add(id)
    next = body.paging.links.find(({ rel }) => rel === 'next')?.href
  }
  expect(seen.size).toBe(11)
})

test('cursor pages continue until the token is missing, even after a short page', async () => {
  const crowd = '/rest/adAccounts/515000101/adCampaigns?q=search&pageSize=50&fields=id'
  const sizes: number[] = []
  for (let token = ''; ; ) {
    const { body } = await json(`${crowd}${token && `&pageToken=${encodeURIComponent(token)}`}`, {
      person: 'agnes',
    })
    sizes.push(body.elements.length)
    token = body.metadata.nextPageToken ?? ''
    if (token === '') break
  }
  expect(sizes).toEqual([49, 50, 50, 50, 30])
})

test('a page token is valid only for its query, page size and member', async () => {
  const { body } = await json('/rest/adAccounts?q=search&pageSize=10', { person: 'otto' })
  const token = encodeURIComponent(body.metadata.nextPageToken ?? '')
  const status = async (query: string, person: string) =>
    (await call(`/rest/adAccounts?q=search&${query}&pageToken=${token}`, { person })).status
  expect(await status('pageSize=10', 'otto')).toBe(200)
  expect(await status('pageSize=11', 'otto')).toBe(400)
  expect(await status('pageSize=10&search=(test:false)', 'otto')).toBe(400)
  expect(await status('pageSize=10', 'agnes')).toBe(400)
  expect((await call('/rest/adAccounts?q=search&pageToken=abc')).status).toBe(400)
})

test('page sizes outside the limits are refused', async () => {
  expect((await call('/rest/adAccounts?q=search&pageSize=1001')).status).toBe(400)
  expect((await call('/rest/adAccounts?q=search&pageSize=0')).status).toBe(400)
  const creatives = '/rest/adAccounts/512345678/creatives?q=criteria&pageSize='
  const headers = { 'x-restli-method': 'FINDER' }
  expect((await call(`${creatives}101`, { headers })).status).toBe(400)
  expect((await call(`${creatives}100`, { headers })).status).toBe(200)
})

test('a body that is not JSON or has another content type is refused', async () => {
  const patch = (body: string, type = 'application/json') =>
    call(`${path}/361084726`, {
      method: 'POST',
      headers: { 'x-restli-method': 'PARTIAL_UPDATE', 'content-type': type },
      body,
    })
  expect((await patch('{')).status).toBe(400)
  expect((await patch('<a/>', 'application/xml')).status).toBe(415)
})

test('an injected fault returns LinkedIn’s error format for a service code, a name or only a status', async () => {
  const order = (code: string | undefined, status: number) =>
    sandbox.faults.order({
      platform: 'pro',
      call: 'adAccounts.search',
      kind: 'status',
      status,
      ...(code === undefined ? {} : { code }),
    })
  const seen = async () => (await json('/rest/adAccounts?q=search')).body
  order('65601', 401)
  expect(await seen()).toEqual({
    status: 401,
    serviceErrorCode: 65601,
    code: 'REVOKED_ACCESS_TOKEN',
    message: 'The token used in the request has been revoked by the user',
  })
  order('CONFLICT', 409)
  expect(await seen()).toMatchObject({ status: 409, code: 'CONFLICT' })
  order(undefined, 503)
  expect(await seen()).toMatchObject({ status: 503, code: 'UNDER_MAINTENANCE' })
  sandbox.faults.order({ platform: 'pro', call: 'adAccounts.search', kind: 'rate_limit' })
  const limited = await json('/rest/adAccounts?q=search')
  expect(limited.status).toBe(429)
  expect(limited.body).toEqual({
    serviceErrorCode: 101,
    message: 'Resource level throttle limit for calls to this resource is reached.',
    status: 429,
  })
  expect(limited.headers.get('retry-after')).toBeNull()
  expect(sandbox.faults.unspent()).toEqual([])
})

test('a day quota counts each member and endpoint separately and resets at midnight UTC', async () => {
  sandbox.state().pro.limits.perMember = 2
  const status = async (target: string, person: string) => (await call(target, { person })).status
  expect(await status('/rest/adAccounts?q=search', 'ben')).toBe(200)
  expect(await status('/rest/adAccounts?q=search', 'ben')).toBe(200)
  expect(await status('/rest/adAccounts?q=search', 'ben')).toBe(429)
  expect(await status('/rest/adAccounts?q=search', 'ada')).toBe(200)
  expect(await status('/rest/adAccountUsers?q=authenticatedUser', 'ben')).toBe(200)
  sandbox.clock.set(Date.parse('2026-11-16T00:00:00Z'))
  expect(await status('/rest/adAccounts?q=search', 'ben')).toBe(200)
})

test('the same call returns the same bytes after a reset', async () => {
  const read = async () => {
    const response = await call('/rest/adAccounts?q=search&pageSize=2')
    return [response.headers.get('x-li-uuid'), await response.text()]
  }
  const before = await read()
  sandbox.reset()
  expect(await read()).toEqual(before)
})
