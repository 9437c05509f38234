// What lives on the professional network: accounts, roles, organizations, audiences, campaigns and ads.

import { expect, test } from 'vitest'
import { usePro } from '../../testing/pro.ts'
import { noon } from '../../testing/sandbox.ts'

const { sandbox, call, json, patch, create } = usePro()
const now = noon
const hour = 3_600_000

const campaigns = '/rest/adAccounts/512345678/adCampaigns'
const groups = '/rest/adAccounts/512345678/adCampaignGroups'
const creatives = '/rest/adAccounts/512345678/creatives'
const segmentsOf = (account: number) =>
  `/rest/dmpSegments?q=account&account=urn%3Ali%3AsponsoredAccount%3A${account}&start=0&count=100`
const dollars = (amount: string) => ({ amount, currencyCode: 'USD' })
const budget = (amount: string, currencyCode = 'USD') => ({
  patch: { $set: { dailyBudget: { amount, currencyCode } } },
})

test('the picker sees live accounts only, with currency and organization, and the whole list without a search', async () => {
  const picked = await json(
    '/rest/adAccounts?q=search&search=(status:(values:List(ACTIVE,DRAFT)),test:false)&pageSize=100',
  )
  expect(
    picked.body.elements.map(({ id, name, currency, reference }) => [id, name, currency, reference]),
  ).toEqual([
    [512345678, 'Fox Garden Shop', 'USD', 'urn:li:organization:2414183'],
    [512345690, 'Fox Bakery Wholesale', 'EUR', 'urn:li:organization:2414190'],
  ])
  expect(picked.body.metadata).toEqual({})
  expect(picked.body).not.toHaveProperty('paging')
  const all = await json('/rest/adAccounts?q=search')
  expect(all.body.elements).toHaveLength(4)
  expect(all.body.elements[0]).toMatchObject({
    type: 'BUSINESS',
    status: 'ACTIVE',
    servingStatuses: ['RUNNABLE'],
    test: false,
    version: { versionTag: '14' },
    changeAuditStamps: { created: { actor: 'urn:li:unknown:0', time: expect.any(Number) } },
  })
})

test('each person has the accounts the person is there to show', async () => {
  const count = async (person: string) => {
    const ids = new Set<number>()
    for (let token = ''; ; ) {
      const { body } = await json(`/rest/adAccounts?q=search&pageSize=15${token && `&pageToken=${token}`}`, {
        person,
      })
      for (const { id } of body.elements) ids.add(id)
      token = body.metadata.nextPageToken ?? ''
      if (token === '') return ids.size
    }
  }
  expect(await count('ben')).toBe(1)
  expect(await count('nora')).toBe(0)
  expect(await count('otto')).toBe(40)
  expect(await count('agnes')).toBe(12)
  expect(await count('greta')).toBe(1)
  const yen = await json('/rest/adAccounts?q=search', { person: 'yuki' })
  expect(new Set(yen.body.elements.map(({ currency }) => currency))).toEqual(new Set(['JPY']))
})

test('roles come by offset pages and by their compound key', async () => {
  const first = await json('/rest/adAccountUsers?q=authenticatedUser', { person: 'otto' })
  expect(first.body.elements).toHaveLength(10)
  expect(first.body.paging.total).toBe(40)
  const roles = await json('/rest/adAccountUsers?q=authenticatedUser&start=0&count=100', { person: 'agnes' })
  expect(new Set(roles.body.elements.map(({ role }) => role))).toContain('VIEWER')
  const key = '(account:urn%3Ali%3AsponsoredAccount%3A512345678,user:urn%3Ali%3Aperson%3AaD4f0xK2p1)'
  const one = await json(`/rest/adAccountUsers/${key}`)
  expect(one.body).toMatchObject({
    account: 'urn:li:sponsoredAccount:512345678',
    role: 'ACCOUNT_BILLING_ADMIN',
  })
})

