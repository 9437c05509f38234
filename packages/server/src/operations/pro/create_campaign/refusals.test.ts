// A refusal reports the reason and the caller's field, and leaves nothing at the platform.

import { afterEach, describe, expect, test } from 'vitest'
import type { UserlessBody } from '../../../../testing/calls.ts'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { usePro } from '../../../../testing/pro.ts'
import { createProUntilFinal, findGroupsByName } from '../../../../testing/proCampaign.ts'
import { newProUser } from '../../../../testing/search.ts'

const pro = usePro({ PRO_TEST_ACCOUNTS: 'on' })
const { service, sandbox } = pro
const operation = 'pro/create_campaign'
type Request = UserlessBody<typeof operation>

const words = {
  introText: 'Boxwood by the pallet',
  headline: 'Trade prices',
  url: 'https://fox-garden.example/trade',
}
/** An ad for requests that adrail refuses before it fetches the image. */
const drawn = { ...words, imageUrl: 'https://fox-garden.example/boxwood.png' }
const newAd = () => ({
  ...words,
  imageUrl: `${sandbox.url}/_media/image/boxwood-400x210.png`,
})
const post = { postId: 'urn:li:share:7180100001' }
const minimalBody = (): Request => ({
  objective: 'TRAFFIC',
  campaignName: 'Refused',
  dailyBudget: '25',
  startDate: '2030-03-01',
  locations: ['103644278'],
  ads: [newAd()],
  notPoliticalAdvertising: true,
})
const create = (change: object) => pro.callRecorded(operation, { ...minimalBody(), ...change })

afterEach(async () => {
  expect(await findGroupsByName(pro, 'Refused')).toEqual([])
})

describe('pro/create_campaign with an invalid body', () => {
  test.each([
    ['a missing budget', { dailyBudget: undefined }, 'dailyBudget'],
    ['a total budget without an end date', { totalBudget: '900' }, 'endDate'],
    ['an end date before the start date', { endDate: '2030-02-01' }, 'endDate'],
    [
      'a location that is both included and excluded',
      { negativeLocations: ['103644278'] },
      'negativeLocations[0]',
    ],
    ['titles together with seniorities', { titles: ['3'], seniorities: ['6'] }, 'seniorities'],
    ['companies together with industries', { companies: ['1035'], industries: ['27'] }, 'industries'],
    ['the objective LEADS without a lead form', { objective: 'LEADS' }, 'leadFormId'],
    ['a lead form without the objective LEADS', { leadFormId: '8100101' }, 'leadFormId'],
    ['the objective CONVERSIONS without a conversion', { objective: 'CONVERSIONS' }, 'conversionIds'],
    ['political advertising', { notPoliticalAdvertising: false }, 'notPoliticalAdvertising'],
    ['an ad without a url', { ads: [{ ...drawn, url: undefined }] }, 'ads[0].url'],
    ['an ad without an image', { ads: [{ ...drawn, imageUrl: undefined }] }, 'ads[0].imageUrl'],
    ['an existing post with an introText', { ads: [{ ...post, introText: 'x' }] }, 'ads[0].introText'],
    [
      'two ads with the same name',
      {
        ads: [
          { ...post, name: 'a' },
          { ...drawn, name: 'a' },
        ],
      },
      'ads[1].name',
    ],
    ['an image for the objective VIDEO_VIEWS', { objective: 'VIDEO_VIEWS' }, 'ads[0].imageUrl'],
    ['an invalid location', { locations: ['urn:li:geo:1),x:List('] }, 'locations[0]'],
    ['an invalid company size', { companySizes: ['(51,200)'] }, 'companySizes[0]'],
    ['an invalid language', { language: 'German' }, 'language'],
  ])('refuses %s without a platform request', async (_, change, field) => {
    const response = await create(change)
    expectRefusal(response, 'INVALID_FIELD', { field })
    expect(response.calls).toEqual([])
  })
})

