import { expect, test } from 'vitest'
import { foxCustomerId, listErrors, type SearchRow, useSearch } from '../../../testing/search.ts'
import { standingTokenText } from '../../index.ts'

const search = useSearch()

const searchPath = (customer: string) => `/v25/customers/${customer}/googleAds:search`
const body = { query: 'SELECT customer.id, customer.manager FROM customer' }

test('the account list contains only directly accessible accounts, and a person without accounts is refused with NOT_ADS_USER', async () => {
  const path = '/v25/customers:listAccessibleCustomers'
  expect((await search.send(path, { person: 'ben' })).body).toEqual({
    resourceNames: ['customers/5550001001'],
  })
  expect((await search.send(path, { person: 'otto' })).body.resourceNames).toHaveLength(40)
  const strangerResponse = await search.send(path, { person: 'nora' })
  expect(strangerResponse.status).toBe(401)
  expect(listErrors(strangerResponse)).toEqual(['authenticationError.NOT_ADS_USER'])
})

test('a client account below a manager requires the manager in the login header', async () => {
  const client = '8830000042'
  expect(listErrors(await search.send(searchPath(client), { person: 'agnes', body }))).toEqual([
    'authorizationError.USER_PERMISSION_DENIED',
  ])
  const through = await search.send(searchPath(client), { person: 'agnes', login: '8800000001', body })
  expect(through.body.results[0].customer.id).toBe(client)
  const stranger = await search.send(searchPath(client), { login: '7710000001', body })
  expect(stranger.status).toBe(403)
  const notHers = await search.send(searchPath(client), { person: 'ada', login: '8800000001', body })
  expect(listErrors(notHers)).toEqual(['authorizationError.USER_PERMISSION_DENIED'])
})

test('a manager account lists its client tree with levels 0 to 3 and itself at level 0', async () => {
  const rows = await search.query(
    'SELECT customer_client.id, customer_client.level, customer_client.manager, customer_client.status, customer_client.hidden, customer_client.client_customer FROM customer_client',
    { person: 'agnes', customer: '8800000001', login: '8800000001' },
  )
  const clients = rows.filter((row: SearchRow) => row.customerClient.manager === false)
  expect(clients.length).toBeGreaterThanOrEqual(300)
  expect(new Set(rows.map((row: SearchRow) => row.customerClient.level))).toEqual(
    new Set(['0', '1', '2', '3']),
  )
  const [self] = rows
  expect(self.customerClient).toMatchObject({ id: '8800000001', level: '0', manager: true, hidden: false })
  expect(new Set(rows.map((row: SearchRow) => row.customerClient.id)).size).toBe(rows.length)
  const enabled = await search.query(
    "SELECT customer_client.id FROM customer_client WHERE customer_client.manager = FALSE AND customer_client.status = 'ENABLED'",
    { person: 'agnes', customer: '8800000001', login: '8800000001' },
  )
  expect(enabled.length).toBeLessThan(clients.length)
})

test('a project with test access reaches only test accounts, and a project with explorer access cannot plan keywords', async () => {
  const { search: state } = search.sandbox.state()
  const ask = (customer: string) => search.send(searchPath(customer), { person: 'otto', body })
  const plan = () =>
    search.send(`/v25/customers/${foxCustomerId}:generateKeywordIdeas`, {
      body: { keywordSeed: { keywords: ['tulip'] }, language: 'languageConstants/1000' },
    })
  expect((await ask('6600000001')).status).toBe(200)
  expect((await plan()).status).toBe(200)
  state.accessLevel = 'test'
  const refused = await ask('6600000001')
  expect(refused.status).toBe(403)
  expect(listErrors(refused)).toEqual(['authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION'])
  expect((await ask('6600000039')).status).toBe(200)
  expect((await search.send('/v25/customers:listAccessibleCustomers')).status).toBe(200)
  state.accessLevel = 'explorer'
  expect((await ask('6600000001')).status).toBe(200)
  expect(listErrors(await plan())).toEqual(['authorizationError.DEVELOPER_TOKEN_NOT_APPROVED'])
})

test('malformed account ids and unknown accounts are refused with different errors', async () => {
  expect(listErrors(await search.send(searchPath('482-310-9756'), { body }))).toEqual([
    'requestError.INVALID_CUSTOMER_ID',
  ])
  expect(listErrors(await search.send(searchPath(foxCustomerId), { body, login: 'mine' }))).toEqual([
    'headerError.INVALID_LOGIN_CUSTOMER_ID',
  ])
  const unknown = await search.send(searchPath('1234567890'), { body })
  expect(unknown.status).toBe(401)
  expect(listErrors(unknown)).toEqual(['authenticationError.CUSTOMER_NOT_FOUND'])
})