test('somebody else’s account is answered exactly like one that does not exist', async () => {
  const foreign = await json('/rest/adAccounts/513200451')
  const unknown = await json('/rest/adAccounts/1')
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual({ status: 404, code: 'NOT_FOUND', message: 'Not Found.' })
  expect(unknown.body).toEqual(foreign.body)
  expect((await json(segmentsOf(513200451))).body).toEqual(foreign.body)
  expect((await json('/rest/adAccounts/513200451/adCampaigns?q=search')).body).toEqual(foreign.body)
})

test('organizations are named to those who may look them up', async () => {
  const acls = await json('/rest/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED')
  expect(acls.body.elements).toContainEqual({
    role: 'ADMINISTRATOR',
    organization: 'urn:li:organization:2414183',
    roleAssignee: 'urn:li:person:aD4f0xK2p1',
    state: 'APPROVED',
  })
  const names = await json('/rest/organizationsLookup?ids=List(2414183)&fields=localizedName')
  expect(names.body.results).toEqual({ '2414183': { localizedName: 'Fox Garden Shop' } })
})

test('the member behind a token has a name, versioned and not', async () => {
  for (const path of ['/rest/me', '/v2/me']) {
    expect((await json(path)).body).toMatchObject({
      id: 'aD4f0xK2p1',
      localizedFirstName: 'Ada',
      localizedLastName: 'Fox',
      firstName: { localized: { en_US: 'Ada' }, preferredLocale: { country: 'US', language: 'en' } },
    })
  }
})

test('the demo account has an audience in every state, and those being built have no counts', async () => {
  const { body } = await json(segmentsOf(512345678))
  const statuses = body.elements.map(({ destinations }) => destinations[0]?.['status'])
  expect(new Set(statuses)).toEqual(
    new Set(['BUILDING', 'UPDATING', 'READY', 'ARCHIVED', 'EXPIRED', 'FAILED', 'ERROR']),
  )
  expect(new Set(body.elements.map(({ type }) => type))).toEqual(
    new Set(['USER', 'COMPANY', 'USER_LIST_UPLOAD', 'COMPANY_LIST_UPLOAD']),
  )
  expect(new Set(body.elements.map(({ sourcePlatform }) => sourcePlatform)).size).toBe(3)
  const ready = body.elements.find(({ name }) => name === 'Garden newsletter readers')
  expect(ready).toEqual({
    id: 21400801,
    name: 'Garden newsletter readers',
    description: 'Export of the newsletter list, refreshed every quarter.',
    type: 'USER_LIST_UPLOAD',
    sourcePlatform: 'LIST_UPLOAD',
    account: 'urn:li:sponsoredAccount:512345678',
    accessPolicy: 'PRIVATE',
    inputCount: 18240,
    created: expect.any(Number),
    lastModified: expect.any(Number),
    destinations: [
      {
        destination: 'LINKEDIN',
        destinationSegmentId: 'urn:li:adSegment:19300401',
        audienceSize: 11900,
        matchedCount: 12688,
        status: 'READY',
        created: expect.any(Number),
        lastModified: expect.any(Number),
      },
    ],
  })
  const building = body.elements.find(({ destinations }) => destinations[0]?.['status'] === 'BUILDING')
  expect(building).not.toHaveProperty('inputCount')
  expect(building?.destinations[0]).not.toHaveProperty('audienceSize')
  expect(building?.destinations[0]).not.toHaveProperty('matchedCount')
  const small = body.elements.find(({ name }) => name === 'Bonsai club members')
  expect(small?.destinations[0]).toMatchObject({ status: 'READY', audienceSize: 120 })
})

test('an audience is built, refreshed and expires as the clock turns', async () => {
  const status = async (name: string) => {
    const { body } = await json(segmentsOf(512345678))
    return body.elements.find((element) => element.name === name)?.destinations[0]?.['status']
  }
  expect(await status('Spring workshop sign-ups')).toBe('BUILDING')
  expect(await status('Trade customers, last 12 months')).toBe('UPDATING')
  expect(await status('Christmas tree buyers 2024')).toBe('ARCHIVED')
  sandbox.clock.advance(49 * hour)
  expect(await status('Spring workshop sign-ups')).toBe('READY')
  expect(await status('Trade customers, last 12 months')).toBe('READY')
  sandbox.clock.advance(60 * 24 * hour)
  expect(await status('Christmas tree buyers 2024')).toBe('EXPIRED')
})

