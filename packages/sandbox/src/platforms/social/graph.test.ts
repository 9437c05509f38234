import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { useSocial } from '../../../testing/social.ts'

const social = useSocial()

const account = 'act_1001200300400'
const page = '104500000000001'

test('one request with field expansion returns the ad accounts, pages and Instagram account of a person', async () => {
  const { status, body } = await social.get('me', {
    fields:
      'id,name,adaccounts.limit(100){account_id,name,currency,account_status,disable_reason,timezone_name,min_daily_budget,business{id,name},user_tasks},accounts.limit(100){id,name,access_token,tasks,picture.type(large){url},business{id,name},instagram_business_account{id,username,name,profile_picture_url}}',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: '102200000000101', name: 'Ada Fox' })
  expect(body.adaccounts.data[0]).toMatchObject({
    id: account,
    account_id: '1001200300400',
    currency: 'EUR',
    account_status: 1,
    timezone_name: 'Europe/Berlin',
    min_daily_budget: 93,
    business: { id: '220011', name: 'Fox & Daughters' },
  })
  expect(body.accounts.data[0]).toMatchObject({
    id: page,
    tasks: expect.arrayContaining(['ADVERTISE']),
    instagram_business_account: { id: '17841400000000001', username: 'foxbakery' },
  })
  expect(Object.keys(body.accounts.data[0].picture.data)).toEqual(['url'])
  const picture = await fetch(body.accounts.data[0].picture.data.url)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('an object response contains only the requested fields and the id', async () => {
  const { body } = await social.get('120210000000000011', { fields: 'name,daily_budget' })
  expect(body).toEqual({ name: 'Spring bread', daily_budget: '1500', id: '120210000000000011' })
  expect((await social.get('120210000000000011')).body).toEqual({ id: '120210000000000011' })
})

test.each([
  [
    'me',
    { fields: 'id,shoe_size' },
    '(#100) Tried accessing nonexisting field (shoe_size) on node type (User)',
  ],
  [
    `${account}/campaigns`,
    { fields: 'id,shoe_size' },
    '(#100) Tried accessing nonexisting field (shoe_size) on node type (AdCampaignGroup)',
  ],
  [
    'me',
    { fields: 'accounts{business{shoe_size}}' },
    '(#100) Tried accessing nonexisting field (shoe_size) on node type (Business)',
  ],
  [`${account}/shoes`, {}, '(#100) Tried accessing nonexisting field (shoes) on node type (AdAccount)'],
  [`${account}/campaigns`, { colour: 'red' }, '(#100) Param colour is not a parameter of this call'],
  [
    `${account}/campaigns`,
    { effective_status: ['RUNNING'] },
    '(#100) Param effective_status[0] must be one of {ACTIVE, PAUSED, DELETED, ARCHIVED, IN_PROCESS, WITH_ISSUES} - got "RUNNING".',
  ],
  [`${account}/campaigns`, { date_format: 'U' }, '(#100) The parameter date_format is no longer supported.'],
])('GET %s %o is refused with code 100 and a message with the reason', async (path, query, message) => {
  const { status, body } = await social.get(path, query)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({
    message,
    type: 'OAuthException',
    code: 100,
    fbtrace_id: expect.any(String),
  })
})

test.each(['999', 'act_999', 'constructor', '120210000000000011x', '1001200300400', '104500000000401'])(
  'the object %s, which does not exist for the caller, is refused with code 100 and subcode 33',
  async (id) => {
    const { status, body } = await social.get(id)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ type: 'GraphMethodException', code: 100, error_subcode: 33 })
    expect(body.error.message).toContain(`Object with ID '${id}' does not exist`)
  },
)

test('a campaign of another person returns the same error as a campaign that does not exist', async () => {
  const foreign = await social.get('120210000000000011', {}, social.token('ben'))
  const unknown = await social.get('120210000000000012', {}, social.token('ben'))
  expect(foreign.body.error.message.replace('011', '012')).toBe(unknown.body.error.message)
  expect(
    (await social.post('120210000000000011', { name: 'mine' }, social.token('ben'))).body.error.error_subcode,
  ).toBe(33)
})