test('a missing token and an unknown token are refused with different authentication errors', async () => {
  const missing = await search.send(searchPath(foxCustomerId), { body, headers: { authorization: '' } })
  expect(missing.status).toBe(401)
  expect(missing.body.error.status).toBe('UNAUTHENTICATED')
  expect(listErrors(missing)).toEqual(['authenticationError.OAUTH_TOKEN_HEADER_INVALID'])
  const foreign = await search.send(searchPath(foxCustomerId), { body, token: 'ya29.nobody' })
  expect(listErrors(foreign)).toEqual(['authenticationError.OAUTH_TOKEN_INVALID'])
})

test('a token that is expired, revoked or without the ads scope is refused with its own error', async () => {
  const text = standingTokenText('search', 'greta')
  const token = search.sandbox.state().tokens[text]
  if (token === undefined) throw new Error('Greta has no token.')
  const ask = () => search.send('/v25/customers:listAccessibleCustomers', { token: text })
  expect((await ask()).status).toBe(200)
  const { scopes, expiresAt } = token
  Object.assign(token, { scopes: ['openid'] })
  const narrow = await ask()
  expect([narrow.status, narrow.body.error.message]).toEqual([
    403,
    'Request had insufficient authentication scopes.',
  ])
  expect(narrow.body.error.details[0].reason).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT')
  Object.assign(token, { scopes, expiresAt: search.sandbox.clock.now() - 1 })
  expect(listErrors(await ask())).toEqual(['authenticationError.OAUTH_TOKEN_EXPIRED'])
  Object.assign(token, { expiresAt, death: { reason: 'revoked', at: 0 } })
  const revoked = await ask()
  expect(revoked.status).toBe(401)
  expect(listErrors(revoked)).toEqual(['authenticationError.OAUTH_TOKEN_REVOKED'])
})

test('a canceled account refuses all access, and suspended, read-only and manager accounts refuse writes', async () => {
  const canceled = await search.send(searchPath('6600000007'), { person: 'otto', body })
  expect(canceled.status).toBe(403)
  expect(listErrors(canceled)).toEqual(['authorizationError.CUSTOMER_NOT_ENABLED'])
  expect((await search.send(searchPath('6600000006'), { person: 'otto', body })).status).toBe(200)
  const operation = { assetOperation: { create: { calloutAsset: { calloutText: 'Hello' } } } }
  const suspended = await search.mutate([operation], { person: 'otto', customer: '6600000006' })
  expect(listErrors(suspended)).toEqual(['authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT'])
  const readOnly = await search.mutate([operation], { person: 'otto', customer: '6600000008' })
  expect(listErrors(readOnly)).toEqual(['authorizationError.ACTION_NOT_PERMITTED'])
  const manager = await search.mutate([operation], { customer: '7710000001' })
  expect(listErrors(manager)).toEqual(['requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT'])
})

test('a manager account refuses a query for metrics', async () => {
  const reply = await search.send(searchPath('7710000001'), {
    body: { query: 'SELECT metrics.clicks FROM campaign' },
  })
  expect(listErrors(reply)).toEqual(['queryError.REQUESTED_METRICS_FOR_MANAGER'])
})

test('every response has its own request id, which a failure also contains in its body', async () => {
  const one = await search.send(searchPath(foxCustomerId), { body })
  const two = await search.send(searchPath('1234567890'), { body })
  expect(one.headers.get('request-id')).toMatch(/^\w{22}$/)
  expect(two.headers.get('request-id')).not.toBe(one.headers.get('request-id'))
  expect(two.body.error.details[0].requestId).toBe(two.headers.get('request-id'))
})

test('a request with any developer token and a bare question mark is accepted', async () => {
  const reply = await search.send(`${searchPath(foxCustomerId)}?`, {
    body,
    headers: { 'developer-token': 'anything' },
  })
  expect(reply.status).toBe(200)
})

