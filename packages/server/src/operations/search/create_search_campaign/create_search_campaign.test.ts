import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { newSearchUser, postToPlatform, querySearchRows, useSearch } from '../../../../testing/search.ts'
import {
  buildExpectedCampaign,
  fullSearchCampaign,
  minimalSearchCampaign,
  readSearchCampaign,
} from '../../../../testing/searchCampaign.ts'

const search = useSearch()
const { service, sandbox } = search
const create = (body: Parameters<typeof service.call<'search/create_search_campaign'>>[1], headers = {}) =>
  service.call('search/create_search_campaign', body, { headers })

test('search/create_search_campaign creates a campaign with the value of every field [R4.5.effect, R4.5.results, R2.10.campaign, R4.5.locationGroupId.effect]', async () => {
  const body = fullSearchCampaign(search.userId, "Everything: O'Brien \\ 50% [x]", sandbox.url)
  const results = expectSuccess('search/create_search_campaign', await create(body))
  expect(results.campaignResourceName).toMatch(/^customers\/4823109756\/campaigns\/\d+$/)
  expect(results.adGroupResourceName).toMatch(/^customers\/4823109756\/adGroups\/\d+$/)
  expect(results.additionalMessage).toBe(
    'Created and activated. It starts on 2030-03-01 and ends on 2030-04-30.',
  )
  const made = await readSearchCampaign(service, results.campaignResourceName)
  expect(made).toEqual({
    ...buildExpectedCampaign(body),
    languages: ['languageConstants/1000', 'languageConstants/1018', 'languageConstants/1027'],
    images: ['300x300', '600x314'],
    goals: {
      PURCHASE: true,
      SUBMIT_LEAD_FORM: true,
      PAGE_VIEW: false,
      SIGNUP: false,
      PHONE_CALL_LEAD: false,
      CONTACT: false,
    },
  })
  const [adGroup] = await querySearchRows(
    service,
    `SELECT ad_group.id FROM ad_group WHERE campaign.id = ${results.campaignResourceName.split('/').at(-1)}`,
  )
  expect(adGroup).toMatchObject({ adGroup: { resourceName: results.adGroupResourceName } })
})

test.each([
  ['the answer came', []],
  ['the answer was lost', [{ call: 'googleAds:mutate', kind: 'reset', when: 'after' }]],
])(
  'search/create_search_campaign returns the ids of campaign, ad group and ads when %s',
  async (how, faults) => {
    for (const fault of faults) await sandbox.injectFault(fault)
    const { userId } = search
    const body = fullSearchCampaign(userId, `Ids: ${how}`, sandbox.url)
    const results = expectSuccess('search/create_search_campaign', await create(body))
    const { campaignId, adGroupId, adIds } = results
    expect(results.campaignResourceName.endsWith(`/campaigns/${campaignId}`)).toBe(true)
    expect(results.adGroupResourceName.endsWith(`/adGroups/${adGroupId}`)).toBe(true)
    const { ads } = (await service.call('search/get_ads', { userId, campaignId })).results
    const named = adIds.map((id) => ads.find((ad) => ad.id === id)?.name)
    expect(named).toEqual(body.ads.map(({ headlines }) => headlines[0]))
    expect(new Set(adIds).size).toBe(body.ads.length)
  },
)

test('search/create_search_campaign creates a campaign from only the required fields', async () => {
  const body = minimalSearchCampaign(search.userId, 'Least')
  const results = expectSuccess('search/create_search_campaign', await create(body))
  expect(results.additionalMessage).toBe(
    'Created and activated. It starts on 2030-03-01 and has no end date.',
  )
  expect(await readSearchCampaign(service, results.campaignResourceName)).toMatchObject({
    ...buildExpectedCampaign(body),
    languages: [],
    images: [],
  })
})