test('the Graph API serves versions 24 to 26 and refuses older and newer versions', async () => {
  for (const version of ['v24.0', 'v25.0', 'v26.0']) {
    const { status, headers } = await social.get(`${version}/me`)
    expect([status, headers.get('facebook-api-version')]).toEqual([200, version])
  }
  expect((await social.get('v23.0/me')).body.error.code).toBe(2635)
  expect((await social.get('v27.0/me')).body.error).toMatchObject({
    code: 2500,
    message: 'Unknown path components: /me',
  })
  expect((await social.get(`v24.0/${account}/campaigns`)).headers.get('x-ad-api-version-warning')).toContain(
    'v25.0',
  )
})

test('the parameter ids reads several objects in version 25 until its removal date, and is refused in version 26', async () => {
  const campaign = '120210000000000011'
  const readIds = (version: string) =>
    social.get(`${version}/`, { ids: `${account},${campaign}`, fields: 'name' })
  const removedMessage = '(#100) The parameter ids is no longer supported at the root of the graph.'
  social.sandbox.clock.freeze(Date.parse('2026-10-26T12:00:00Z'))
  const { status, body, headers } = await readIds('v25.0')
  expect([status, headers.get('facebook-api-version')]).toEqual([200, 'v25.0'])
  expect(body).toEqual({
    [account]: (await social.get(account, { fields: 'name' })).body,
    [campaign]: (await social.get(campaign, { fields: 'name' })).body,
  })
  expect((await readIds('v26.0')).body.error.message).toBe(removedMessage)
  social.sandbox.clock.freeze(Date.parse('2026-10-27T12:00:00Z'))
  expect((await readIds('v25.0')).body.error.message).toBe(removedMessage)
})

test('the Graph API accepts a token in query, form or JSON body, and refuses a missing or invalid token', async () => {
  const token = social.token()
  const { url } = social.sandbox
  const inQuery = await fetch(`${url}/v26.0/me?access_token=${token}`)
  const inForm = await fetch(`${url}/v26.0/120210000000000011`, {
    method: 'POST',
    body: new URLSearchParams({ access_token: token, name: 'A' }),
  })
  const inJson = await fetch(`${url}/v26.0/120210000000000011`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ access_token: token, name: 'B', id: '120210000000000011' }),
  })
  expect([inQuery.status, inForm.status, inJson.status]).toEqual([200, 200, 200])
  const withoutToken = await social.get('me', {}, '')
  expect([withoutToken.status, withoutToken.body.error.type]).toEqual([400, 'OAuthException'])
  const badToken = await social.get('me', {}, 'nonsense')
  expect(badToken.body.error).toMatchObject({
    code: 190,
    message: 'Invalid OAuth access token - Cannot parse access token',
  })
  expect(badToken.headers.get('x-fb-trace-id')).toBeTruthy()
})

test('the Graph API checks an appsecret_proof, and requires one when the switch proofRequired is on', async () => {
  const proof = createHmac('sha256', 'sandbox-social-secret').update(social.token()).digest('hex')
  expect((await social.get('me', { appsecret_proof: proof })).status).toBe(200)
  const wrong = await social.get('me', { appsecret_proof: `${proof.slice(1)}0` })
  expect([wrong.status, wrong.body.error.type, wrong.body.error.code]).toEqual([
    400,
    'GraphMethodException',
    100,
  ])
  social.sandbox.state().switches.social.proofRequired = true
  expect((await social.get('me')).body.error.message).toBe(
    'API calls from the server require an appsecret_proof argument',
  )
  expect((await social.get('me', { appsecret_proof: proof })).status).toBe(200)
})

test('page edges accept only a page token, and ad objects accept only a user token', async () => {
  const token = await social.pageToken()
  for (const edge of ['published_posts', 'leadgen_forms']) {
    const refusal = await social.get(`${page}/${edge}`)
    expect([refusal.status, refusal.body.error.code, refusal.body.error.error_subcode]).toEqual([
      400,
      190,
      undefined,
    ])
    expect(refusal.body.error.message).toBe('(#190) This method must be called with a Page Access Token')
    expect((await social.get(`${page}/${edge}`, {}, token)).status).toBe(200)
  }
  expect((await social.get('me', {}, token)).body).toEqual({ name: 'Fox Bakery', id: page })
  expect((await social.get(account, {}, token)).status).toBe(400)
  expect((await social.get('120210000000000011', {}, token)).body.error.error_subcode).toBe(33)
})