test('version 24 refuses the fields, enum values and messages that version 25 added', async () => {
  const ask = (version: string, query: string) =>
    search.send(`/${version}/customers/${foxCustomerId}/googleAds:search`, { body: { query } })
  const shared = 'SELECT campaign.id, campaign.name FROM campaign'
  const [before, now] = [await ask('v24', shared), await ask('v25', shared)]
  expect([before.status, before.body]).toEqual([200, now.body])
  const later = 'SELECT campaign.broad_match_migration_date_time FROM campaign'
  expect((await ask('v25', later)).status).toBe(200)
  const refused = await ask('v24', later)
  expect(listErrors(refused)).toEqual(['queryError.UNRECOGNIZED_FIELD'])
  expect(refused.body.error.details[0]['@type']).toContain('.v24.errors.GoogleAdsFailure')
  const disclaimers =
    "SELECT campaign_asset.asset FROM campaign_asset WHERE campaign_asset.field_type = 'TEXT_DISCLAIMER'"
  expect((await ask('v25', disclaimers)).status).toBe(200)
  expect(listErrors(await ask('v24', disclaimers))).toEqual(['queryError.BAD_ENUM_CONSTANT'])
  const body = { operations: [{ create: { syntheticContentInfo: {} } }] }
  const sent = await search.send(`/v24/customers/${foxCustomerId}/assets:mutate`, { body })
  expect(sent.body.error.message).toContain('Unknown name "syntheticContentInfo"')
})

test('a retired version is refused with UNSUPPORTED_VERSION, and an unknown version or path with 404', async () => {
  const list = (version: string) => search.send(`/${version}/customers:listAccessibleCustomers`)
  for (const old of ['v20', 'v23']) {
    const blocked = await list(old)
    expect([blocked.status, ...listErrors(blocked)]).toEqual([400, 'requestError.UNSUPPORTED_VERSION'])
    expect(blocked.body.error.details[0].errors[0].message).toContain(`Version ${old} is deprecated.`)
  }
  for (const unknown of ['v19', 'v27']) {
    const gone = await list(unknown)
    expect([gone.status, String(gone.body).slice(0, 15)]).toEqual([404, '<!DOCTYPE html>'])
  }
  search.sandbox.clock.freeze(Date.parse('2027-05-01T00:00:00Z'))
  expect(listErrors(await list('v24'))).toEqual(['requestError.UNSUPPORTED_VERSION'])
  const path = await search.send(`/v25/customers/${foxCustomerId}/nonsense:mutate`, { body: {} })
  expect([path.status, path.body.error.status]).toEqual([404, 'NOT_FOUND'])
})

test('the admin API sets the status of a Google Ads account', async () => {
  const order = (name: string, input: object) =>
    fetch(`${search.sandbox.url}/_sandbox/simulate/search/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  expect((await order('account', { customerId: foxCustomerId, status: 'SUSPENDED' })).status).toBe(200)
  const [row] = await search.query('SELECT customer.status FROM customer')
  expect(row.customer.status).toBe('SUSPENDED')
  expect((await order('account', { customerId: foxCustomerId, status: 'ENABLED' })).status).toBe(200)
  expect((await order('account', { customerId: foxCustomerId, status: 'GONE' })).ok).toBe(false)
})

test('the daily operation quota counts all accounts together and resets after 24 hours', async () => {
  const limits = (input: object) =>
    fetch(`${search.sandbox.url}/_sandbox/simulate/search/limits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  await limits({ operationsPerDay: 3 })
  const ask = (person = 'ada') => search.send('/v25/customers:listAccessibleCustomers', { person })
  const budget = (name: string) => ({
    campaignBudgetOperation: { create: { name, amountMicros: '5000000' } },
  })
  expect((await ask()).status).toBe(200)
  expect((await search.mutate([budget('A'), budget('B')])).status).toBe(200)
  const refused = await ask('ben')
  expect([refused.status, ...listErrors(refused)]).toEqual([429, 'quotaError.RESOURCE_EXHAUSTED'])
  expect(refused.body.error.details[0].errors[0].details.quotaErrorDetails).toEqual({
    rateScope: 'DEVELOPER',
    rateName: 'Number of operations for basic access',
    retryDelay: '86400s',
  })
  search.sandbox.clock.advance(24 * 3_600_000)
  expect((await ask('ben')).status).toBe(200)
  await limits({})
})

test('a closed test manager account responds, and another closed manager account is refused', async () => {
  const { search: state } = search.sandbox.state()
  const manager = '8800000001'
  const customer = state.accounts[manager]?.customer ?? {}
  const before = { ...customer }
  const ask = () => search.send(searchPath(manager), { person: 'agnes', login: manager, body })
  customer['status'] = 'CLOSED'
  expect(listErrors(await ask())).toEqual(['authorizationError.CUSTOMER_NOT_ENABLED'])
  customer['testAccount'] = true
  expect((await ask()).status).toBe(200)
  Object.assign(customer, before)
})