test('audiences can be narrowed to one source, and one account has 230 of them', async () => {
  const streamed = await json(`${segmentsOf(512345678)}&sourcePlatform=GARDENCRM`)
  expect(streamed.body.elements).toHaveLength(3)
  const crowd = await json(segmentsOf(515000101), { person: 'agnes' })
  expect(crowd.body.paging.total).toBe(230)
  expect(crowd.body.elements).toHaveLength(100)
  expect((await json(segmentsOf(512345701))).body.elements).toEqual([])
})

test('the second application may not touch segments, and the refusal names what is missing', async () => {
  const second = { clientId: 'sandboxpro0002' }
  const { status, body } = await json(segmentsOf(512345678), second)
  expect(status).toBe(403)
  expect(body).toEqual({
    status: 403,
    serviceErrorCode: 100,
    code: 'ACCESS_DENIED',
    message: 'Not enough permissions to access: partnerApiDmpSegments.FINDER-account.20260701',
  })
  const fallback = await json(
    '/rest/adSegments?q=accounts&accounts=List(urn%3Ali%3AsponsoredAccount%3A512345678)&start=0&count=100',
    second,
  )
  expect(fallback.status).toBe(200)
  expect(new Set(fallback.body.elements.map(({ type }) => type))).toEqual(
    new Set(['BULK', 'MARKET_AUTOMATION', 'RETARGETING', 'LOOKALIKE']),
  )
  expect(fallback.body.elements.find(({ id }) => id === 19300401)).toMatchObject({
    status: 'READY',
    approximateMemberCount: 11900,
    created: { actor: 'urn:li:unknown:0', time: expect.any(Number) },
  })
})

test('a created segment is found at once, is built for two days and then ready', async () => {
  const entity = {
    name: 'Rose lovers',
    type: 'USER',
    sourcePlatform: 'GARDENCRM',
    account: 'urn:li:sponsoredAccount:512345678',
    destinations: [{ destination: 'LINKEDIN' }],
  }
  const created = await create('/rest/dmpSegments', entity)
  expect(created.status).toBe(201)
  const id = created.headers.get('x-restli-id')
  const status = async () => {
    const answer = await call(`/rest/dmpSegments/${id}?fields=name,destinations:(status)`)
    return answer.json()
  }
  expect(await status()).toEqual({ name: 'Rose lovers', destinations: [{ status: 'BUILDING' }] })
  sandbox.clock.advance(48 * hour)
  expect(await status()).toEqual({ name: 'Rose lovers', destinations: [{ status: 'READY' }] })
  expect(sandbox.requests.effects()).toMatchObject([
    { kind: 'dmpSegment.created', id, call: 'dmpSegments.create' },
  ])

  const test = await create('/rest/dmpSegments', { ...entity, account: 'urn:li:sponsoredAccount:512345701' })
  expect(test.body.code).toBe('SEGMENT_CREATION_NOT_ALLOWED_FOR_TEST_ACCOUNTS')
  const nameless = await create('/rest/dmpSegments', { ...entity, name: undefined })
  expect(nameless.status).toBe(422)
  expect(nameless.body).toEqual({
    message: 'ERROR :: /name :: field is required but not found and has no default value\n',
    status: 422,
  })
})