test('search/create_search_campaign keeps headlines with keyword insertion unchanged', async () => {
  const { ads, ...minimalCampaign } = minimalSearchCampaign(search.userId, 'Inserted')
  const headlines = ['{KeyWord:Solid Oak Garden Chairs}', 'Built to last', 'Order today']
  const body = { ...minimalCampaign, ads: ads.map((ad) => ({ ...ad, headlines })) }
  const results = expectSuccess('search/create_search_campaign', await create(body))
  expect(await readSearchCampaign(service, results.campaignResourceName)).toMatchObject({
    ads: buildExpectedCampaign(body).ads,
  })
})

/** adrail creates the campaign paused, enables the campaign, and reads its status back. */
const writesAndReadBack = ['googleAds:mutate', 'googleAds:mutate', 'googleAds:search']

test('search/create_search_campaign reads references, writes twice, reads the status back, and caches constants', async () => {
  await create(minimalSearchCampaign(search.userId, 'Warm'))
  await sandbox.clearRequests()
  await create({ ...minimalSearchCampaign(search.userId, 'Counted'), languages: ['en'] })
  const calls = (await sandbox.requests()).map(({ call }) => call)
  // The first creation cached currencies and locations. The second one caches languages, too.
  expect(calls.slice(-3)).toEqual(writesAndReadBack)
  expect(calls.slice(0, -3).every((call) => call === 'googleAds:search')).toBe(true)
  await sandbox.clearRequests()
  await create({ ...minimalSearchCampaign(search.userId, 'Counted again'), languages: ['en'] })
  expect((await sandbox.requests()).map(({ call }) => call)).toEqual(writesAndReadBack)
  await sandbox.clearRequests()
  await create(fullSearchCampaign(search.userId, 'All reads at once', sandbox.url))
  const requests = await sandbox.requests()
  expect(requests.map(({ call }) => call)).toEqual([
    ...Array(requests.length - 3).fill('googleAds:search'),
    ...writesAndReadBack,
  ])
  const [created, enabled] = await sandbox.writes()
  expect(created?.body).toContain('"status":"PAUSED"')
  expect(enabled?.body).toContain('"status":"ENABLED"')
})

test('search/create_search_campaign sends its reads concurrently before any write', async () => {
  await create(fullSearchCampaign(search.userId, 'Before all at once', sandbox.url))
  await sandbox.clearRequests()
  // adrail has cached constants by now. The other five queries run concurrently.
  const fault = await sandbox.injectFault({ call: 'googleAds:search', kind: 'stall', times: 5 })
  const pending = create({
    ...fullSearchCampaign(search.userId, 'All at once', sandbox.url),
    locations: ['1026201'],
    images: [],
  })
  const countStalled = async () => {
    const { faults } = (await sandbox.callAdmin('GET', 'faults')) as { faults: { holding: number }[] }
    return faults[0]?.holding ?? 0
  }
  await expect.poll(countStalled).toBe(5)
  expect(await sandbox.writes()).toEqual([])
  await sandbox.release(fault)
  expectSuccess('search/create_search_campaign', await pending)
  expect((await sandbox.requests()).slice(-8).map(({ call }) => call)).toEqual([
    ...Array(5).fill('googleAds:search'),
    ...writesAndReadBack,
  ])
})

test('search/create_search_campaign leaves a campaign paused when the requested status is PAUSED [R4.add.create-status.effect]', async () => {
  const response = await create({ ...minimalSearchCampaign(search.userId, 'Asleep'), status: 'PAUSED' })
  const results = expectSuccess('search/create_search_campaign', response)
  expect(results.additionalMessage).toContain('kept paused')
  expect((await readSearchCampaign(service, results.campaignResourceName)).status).toBe('PAUSED')
  expect(await sandbox.writes()).toHaveLength(1)
})