describe('pro/create_campaign with an invalid reference', () => {
  test.each([
    ['an unknown location', { locations: ['103644278', '1'] }, 'locations[1]'],
    ['a job function as a seniority', { seniorities: ['26'] }, 'seniorities[0]'],
    ['an unknown language', { language: 'xx_XX' }, 'language'],
    ['an unknown audience', { audiences: [1] }, 'audiences[0]'],
    ['a lead form that is not published', { objective: 'LEADS', leadFormId: '8100103' }, 'leadFormId'],
    ['a disabled conversion', { objective: 'CONVERSIONS', conversionIds: ['70203'] }, 'conversionIds[0]'],
    ['an unknown post', { ads: [{ postId: 'urn:li:share:1' }] }, 'ads[0].postId'],
    ['an unknown video', { ads: [{ ...words, videoId: 'none' }] }, 'ads[0].videoId'],
  ])('refuses %s and changes nothing', async (_, change, field) => {
    const response = await create(change)
    expectRefusal(response, 'REFERENCE_NOT_FOUND', { field })
    expect(await sandbox.effects()).toEqual([])
  })

  test.each([
    ['posts.get', 'ads[0].postId', { ads: [post] }],
    ['videos.get', 'ads[0].videoId', { ads: [{ ...words, videoId: 'none' }] }],
  ])('refuses an id that %s rejects as malformed, and changes nothing', async (call, field, change) => {
    await sandbox.injectFault({ call, kind: 'status', status: 400, code: 'ILLEGAL_ARGUMENT' })
    expectRefusal(await create({ objective: 'ENGAGEMENT', ...change }), 'REFERENCE_NOT_FOUND', { field })
    expect(await sandbox.effects()).toEqual([])
  })

  test('reports an audience that is not ready together with the other invalid references', async () => {
    const { results } = await pro.call('pro/get_audiences_list', {})
    const building = results.audiences.find(({ destinations }) => destinations[0]?.status === 'BUILDING')
    const response = await create({ audiences: [building?.id], titles: ['1'] })
    const { details } = expectRefusal(response, 'REFERENCE_NOT_FOUND', { field: 'titles[0]' })
    expect(details).toHaveLength(2)
    expect(JSON.stringify(details)).toContain('not ready')
  })

  test('refuses a post of another organization', async () => {
    const other = await newProUser(service, { accountId: '512345690' })
    const response = await pro.call(operation, {
      ...minimalBody(),
      userId: other,
      objective: 'ENGAGEMENT',
      ads: [post],
    })
    expectRefusal(response, 'REFERENCE_NOT_FOUND', { field: 'ads[0].postId' })
  })

  test.each([
    ['missing', 'image/none'],
    ['too small', 'image/tiny-200x100.png'],
  ])('refuses an image that is %s', async (_, path) => {
    const response = await create({ ads: [post, { ...newAd(), imageUrl: `${sandbox.url}/_media/${path}` }] })
    expectRefusal(response, 'IMAGE_NOT_FETCHABLE', { field: 'ads[1].imageUrl' })
  })

  test('refuses a post without a video for the objective VIDEO_VIEWS', async () => {
    const response = await create({ objective: 'VIDEO_VIEWS', ads: [post] })
    expectRefusal(response, 'INVALID_FIELD', { field: 'ads[0].postId' })
  })
})

test('pro/create_campaign refuses utmParams that make a url longer than 2000 characters', async () => {
  const url = `https://fox-garden.example/${'a'.repeat(1900)}`
  const image = { ...newAd(), url }
  const refused = await create({ ads: [image], utmParams: `utm_source=${'b'.repeat(80)}` })
  expectRefusal(refused, 'INVALID_FIELD', { field: 'utmParams' })
  expect(refused.results.error).toContain('2000')
})

describe('pro/create_campaign with values that LinkedIn would reject', () => {
  test('refuses an audience that is too small', async () => {
    expectRefusal(await create({ titles: ['1045'] }), 'AUDIENCE_TOO_SMALL', { field: 'titles' })
  })
  test('refuses a budget below the minimum for the audience', async () => {
    const { error } = expectRefusal(await create({ dailyBudget: '9.99' }), 'BUDGET_TOO_LOW', {
      field: 'dailyBudget',
    })
    expect(error).toContain('10.00 USD')
  })
  test.each([
    ['1.99', 'at least 2.00 USD'],
    ['801', 'at most 800.00 USD'],
  ])('refuses a bid of %s and reports the limit', async (bid, words) => {
    expect(expectRefusal(await create({ bid }), 'PLATFORM_REJECTED', { field: 'bid' }).error).toContain(words)
  })
  test('refuses an amount with too many decimals, a total budget below the daily budget and a past start date', async () => {
    for (const [change, field] of [
      [{ dailyBudget: '25.005' }, 'dailyBudget'],
      [{ totalBudget: '20', endDate: '2030-04-01' }, 'totalBudget'],
      [{ startDate: '2020-01-01' }, 'startDate'],
    ] as const)
      expectRefusal(await create(change), 'INVALID_FIELD', { field })
  })
})