const findAdasGrant = () => {
  const grant = Object.values(social.sandbox.state().grants).find(
    ({ person, platform }) => person === 'ada' && platform === 'social',
  )
  if (grant === undefined) throw new Error('Ada has no grant.')
  return grant
}

test('the field tasks of a page is readable only on the person’s own list of pages', async () => {
  expect((await social.get('me/accounts', { fields: 'tasks' })).body.data[0].tasks).toContain('ADVERTISE')
  for (const [path, fields] of [
    [page, 'tasks'],
    ['220011/owned_pages', 'id,tasks'],
    ['me/businesses', 'client_pages{id,tasks}'],
  ] as const) {
    const refusal = await social.get(path, { fields })
    expect([refusal.status, refusal.body.error.message]).toEqual([
      400,
      '(#100) Tried accessing nonexisting field (tasks) on node type (Page)',
    ])
  }
})

test('without business_management, me/accounts omits pages of a business, and owner fields are refused with 403', async () => {
  const grant = findAdasGrant()
  grant.scopes = grant.scopes.filter((scope) => scope !== 'business_management')
  expect((await social.get('me/accounts')).body.data).toEqual([])
  const photoAccount = 'instagram_business_account{owner_business}'
  for (const fields of ['business', photoAccount]) {
    const refusal = await social.get(page, { fields })
    expect([refusal.status, refusal.body.error.code]).toEqual([403, 200])
  }
  expect((await social.get('me/businesses')).status).toBe(403)
  // A page without a business is listed without the permission.
  const bens = await social.get('me/accounts', {}, social.token('ben'))
  expect(bens.body.data).toHaveLength(1)
})

test('posts of a page require pages_read_user_content when the switch userContentRequired is on', async () => {
  const grant = findAdasGrant()
  const token = await social.pageToken()
  social.sandbox.state().switches.social.userContentRequired = true
  expect((await social.get(`${page}/published_posts`, {}, token)).status).toBe(200)
  grant.scopes = grant.scopes.filter((scope) => scope !== 'pages_read_user_content')
  const refusal = await social.get(`${page}/published_posts`, {}, token)
  expect([refusal.status, refusal.body.error.code]).toEqual([400, 10])
})

test('a request without a required ads permission is refused with 403, and me/accounts is empty without pages_show_list', async () => {
  const grant = findAdasGrant()
  const allScopes = grant.scopes
  grant.scopes = allScopes.filter((scope) => !scope.startsWith('ads_'))
  const read = await social.get(`${account}/campaigns`)
  expect([read.status, read.body.error.code]).toEqual([403, 200])
  grant.scopes = allScopes.filter((scope) => scope !== 'ads_management')
  expect((await social.get(`${account}/campaigns`)).status).toBe(200)
  expect((await social.post('120210000000000011', { daily_budget: 2_000 })).status).toBe(403)
  grant.scopes = allScopes.filter((scope) => scope !== 'pages_show_list')
  expect((await social.get('me/accounts')).body.data).toEqual([])
})

test('a person’s lists contain only the ad accounts and pages that the person selected at consent', async () => {
  const grant = findAdasGrant()
  grant.assets = { ads_management: ['1001200300401'], ads_read: ['1001200300401'], pages_show_list: [page] }
  expect((await social.get('me/adaccounts')).body.data.map(({ id }: { id: string }) => id)).toEqual([
    'act_1001200300401',
  ])
  expect((await social.get('me/accounts')).body.data.map(({ id }: { id: string }) => id)).toEqual([page])
  expect((await social.get(account)).body.error.error_subcode).toBe(33)
})