test('campaigns are found by group and status, with money as decimal text', async () => {
  const group = 'urn%3Ali%3AsponsoredCampaignGroup%3A640118012'
  const { body } = await json(
    `${campaigns}?q=search&search=(campaignGroup:(values:List(${group})),status:(values:List(ACTIVE,PAUSED)))&pageSize=100`,
  )
  expect(body.elements.map(({ name, servingStatuses }) => [name, servingStatuses])).toEqual([
    ['Seedlings are in', ['RUNNABLE']],
    ['Planting workshops', ['RUNNABLE']],
    ['Bonsai evening', ['CAMPAIGN_AUDIENCE_COUNT_HOLD']],
    ['Opening weekend', ['CAMPAIGN_START_DATE_HOLD']],
  ])
  expect(body.elements[0]).toMatchObject({
    account: 'urn:li:sponsoredAccount:512345678',
    campaignGroup: 'urn:li:sponsoredCampaignGroup:640118012',
    dailyBudget: { amount: '62.73', currencyCode: 'USD' },
    type: 'SPONSORED_UPDATES',
    runSchedule: { start: expect.any(Number), end: expect.any(Number) },
  })
  expect(body.elements[0]).not.toHaveProperty('holds')
  const statuses = await json(`${campaigns}?q=search&fields=status`)
  expect(new Set(statuses.body.elements.map(({ status }) => status))).toEqual(
    new Set(['ACTIVE', 'PAUSED', 'DRAFT', 'COMPLETED', 'ARCHIVED', 'CANCELED']),
  )
})

test('what holds a campaign back follows its status, its group and the clock', async () => {
  const serving = async (id: number) => {
    const { body } = await json(`${campaigns}?ids=List(${id})&fields=servingStatuses`)
    return body.results[id]
  }
  expect(await serving(361084793)).toEqual({ servingStatuses: ['CAMPAIGN_GROUP_STATUS_HOLD'] })
  await patch(`${groups}/640118023`, { patch: { $set: { status: 'ACTIVE' } } })
  expect(await serving(361084793)).toEqual({ servingStatuses: ['RUNNABLE'] })
  sandbox.clock.advance(6 * 24 * hour)
  expect(await serving(361084782)).toEqual({ servingStatuses: ['RUNNABLE'] })
  sandbox.clock.advance(3 * 24 * hour)
  expect(await serving(361084782)).toEqual({ servingStatuses: ['CAMPAIGN_END_DATE_HOLD'] })
})

test('a daily budget is set by a partial update, answered 204, and recorded', async () => {
  const { status, body } = await patch(`${campaigns}/361084726`, budget('75.00'))
  expect(status).toBe(204)
  expect(body).toEqual({})
  const { body: read } = await json(
    `${campaigns}/361084726?fields=dailyBudget,version,changeAuditStamps:(lastModified)`,
  )
  expect(read).toMatchObject({
    dailyBudget: dollars('75.00'),
    version: { versionTag: '9' },
    changeAuditStamps: { lastModified: { time: now } },
  })
  expect(sandbox.requests.effects()).toMatchObject([
    {
      kind: 'adCampaign.updated',
      id: '361084726',
      call: 'adCampaigns.update',
      detail: { set: { dailyBudget: dollars('75.00') }, before: { dailyBudget: dollars('60.00') } },
    },
  ])
})

test('nested patches, as patch generators write them, change one member of a record', async () => {
  const change = { patch: { dailyBudget: { $set: { amount: '61.00' } }, $set: { name: 'Bulk plants' } } }
  expect((await patch(`${campaigns}/361084726`, change)).status).toBe(204)
  expect((await json(`${campaigns}/361084726?fields=name,dailyBudget`)).body).toEqual({
    name: 'Bulk plants',
    dailyBudget: dollars('61.00'),
  })
  expect((await patch(`${campaigns}/361084737`, { patch: { $delete: ['totalBudget'] } })).status).toBe(204)
  expect((await json(`${campaigns}/361084737?fields=dailyBudget,totalBudget`)).body).toEqual({
    dailyBudget: dollars('35.00'),
  })
})