test('search/create_search_campaign accepts budgets in the currency of the account [R4.5.dailyBudget.currency]', async () => {
  const yen = await newSearchUser(service, { person: 'yuki', accountId: '5570001001' })
  const body = { ...minimalSearchCampaign(yen, 'Yen'), locations: ['2392'], dailyBudget: '1500' }
  const results = expectSuccess('search/create_search_campaign', await create(body))
  const list = await service.call('search/get_campaigns', { userId: yen })
  const made = list.results.campaigns.find(
    ({ resourceName }) => resourceName === results.campaignResourceName,
  )
  expect(made).toMatchObject({ dailyBudget: '1500', currencyCode: 'JPY' })
  const fine = await create({ ...body, campaignName: 'Half a yen', dailyBudget: '1500.5' })
  expectRefusal(fine, 'INVALID_FIELD', { field: 'dailyBudget' })
  const cents = await create({ ...minimalSearchCampaign(search.userId, 'Thirds'), dailyBudget: '0.333' })
  expect(expectRefusal(cents, 'INVALID_FIELD', { field: 'dailyBudget' }).error).toContain(
    'at most 2 decimals in USD',
  )
  expect(await sandbox.writes()).toHaveLength(2)
})

test('search/create_search_campaign accepts lead forms and location groups that other operations created [R4.5.leadFormAssetId.source]', async () => {
  const form = await service.call('search/create_lead_form', {
    userId: search.userId,
    name: 'Made for a campaign',
    headline: 'Get a plan',
    description: 'We call you back.',
    privacy_policy_url: 'https://shop.example/privacy',
    call_to_action_type: 'GET_QUOTE',
    call_to_action_description: 'Free plan',
    input_fields: ['EMAIL'],
  })
  const group = await service.call('search/create_location_group', {
    userId: search.userId,
    locationAssetIds: ['55010003'],
  })
  const { leadFormAssetId } = form.results
  const { locationGroupId } = group.results
  const body = { ...minimalSearchCampaign(search.userId, 'Made of others'), leadFormAssetId, locationGroupId }
  const results = expectSuccess('search/create_search_campaign', await create(body))
  expect(await readSearchCampaign(service, results.campaignResourceName)).toMatchObject({
    leadForms: [leadFormAssetId],
    locationGroups: [locationGroupId],
  })
})

test('search/create_search_campaign succeeds with warnings about duplicates and about a lead form without its conversion [R7.2.warnings]', async () => {
  const body = {
    ...minimalSearchCampaign(search.userId, 'Attention'),
    keywords: [
      { text: 'Chairs', match_type: 'BROAD' as const },
      { text: 'chairs', match_type: 'BROAD' as const },
    ],
    callouts: ['Fast', 'Fast'],
    leadFormAssetId: '88001122',
  }
  const results = expectSuccess('search/create_search_campaign', await create(body))
  expect(results['warnings']).toEqual([
    'Google Ads shows a lead form only in campaigns that bid for the conversion SUBMIT_LEAD_FORM.',
    '2 duplicates were merged.',
  ])
  expect(results.additionalMessage).toContain('2 duplicates were merged.')
  expect(await readSearchCampaign(service, results.campaignResourceName)).toMatchObject({
    keywords: ['BROAD Chairs'],
    callouts: ['Fast'],
  })
})

test('search/create_search_campaign reports that the location group has no locations', async () => {
  const assetSet = {
    name: 'Empty group',
    type: 'STATIC_LOCATION_GROUP',
    locationGroupParentAssetSetId: '66001',
  }
  const created = await postToPlatform(service, 'assetSets:mutate', { operations: [{ create: assetSet }] })
  const made = created as { results: { resourceName: string }[] }
  const locationGroupId = made.results[0]?.resourceName.split('/').at(-1) ?? ''
  const response = await create({ ...minimalSearchCampaign(search.userId, 'Nowhere'), locationGroupId })
  const { additionalMessage } = expectSuccess('search/create_search_campaign', response)
  expect(additionalMessage).toContain('The location group has no locations')
})