describe('pro/create_campaign', () => {
  test.each([
    ['adCampaignGroups.create', 'FIELD_INVALID', 'campaignName', 'PLATFORM_REJECTED'],
    ['adCampaigns.create', 'FIELD_VALUE_TOO_LOW', 'campaignName', 'PLATFORM_REJECTED'],
    ['adCampaignGroups.create', 'ACCESS_DENIED', undefined, 'PERMISSION_MISSING'],
    ['adCampaigns.create', 'ACCESS_DENIED', undefined, 'PERMISSION_MISSING'],
    ['adCampaigns.create', 'CONFLICT', undefined, 'CONCURRENT_CHANGE'],
    ['creatives.createInline', 'MULTIPLE_VALIDATIONS_FAILED', 'ads[0]', 'PLATFORM_REJECTED'],
    ['creatives.createInline', 'ACCESS_DENIED', 'ads[0]', 'PERMISSION_MISSING'],
    ['adCampaigns.update', 'STATUS_CHANGE_NOT_ALLOWED', 'ads', 'PLATFORM_REJECTED'],
    ['adCampaignGroups.update', 'NO_PERMISSION_TO_UPDATE', undefined, 'PERMISSION_MISSING'],
  ] as const)(
    'rolls back and reports the cause when %s fails with %s',
    async (call, code, field, expectedCode) => {
      const status =
        { CONFLICT: 409, ACCESS_DENIED: 403, NO_PERMISSION_TO_UPDATE: 403 }[code as string] ?? 400
      await sandbox.injectFault({ call, kind: 'status', status, code })
      const refusal = expectRefusal(await create({}), expectedCode)
      expect(refusal.field).toBe(field)
    },
  )

  test('archives the campaign in a rollback when the account may not delete campaigns', async () => {
    const refused = { kind: 'status', status: 400 }
    await sandbox.injectFault({ call: 'adCampaigns.create', ...refused, code: 'FIELD_INVALID' })
    const code = 'NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS'
    await sandbox.injectFault({ call: 'adCampaignGroups.update', ...refused, code })
    expectRefusal(await create({}), 'PLATFORM_REJECTED')
    const { results } = await pro.call('pro/get_campaigns', {})
    const remaining = results.campaigns.filter(({ name }) => name.startsWith('Refused · '))
    expect(remaining.map(({ status }) => status)).toEqual(['ARCHIVED'])
  })

  test('creates a campaign with 15 ads', async () => {
    const ads = Array.from({ length: 15 }, (_, index) => ({ ...post, name: `Ad ${index}` }))
    expectSuccess(operation, await create({ campaignName: 'Fifteen', objective: 'ENGAGEMENT', ads }))
  })

  describe('for a user without all permissions', () => {
    const withhold = (...scopes: string[]) =>
      sandbox.simulate('withhold', { person: 'ada', platform: 'pro', scopes })
    afterEach(() => withhold())

    test('creates ads of new posts but not of existing posts without the scope r_organization_social', async () => {
      await withhold('r_organization_social')
      const ads = [{ ...post, name: 'Existing post' }]
      const { error } = expectRefusal(await create({ objective: 'ENGAGEMENT', ads }), 'PERMISSION_MISSING')
      expect(error).toContain('r_organization_social')
      expect(error).toContain('auth/create_link')
      expect(await sandbox.effects()).toEqual([])
      expectSuccess(operation, await create({ campaignName: 'New posts only' }))
    })

    test('creates no campaign with a new post without the scope w_organization_social', async () => {
      await withhold('w_organization_social')
      const campaignName = 'No new posts'
      const { error } = expectRefusal(await create({ campaignName }), 'PERMISSION_MISSING')
      expect(error).toContain('w_organization_social')
      const { campaigns } = (await pro.call('pro/get_campaigns', {})).results
      expect(campaigns.filter(({ name }) => name.startsWith(campaignName))).toEqual([])
    })
  })

  test.each([
    ['The audience is too broad', 'The audience is too broad.', 'campaignName'],
    ['ERROR :: /objectiveType :: "X" is not an enum symbol\n', '"X" is not an enum symbol.', 'objective'],
    ['ERROR :: /targetingCriteria :: The locale en_GB is not supported', 'en_GB', 'language'],
  ])(
    'returns the message and the field of a refusal that contains only the message %j',
    async (message, words, field) => {
      await sandbox.injectFault({
        call: 'adCampaigns.create',
        kind: 'status',
        status: 422,
        code: '',
        message,
      })
      const { error } = expectRefusal(await create({}), 'PLATFORM_REJECTED', { field })
      expect(error).toContain(words)
    },
  )

  test('uploads an image without the token when the upload URL refuses the token', async () => {
    await sandbox.setSwitches({ pro: { bearerUploadsRefused: true } })
    const response = await create({ campaignName: 'Refused token' })
    await sandbox.setSwitches({ pro: { bearerUploadsRefused: false } })
    expectSuccess(operation, response)
    const uploads = response.requests.filter(({ call }) => call === 'media.upload')
    expect(uploads.map(({ headers }) => 'authorization' in headers)).toEqual([true, false])
  })

  test('refuses an account without an organization, and a user without a linked account', async () => {
    const personal = await newProUser(service, { accountId: '512345701' })
    expectRefusal(await pro.call(operation, { ...minimalBody(), userId: personal }), 'ORGANIZATION_MISSING')
    const { results } = await service.call('user/create_user', { name: 'Nobody' })
    const unlinked = await pro.call(operation, { ...minimalBody(), userId: results.user.userId })
    expectRefusal(unlinked, 'ACCOUNT_NOT_LINKED')
  })
})