test('cursors lead through a list in both directions, and paging links work unchanged', async () => {
  const seenIds: string[] = []
  let reply = await social.get(`${account}/adimages`, { fields: 'id', limit: 25 })
  expect(reply.body.paging.previous).toBeUndefined()
  const first = reply.body
  for (;;) {
    seenIds.push(...reply.body.data.map(({ id }: { id: string }) => id))
    const { next } = reply.body.paging
    if (next === undefined) break
    expect(next).toContain(social.sandbox.url)
    expect(new URL(next).searchParams.get('access_token')).toBe(social.token())
    reply = await social.get(next, {}, '')
  }
  expect(new Set(seenIds).size).toBe(68)
  expect(reply.body.paging.cursors.after).toBeTruthy()
  const previousPage = await social.get(reply.body.paging.previous, {}, '')
  const firstPage = await social.get(previousPage.body.paging.previous, {}, '')
  expect(firstPage.body.data).toEqual(first.data)
  const staleCursor = await social.get(`${account}/adimages`, { after: 'QVFIUkabcZD' })
  expect(staleCursor.body.error.code).toBe(2642)
})

test('a nested list continues on its own edge through its paging link', async () => {
  const { body } = await social.get('me', { fields: 'adaccounts.limit(3){name}' }, social.token('otto'))
  expect(body.adaccounts.data).toHaveLength(3)
  const next = await social.get(body.adaccounts.paging.next, {}, '')
  expect(next.body.data).toHaveLength(3)
  expect(Object.keys(next.body.data[0]).sort()).toEqual(['id', 'name'])
})

test('a list of 40 ad accounts comes in pages of 25, and a person without accounts gets an empty list', async () => {
  const all = await social.get('me/adaccounts', { limit: 100 }, social.token('otto'))
  expect(all.body.data).toHaveLength(40)
  expect(all.body.paging.next).toBeUndefined()
  expect((await social.get('me/adaccounts', {}, social.token('otto'))).body.data).toHaveLength(25)
  expect((await social.get('me/adaccounts', {}, social.token('nora'))).body).toEqual({ data: [] })
  expect((await social.get('me', { fields: 'adaccounts{name}' }, social.token('nora'))).body).toEqual({
    id: '102200000000103',
  })
})

test('pages that belong only to a business are missing from me/accounts and listed under the account and the business', async () => {
  const token = social.token('agnes')
  expect((await social.get('me/accounts', {}, token)).body.data).toEqual([])
  const promoted = await social.get('act_1005200300400/promote_pages', { fields: 'id,name' }, token)
  expect(promoted.body.data).toEqual([{ id: '104500000000501', name: 'Northern Bakery' }])
  const business = await social.get('me/businesses', { fields: 'id,name,owned_pages{id}' }, token)
  expect(business.body.data[0].owned_pages.data).toHaveLength(3)
  const photo = await social.get(
    'act_1005200300400/connected_instagram_accounts',
    { fields: 'username' },
    token,
  )
  expect(photo.body.data[0].username).toBe('northernbakery')
})

test('an account id of 17 digits is returned without loss of precision', async () => {
  const { body } = await social.get('me/adaccounts', { fields: 'account_id' }, social.token('greta'))
  expect(body.data).toEqual([{ account_id: '10150585630710217', id: 'act_10150585630710217' }])
})

test('usage grows with calls, a full quota is refused, and usage decays within five minutes', async () => {
  const usage = (reply: { headers: Headers }) =>
    JSON.parse(reply.headers.get('x-business-use-case-usage') ?? '{}')['1001200300400'][0]
  social.sandbox.state().social.limits = { points: 6, tier: 'development_access' }
  const first = await social.get(`${account}/campaigns`)
  expect(usage(first)).toMatchObject({
    type: 'ads_management',
    estimated_time_to_regain_access: 0,
    ads_api_access_tier: 'development_access',
  })
  const second = await social.get(`${account}/campaigns`)
  expect(usage(second).call_count).toBeGreaterThan(usage(first).call_count)
  expect(JSON.parse(second.headers.get('x-ad-account-usage') ?? '{}').acc_id_util_pct).toBeGreaterThan(0)
  for (let count = 0; count < 4; count++) await social.get(`${account}/campaigns`)
  const fullList = await social.get(`${account}/campaigns`)
  expect([fullList.status, fullList.body.error.code, fullList.body.error.error_subcode]).toEqual([
    400, 80004, 2446079,
  ])
  expect(usage(fullList).estimated_time_to_regain_access).toBe(5)
  expect((await social.get('act_1001200300401/campaigns')).status).toBe(200)
  social.sandbox.clock.advance(301_000)
  expect((await social.get(`${account}/campaigns`)).status).toBe(200)
})