describe('search/create_search_campaign with an unknown reference [R7.3.unknown-reference]', () => {
  test.each([
    ['a location that does not exist', { locations: ['2840', '99999999'] }, 'locations[1]'],
    ['an excluded location that does not exist', { negativeLocations: ['99999999'] }, 'negativeLocations[0]'],
    ['a language that does not exist', { languages: ['en', 'xx'] }, 'languages[1]'],
    [
      'a conversion that the account does not measure',
      { objective: 'CONVERSION' as const, conversionEvents: ['PURCHASE', 'BOOK_APPOINTMENT'] },
      'conversionEvents[1]',
    ],
    ['a lead form that does not exist', { leadFormAssetId: '1' }, 'leadFormAssetId'],
    ['an image as a lead form', { leadFormAssetId: '44010001' }, 'leadFormAssetId'],
    ['a location group that does not exist', { locationGroupId: '1' }, 'locationGroupId'],
    ['the sync set as a location group', { locationGroupId: '66001' }, 'locationGroupId'],
  ])('returns REFERENCE_NOT_FOUND for %s and writes nothing', async (_, change, field) => {
    const response = await create({ ...minimalSearchCampaign(search.userId, 'Refers'), ...change })
    expectRefusal(response, 'REFERENCE_NOT_FOUND', { field })
    expect(await sandbox.writes()).toEqual([])
  })

  test("returns REFERENCE_NOT_FOUND for another account's lead form and location group", async () => {
    const other = await newSearchUser(service, { accountId: '4823109764' })
    for (const [change, field] of [
      [{ leadFormAssetId: '88001122' }, 'leadFormAssetId'],
      [{ locationGroupId: '77001' }, 'locationGroupId'],
    ] as const) {
      const response = await create({ ...minimalSearchCampaign(other, 'Foreign'), ...change })
      expectRefusal(response, 'REFERENCE_NOT_FOUND', { field })
    }
    expect(await sandbox.writes()).toEqual([])
  })

  test('returns all unknown references at once', async () => {
    const response = await create({
      ...minimalSearchCampaign(search.userId, 'Much'),
      locations: ['1', '2'],
      languages: ['xx'],
    })
    const { details } = expectRefusal(response, 'REFERENCE_NOT_FOUND', { field: 'locations[0]' })
    expect(details).toHaveLength(3)
  })
})