describe('pro/create_campaign after a 404 response of LinkedIn', () => {
  const notFound = { kind: 'status', status: 404, code: 'NOT_FOUND' }
  const body = (campaignName: string): Request => ({ ...minimalBody(), campaignName })

  test.each([
    'adCampaigns.create',
    'creatives.createInline',
    'adCampaigns.update',
    'adCampaignGroups.update',
  ])('retries %s and creates the campaign', async (call) => {
    await sandbox.injectFault({ call, ...notFound })
    const campaignName = `Found late by ${call}`
    expectSuccess(operation, await pro.call(operation, body(campaignName)))
    expect(await findGroupsByName(pro, campaignName)).toMatchObject([
      { status: 'ACTIVE', adGroups: ['ACTIVE'], ads: [`${campaignName} 1`] },
    ])
  })

  test('creates the campaign although LinkedIn does not find a new object twice', async () => {
    await sandbox.injectFault({ call: 'creatives.createInline', ...notFound, times: 2 })
    const campaignName = 'Found later'
    expectSuccess(operation, await createProUntilFinal(pro, body(campaignName), 'found-later'))
    expect(await findGroupsByName(pro, campaignName)).toMatchObject([{ ads: [`${campaignName} 1`] }])
  })

  test('rolls back and reports the ad when LinkedIn does not find a new object three times', async () => {
    await sandbox.injectFault({ call: 'creatives.createInline', ...notFound, times: 3 })
    const response = await createProUntilFinal(pro, body('Refused'), 'never-found')
    const { error } = expectRefusal(response, 'PLATFORM_REJECTED', { field: 'ads[0]' })
    expect(error).toContain('cannot find')
  })

  test('returns PERMISSION_MISSING when LinkedIn does not find the ad account', async () => {
    await sandbox.injectFault({ call: 'adCampaignGroups.create', ...notFound })
    expect(expectRefusal(await create({}), 'PERMISSION_MISSING').error).toContain('ad account')
  })
})

describe('spend limits of pro/create_campaign', () => {
  afterEach(async () => {
    await service.call('workspace/update_settings', { guard: {}, freeze: { frozen: false } })
  })
  test('apply to the possible daily spend of the new campaign and of all active campaigns in the account', async () => {
    const limit = (limits: object) =>
      service.call('workspace/update_settings', {
        guard: { currencies: [{ currencyCode: 'USD', ...limits }] },
      })
    await limit({ maxCampaignPerDay: '37.49' })
    expectRefusal(await create({}), 'SPEND_LIMIT_EXCEEDED', { field: 'dailyBudget' })
    await limit({ maxAccountPerDay: '100' })
    expectRefusal(await create({}), 'SPEND_LIMIT_EXCEEDED', { field: 'dailyBudget' })
    await limit({ maxAccountPerDay: '100000', maxCampaignPerDay: '37.50' })
    expectSuccess(operation, await create({ campaignName: 'Within', status: 'PAUSED' }))
  })

  test('block a creation but not a pause during a freeze', async () => {
    await service.call('workspace/update_settings', { freeze: { frozen: true, reason: 'Month end.' } })
    expectRefusal(await create({}), 'SPEND_FROZEN')
    const body = { campaignId: '640118012', status: 'PAUSED' as const }
    expectSuccess('pro/update_campaign_status', await pro.call('pro/update_campaign_status', body))
  })
})