test('the Graph API ignores the parameters pretty and debug, and refuses ids at the root and campaigns/insights', async () => {
  expect((await social.get('me', { pretty: '1', debug: 'all' })).status).toBe(200)
  const root = await social.get('v26.0/', { ids: '1,2' })
  expect([root.status, root.body.error.code]).toEqual([400, 100])
  expect((await social.get(`${account}/campaigns/insights`)).body.error.code).toBe(2500)
})

test('pages and pixels refuse writes, and a deleted campaign has the status DELETED and is missing from lists', async () => {
  expect((await social.post(page, { name: 'x' })).body.error.error_subcode).toBe(33)
  expect((await social.post(`${account}/adspixels`, { name: 'x' })).status).toBe(400)
  expect((await social.delete('120210000000000011')).body).toEqual({ success: true })
  const list = await social.get(`${account}/campaigns`, { fields: 'id', limit: 100 })
  expect(list.body.data.map(({ id }: { id: string }) => id)).not.toContain('120210000000000011')
  expect((await social.get('120210000000000011', { fields: 'status' })).body.status).toBe('DELETED')
  expect((await social.post('120210000000000011', { status: 'ACTIVE' })).body.error.code).toBe(100)
  expect(social.effects()).toEqual([{ kind: 'campaign.delete', id: '120210000000000011' }])
})

test.each(['campaigns', 'adsets', 'ads'])('the edge /%s refuses to list deleted objects', async (edge) => {
  const { status, body } = await social.get(`${account}/${edge}`, { effective_status: ['PAUSED', 'DELETED'] })
  expect([status, body.error]).toEqual([
    400,
    expect.objectContaining({
      code: 100,
      error_subcode: 1815001,
      error_user_title: 'Cannot Request for Deleted Objects',
      is_transient: false,
    }),
  ])
})

test('a person can be read by id instead of me, and the id of another person is refused', async () => {
  expect((await social.get('102200000000101', { fields: 'name' })).body).toEqual({
    name: 'Ada Fox',
    id: '102200000000101',
  })
  expect((await social.get('102200000000101/adaccounts')).status).toBe(200)
  expect((await social.get('102200000000102')).body.error.error_subcode).toBe(33)
  expect((await social.get('%zz')).body.error.error_subcode).toBe(33)
})

test('an update with unchanged values succeeds and records no effect', async () => {
  expect(
    (await social.post('120210000000000011', { daily_budget: 1_500, status: 'ACTIVE', name: 'Spring bread' }))
      .body,
  ).toEqual({ success: true })
  expect(social.effects()).toEqual([])
})

test('a list returns short or empty pages when the setting oddPages requests them, and more pages follow', async () => {
  social.sandbox.state().social.oddPages = { short: 1, empty: 1 }
  const first = await social.get(`${account}/adimages`, { limit: 40 })
  expect(first.body.data).toHaveLength(20)
  const empty = await social.get(first.body.paging.next, {}, '')
  expect(empty.body.data).toEqual([])
  const second = await social.get(empty.body.paging.next, {}, '')
  expect(second.body.data).toHaveLength(40)
  expect(second.body.data[0].id).not.toBe(first.body.data[0].id)
})

test('a list returns its total count when the request sets summary', async () => {
  const { body } = await social.get(`${account}/adimages`, { limit: 1, summary: 'true' })
  expect(body.summary).toEqual({ total_count: 68 })
})

test('the same requests at the same time return the same bytes after a reset', async () => {
  const calls = async () => {
    const replies = []
    for (const path of [
      'me?fields=accounts{access_token}',
      `${account}/campaigns?fields=name,daily_budget&limit=3`,
      '120210000000000011/insights?fields=spend,reach',
      'act_1/nothing',
    ]) {
      const response = await fetch(`${social.sandbox.url}/v26.0/${path}`, {
        headers: { authorization: `Bearer ${social.token()}` },
      })
      const { date: _, ...headers } = Object.fromEntries(response.headers)
      replies.push([response.status, headers, await response.text()])
    }
    return replies
  }
  const firstReplies = await calls()
  social.sandbox.reset()
  expect(await calls()).toEqual(firstReplies)
})