test('budgets that break a rule are refused with the rule’s code and leave the campaign as it was', async () => {
  const refused = async (id: number, change: unknown) => {
    const { status, body } = await patch(`${campaigns}/${id}`, change)
    const error = body.errorDetails?.inputErrors[0] ?? body.errorDetails?.conditionalInputErrors[0]
    return [status, body.code, error?.input.inputPath.fieldPath]
  }
  expect(await refused(361084726, budget('2.00'))).toEqual([
    400,
    'FIELD_VALUE_TOO_LOW',
    '/dailyBudget/amount',
  ])
  expect(await refused(361084726, budget('999999999.00'))).toEqual([
    400,
    'FIELD_VALUE_TOO_HIGH',
    '/dailyBudget/amount',
  ])
  expect(await refused(361084726, budget('75.00', 'EUR'))).toEqual([
    400,
    'CURRENCY_MISMATCH',
    '/dailyBudget/currencyCode',
  ])
  expect(await refused(361084726, budget('75.005'))).toEqual([400, 'FIELD_INVALID', '/dailyBudget/amount'])
  expect(await refused(361084737, budget('9500.00'))).toEqual([400, 'MISMATCH_FIELDS', '/totalBudget/amount'])
  expect(await refused(361084759, budget('6500.00'))).toEqual([
    400,
    'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET',
    '/dailyBudget/amount',
  ])
  expect(await refused(361084837, budget('75.00'))).toEqual([
    400,
    'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS',
    '/status',
  ])
  const several = await patch(`${campaigns}/361084726`, {
    patch: { $set: { dailyBudget: dollars('2.00'), totalBudget: { amount: '50.00', currencyCode: 'EUR' } } },
  })
  expect(several.body.code).toBe('MULTIPLE_VALIDATIONS_FAILED')
  expect(several.body.errorDetails.inputErrors.map(({ code }) => code)).toEqual([
    'FIELD_VALUE_TOO_LOW',
    'CURRENCY_MISMATCH',
  ])
  expect(sandbox.requests.effects()).toEqual([])
  expect((await json(`${campaigns}/361084726?fields=dailyBudget`)).body).toEqual({
    dailyBudget: dollars('60.00'),
  })
})

test('a budget below the minimum is told the minimum in the platform’s words', async () => {
  const { body } = await patch(`${campaigns}/361084726`, budget('2.00'))
  expect(body).toEqual({
    status: 400,
    code: 'FIELD_VALUE_TOO_LOW',
    message: "dailyBudget value 2.00 can't be lower than 10.00",
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: {
      inputErrors: [
        {
          code: 'FIELD_VALUE_TOO_LOW',
          description: "dailyBudget value 2.00 can't be lower than 10.00",
          input: {
            inputPath: { fieldPath: '/dailyBudget/amount' },
            inputValue: { value: '2.00' },
            min: '10.00',
          },
        },
      ],
      conditionalInputErrors: [],
    },
  })
})

test('yen have no decimals', async () => {
  const yen = '/rest/adAccounts/517300214/adCampaigns/517300214'
  const person = { person: 'yuki' }
  expect((await json(`${yen}?fields=dailyBudget`, person)).body).toEqual({
    dailyBudget: { amount: '12000', currencyCode: 'JPY' },
  })
  expect((await patch(yen, budget('15000', 'JPY'), person)).status).toBe(204)
  expect((await patch(yen, budget('15000.50', 'JPY'), person)).body.code).toBe('FIELD_INVALID')
  expect((await patch(yen, budget('100', 'JPY'), person)).body.code).toBe('FIELD_VALUE_TOO_LOW')
})

test('a status follows the rules of a campaign’s life', async () => {
  const status = async (id: number, wanted: string) => {
    const { status, body } = await patch(`${campaigns}/${id}`, { patch: { $set: { status: wanted } } })
    return status === 204 ? 204 : (body.code ?? body.message)
  }
  expect(await status(361084726, 'PAUSED')).toBe(204)
  expect(await status(361084726, 'ACTIVE')).toBe(204)
  expect(await status(361084726, 'DRAFT')).toBe('INVALID_STATUS_TRANSITION')
  expect(await status(361084726, 'PENDING_DELETION')).toBe('INVALID_STATUS_TRANSITION')
  expect(await status(361084804, 'PENDING_DELETION')).toBe(204)
  expect(await status(361084804, 'ACTIVE')).toBe('ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS')
  expect(await status(361084737, 'SLEEPING')).toBe('ERROR :: /status :: "SLEEPING" is not an enum symbol\n')
  expect(await status(361084737, 'CANCELLED')).toBe(204)
  expect((await json(`${campaigns}/361084737?fields=status`)).body).toEqual({ status: 'CANCELED' })
})