describe('search/create_search_campaign', () => {
  const namedLike = async (name: string) =>
    (
      await querySearchRows(
        service,
        `SELECT campaign.id, campaign.status FROM campaign WHERE campaign.name = '${name}'`,
      )
    ).map(({ campaign }) => campaign)

  test.each([
    ['lost before it arrived', { kind: 'reset' }],
    ['lost after it was carried out', { kind: 'reset', when: 'after' }],
    ['answered with a failure, and carried out', { kind: 'status', status: 500, when: 'after' }],
    ['answered with a failure, and not carried out', { kind: 'status', status: 503 }],
    [
      'answered with a failure that looks like a refusal',
      { kind: 'status', status: 500, code: 'campaignError.INVALID_CAMPAIGN_NAME', when: 'after' },
    ],
    ['answered with garbage, and carried out', { kind: 'garbage', when: 'after' }],
    ['answered with half an answer', { kind: 'truncate' }],
    ['answered with a web page', { kind: 'html', status: 502, when: 'after' }],
  ])('creates one campaign although the creation was %s', async (how, fault) => {
    const name = `Once ${how}`
    await sandbox.injectFault({ call: 'googleAds:mutate', ...fault })
    const results = expectSuccess(
      'search/create_search_campaign',
      await create(minimalSearchCampaign(search.userId, name)),
    )
    expect(await sandbox.listUnusedFaults()).toEqual([])
    expect(await namedLike(name)).toEqual([
      expect.objectContaining({ resourceName: results.campaignResourceName, status: 'ENABLED' }),
    ])
  })

  test.each([
    ['lost', { kind: 'reset', when: 'after' }],
    ['failing', { kind: 'status', status: 500 }],
  ])('enables the campaign although the first enabling request was %s', async (how, fault) => {
    const name = `Switched ${how}`
    await sandbox.injectFault({ call: 'googleAds:mutate', skip: 1, ...fault })
    expectSuccess('search/create_search_campaign', await create(minimalSearchCampaign(search.userId, name)))
    expect(await sandbox.listUnusedFaults()).toEqual([])
    expect(await namedLike(name)).toEqual([expect.objectContaining({ status: 'ENABLED' })])
  })

  test('rolls back a campaign that cannot be enabled', async () => {
    await sandbox.injectFault({
      call: 'googleAds:mutate',
      skip: 1,
      kind: 'status',
      status: 403,
      code: 'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT',
    })
    const response = await create(minimalSearchCampaign(search.userId, 'Taken back'))
    expectRefusal(response, 'ACCOUNT_SUSPENDED')
    expect(await namedLike('Taken back')).toEqual([expect.objectContaining({ status: 'REMOVED' })])
  })

  test('returns the same campaign for an equal request within 15 minutes, and DUPLICATE_CAMPAIGN_NAME later', async () => {
    const body = minimalSearchCampaign(search.userId, 'Again')
    const first = expectSuccess('search/create_search_campaign', await create(body))
    const second = await create(body)
    expect(second.results).toEqual(first)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    service.clock.advance(16 * 60 * 1000)
    expectRefusal(await create(body), 'DUPLICATE_CAMPAIGN_NAME', { field: 'campaignName' })
    expect(await namedLike('Again')).toHaveLength(1)
  })

  test('validates a dry run at Google Ads and creates nothing', async () => {
    const body = { ...fullSearchCampaign(search.userId, 'Rehearsed', sandbox.url), dryRun: true }
    const { results } = await create(body)
    expect(results).toMatchObject({ success: true, dryRun: true, planHash: expect.any(String) })
    expect(results['plan']).toEqual([
      {
        step: 'create',
        says: 'Create the campaign "Rehearsed", paused, with 25.50 USD a day, 765.00 USD in 30 days, 3 keywords and 2 ads.',
      },
      { step: 'enable', says: 'Activate the campaign "Rehearsed".' },
    ])
    expect(await sandbox.effects()).toEqual([])
    const refused = await create({ ...body, startDate: '2020-01-01', endDate: '2020-02-01' })
    expectRefusal(refused, 'PLATFORM_REJECTED', { field: 'startDate' })
    const done = await create({ ...body, dryRun: false, planHash: String(results['planHash']) })
    expectSuccess('search/create_search_campaign', done)
  })

  test('resends a campaign without its start date when Google Ads counts today as past', async () => {
    const [row] = await querySearchRows(service, 'SELECT customer.time_zone FROM customer')
    const timeZone = String(Object(row)['customer']['timeZone'])
    const startDate = new Intl.DateTimeFormat('en-CA', { timeZone }).format(service.clock.now())
    const code = 'dateRangeError.CANNOT_SET_DATE_TO_PAST'
    await sandbox.injectFault({ call: 'googleAds:mutate', kind: 'status', status: 400, code })
    const response = await create({ ...minimalSearchCampaign(search.userId, 'From today'), startDate })
    expectSuccess('search/create_search_campaign', response)
    const starts = (await sandbox.writes()).slice(0, 2).map(({ body }) => body.includes('startDateTime'))
    expect(starts).toEqual([true, false])
  })

  test('returns a plan with singular nouns for one keyword and one ad', async () => {
    const { results } = await create({ ...minimalSearchCampaign(search.userId, 'Small'), dryRun: true })
    expect(JSON.stringify(results['plan'])).toContain(
      'with 12.00 USD a day, 360.00 USD in 30 days, 1 keyword and 1 ad.',
    )
  })
})

testOperationCosts('search/create_search_campaign', { store: 38, upstream: 3 })