test('patches that do not fit the schema are refused whole', async () => {
  const problem = async (change: unknown) => {
    const { status, body } = await patch(`${campaigns}/361084726`, change)
    return [status, body.message]
  }
  const set = (members: unknown) => ({ patch: { $set: members } })
  expect(await problem(set({ dailyBudget: { amount: '75.00' } }))).toEqual([
    422,
    'ERROR :: /dailyBudget/currencyCode :: field is required but not found and has no default value\n',
  ])
  expect(await problem(set({ dailyBudget: { amount: 75, currencyCode: 'USD' } }))).toEqual([
    422,
    'ERROR :: /dailyBudget/amount :: 75 cannot be coerced to String\n',
  ])
  expect(await problem(set({ colour: 'red' }))).toEqual([
    422,
    'ERROR :: /colour :: unrecognized field found but not allowed\n',
  ])
  expect(await problem(set({ id: 5 }))).toEqual([
    422,
    'ERROR :: /id :: ReadOnly field present in a partial update request\n',
  ])
  expect((await problem({ dailyBudget: dollars('75.00') }))[0]).toBe(422)
  expect((await problem({ patch: {} }))[0]).toBe(400)
  const headless = await create(`${campaigns}/361084726`, budget('75.00'))
  expect(headless.status).toBe(400)
  expect(sandbox.requests.effects()).toEqual([])
})

test('roles decide who may change what', async () => {
  const viewer = '/rest/adAccounts/515000156/adCampaigns/515000156'
  const designer = '/rest/adAccounts/515000145'
  const agnes = { person: 'agnes' }
  const refused = await patch(viewer, budget('50.00', 'EUR'), agnes)
  expect([refused.status, refused.body.code]).toEqual([403, 'NO_PERMISSION_TO_UPDATE'])
  expect((await json(`${viewer}?fields=name`, agnes)).status).toBe(200)
  expect((await patch(`${designer}/adCampaigns/515000145`, budget('50.00', 'AUD'), agnes)).status).toBe(403)
  const pause = { patch: { $set: { intendedStatus: 'PAUSED' } } }
  const creative = `${designer}/creatives/urn%3Ali%3AsponsoredCreative%3A515000145`
  expect((await patch(creative, pause, agnes)).status).toBe(204)
})

test('a created group, campaign and ad belong together and start with the clock', async () => {
  const group = await create(groups, {
    account: 'urn:li:sponsoredAccount:512345678',
    name: 'Winter',
    status: 'ACTIVE',
    runSchedule: { start: now },
  })
  expect(group.status).toBe(201)
  const groupId = group.headers.get('x-restli-id')
  const entity = {
    account: 'urn:li:sponsoredAccount:512345678',
    campaignGroup: `urn:li:sponsoredCampaignGroup:${groupId}`,
    name: 'Wreaths',
    status: 'ACTIVE',
    type: 'SPONSORED_UPDATES',
    costType: 'CPM',
    dailyBudget: dollars('30.00'),
    locale: { country: 'US', language: 'en' },
    runSchedule: { start: now + 24 * hour },
  }
  const campaign = await create(campaigns, entity)
  expect(campaign.status).toBe(201)
  const id = campaign.headers.get('x-restli-id')
  const ad = await create(creatives, {
    campaign: `urn:li:sponsoredCampaign:${id}`,
    content: { reference: 'urn:li:share:7180009999' },
    intendedStatus: 'ACTIVE',
  })
  const adKey = ad.headers.get('x-restli-id')
  expect(adKey).toMatch(/^urn%3Ali%3AsponsoredCreative%3A\d+$/)
  const read = async () =>
    (await json(`${creatives}/${adKey}?fields=isServing,servingHoldReasons,review`)).body
  expect(await read()).toEqual({
    isServing: false,
    servingHoldReasons: ['UNDER_REVIEW', 'CAMPAIGN_STOPPED'],
    review: { status: 'PENDING' },
  })
  sandbox.clock.advance(25 * hour)
  expect(await read()).toEqual({ isServing: true, review: { status: 'APPROVED' } })
  expect(sandbox.requests.effects().map(({ kind }) => kind)).toEqual([
    'adCampaignGroup.created',
    'adCampaign.created',
    'creative.created',
  ])
  const cheap = await create(campaigns, { ...entity, dailyBudget: dollars('1.00') })
  expect(cheap.body.code).toBe('FIELD_VALUE_TOO_LOW')
  const budgetless = await create(campaigns, { ...entity, dailyBudget: undefined })
  expect(budgetless.body.code).toBe('FIELD_INVALID')
})

test('creatives need the finder header, are found by criteria, and one under review cannot be paused', async () => {
  const finder = { headers: { 'x-restli-method': 'FINDER' } }
  const campaign = 'urn%3Ali%3AsponsoredCampaign%3A361084726'
  const query = `${creatives}?q=criteria&campaigns=List(${campaign})&sortOrder=ASCENDING&pageSize=100`
  expect((await call(query)).status).toBe(400)
  const { body } = await json(query, finder)
  expect(body.elements.map(({ name, review }) => [name, review])).toEqual([
    ['Pallets of boxwood, delivered', { status: 'APPROVED' }],
    ['Your yard, our nursery', { status: 'APPROVED' }],
    ['Quote in one working day', { status: 'PENDING' }],
  ])
  const drafts = await json(
    `${creatives}?q=criteria&intendedStatuses=List(DRAFT,ARCHIVED)&isTotalIncluded=true`,
    finder,
  )
  expect(drafts.body.elements).toHaveLength(2)
  expect(drafts.body.paging.total).toBe(2)
  const pause = { patch: { $set: { intendedStatus: 'PAUSED' } } }
  const key = (id: number) => `${creatives}/urn%3Ali%3AsponsoredCreative%3A${id}`
  expect((await patch(key(295104003), pause)).status).toBe(400)
  expect((await patch(key(295104001), pause)).status).toBe(204)
  expect((await json(`${key(295104001)}?fields=intendedStatus,isServing,servingHoldReasons`)).body).toEqual({
    intendedStatus: 'PAUSED',
    isServing: false,
    servingHoldReasons: ['STOPPED'],
  })
})

test('a batch update does what it can and says what it could not', async () => {
  const answer = await create(
    `${campaigns}?ids=List(361084726,361084837)`,
    { entities: { 361084726: budget('70.00'), 361084837: budget('70.00') } },
    { headers: { 'x-restli-method': 'BATCH_PARTIAL_UPDATE' } },
  )
  expect(answer.body.results).toEqual({ '361084726': { status: 204 } })
  expect(answer.body.errors).toMatchObject({
    '361084837': { code: 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS' },
  })
})

test('a tester can move an audience and set quotas from outside, and sees each person’s accounts', async () => {
  const order = (name: string, input: unknown) =>
    fetch(`${sandbox.url}/_sandbox/simulate/pro/${name}`, { method: 'POST', body: JSON.stringify(input) })
  expect((await order('segment', { id: 21400801, status: 'FAILED' })).status).toBe(200)
  expect((await json('/rest/dmpSegments/21400801?fields=destinations:(status)')).body).toEqual({
    destinations: [{ status: 'FAILED' }],
  })
  expect((await order('segment', { id: 5, status: 'READY' })).status).toBe(400)
  expect((await order('limits', { perApp: 1 })).status).toBe(200)
  expect((await call('/rest/me')).status).toBe(200)
  expect((await call('/rest/me')).status).toBe(429)
  const ada = sandbox.people().people.find(({ key }) => key === 'ada')
  expect(ada?.pro.accounts).toContainEqual({
    kind: 'adAccount',
    id: '512345678',
    name: 'Fox Garden Shop',
    currency: 'USD',
  })
  expect(ada?.pro.accounts).toContainEqual({ kind: 'organization', id: '2414183', name: 'Fox Garden Shop' })
})
