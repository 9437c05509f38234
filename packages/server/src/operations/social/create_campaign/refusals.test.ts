// A rejected request returns an error code and a field, and leaves nothing at Meta.

import { describe, expect, test } from 'vitest'
import type { UserlessBody } from '../../../../testing/calls.ts'
import { expectRefusal } from '../../../../testing/expectations.ts'
import { newLinkedUser } from '../../../../testing/linked.ts'
import { useSocial } from '../../../../testing/social.ts'
import { createSocialUntilFinal, findCampaignsByName } from '../../../../testing/socialCampaign.ts'

const social = useSocial()
const operation = 'social/create_campaign'
type Request = UserlessBody<typeof operation>

const ad = {
  imageId: '1001200300400:655b5a433a4db7604ae2e3b96ec5d400',
  primaryText: 'Fresh rye',
  headline: 'Rye bread',
  url: 'https://www.foxbakery.example/rye',
}
const good: Request = {
  objective: 'TRAFFIC',
  campaignName: 'Refused',
  dailyBudget: '15',
  startDate: '2030-03-01',
  locations: [{ key: 'US', type: 'country' }],
  ads: [ad],
}
const writes = (calls: readonly string[]) => calls.filter((name) => /\.(create|update|delete)$/.test(name))

describe('social/create_campaign with a reference that the account does not have', () => {
  const sales = { objective: 'SALES', pixelId: '330001', conversionEvent: 'PURCHASE' } as const
  const leads = { objective: 'LEADS', leadFormId: '700011' } as const
  test.each<readonly [string, Partial<Request>, string]>([
    ['an unknown location', { locations: [{ key: '1', type: 'city' }] }, 'locations[0]'],
    [
      'an unknown excluded location',
      { negativeLocations: [{ key: '1', type: 'city' }] },
      'negativeLocations[0]',
    ],
    ['an unknown interest', { interests: ['6003139266461', '1'] }, 'interests[1]'],
    ['an unknown language', { locales: ['999999'] }, 'locales[0]'],
    ['an unknown operating system', { operatingSystems: ['BeOS'] }, 'operatingSystems[0]'],
    ['an unknown device', { devices: ['Newton'] }, 'devices[0]'],
    ['an unknown audience', { audienceIds: ['23840000000009999'] }, 'audienceIds[0]'],
    ['an unknown lead form', { ...leads, leadFormId: '4711' }, 'leadFormId'],
    ["another page's lead form", { ...leads, leadFormId: '700021' }, 'leadFormId'],
    ['an archived lead form', { ...leads, leadFormId: '700013' }, 'leadFormId'],
    ["another account's pixel", { ...sales, pixelId: '330003' }, 'pixelId'],
    ['an unavailable pixel', { ...sales, pixelId: '330002' }, 'pixelId'],
    ['an archived custom conversion', { ...sales, conversionEvent: '440004' }, 'conversionEvent'],
    ['a misspelled standard event', { ...sales, conversionEvent: 'Puchase' }, 'conversionEvent'],
    ['a standard event with an extra letter', { ...sales, conversionEvent: 'Purchases' }, 'conversionEvent'],
    [
      'an unknown image',
      { ads: [{ ...ad, imageId: '1001200300400:00000000000000000000000000000000' }] },
      'ads[0].imageId',
    ],
    [
      "another account's image",
      { ads: [{ ...ad, imageId: ad.imageId.replace('400:', '401:') }] },
      'ads[0].imageId',
    ],
    ['an unknown post', { objective: 'ENGAGEMENT', ads: [{ postId: '104500000000001_1' }] }, 'ads[0].postId'],
    [
      "another page's post",
      { objective: 'ENGAGEMENT', ads: [{ postId: '104500000000002_1' }] },
      'ads[0].postId',
    ],
  ])('returns REFERENCE_NOT_FOUND for %s and writes nothing', async (_, changes, field) => {
    const response = await social.callRecorded(operation, { ...good, ...changes })
    expectRefusal(response, 'REFERENCE_NOT_FOUND', { field })
    expect(writes(response.calls)).toEqual([])
  })

  test('returns REFERENCE_NOT_FOUND for a video of another account and VIDEO_NOT_READY for a broken video', async () => {
    const video = (videoId: string): Partial<Request> => {
      const { imageId: _, ...adWithoutImage } = ad
      return { ads: [{ ...adWithoutImage, videoId }] }
    }
    expectRefusal(await social.call(operation, { ...good, ...video('990051') }), 'REFERENCE_NOT_FOUND', {
      field: 'ads[0].videoId',
    })
    expectRefusal(await social.call(operation, { ...good, ...video('990032') }), 'VIDEO_NOT_READY', {
      field: 'ads[0].videoId',
    })
  })
})

describe('social/create_campaign with an invalid request', () => {
  test.each<
    readonly [
      string,
      Partial<Request>,
      'INVALID_FIELD' | 'BUDGET_TOO_LOW' | 'PLATFORM_REJECTED' | 'IMAGE_NOT_FETCHABLE',
      string,
    ]
  >([
    [
      'EU locations without an advertiser',
      { locations: [{ key: 'DE', type: 'country' }] },
      'INVALID_FIELD',
      'advertiser',
    ],
    [
      'an EU territory without an advertiser',
      { locations: [{ key: 'RE', type: 'country' }] },
      'INVALID_FIELD',
      'advertiser',
    ],
    [
      'an EU country group without an advertiser',
      { locations: [{ key: 'eea', type: 'country_group' }] },
      'INVALID_FIELD',
      'advertiser',
    ],
    [
      'a location that requires a verified advertiser',
      { locations: [{ key: 'TW', type: 'country' }] },
      'PLATFORM_REJECTED',
      'locations[0]',
    ],
    [
      'a city in a country that is also targeted',
      {
        locations: [
          { key: 'US', type: 'country' },
          { key: '2008991', type: 'city' },
        ],
      },
      'INVALID_FIELD',
      'locations[1]',
    ],
    [
      'ad text with the placeholder syntax of a batch',
      { ads: [{ ...ad, primaryText: 'Fresh {result=c:$.id}' }] },
      'INVALID_FIELD',
      'ads[0].primaryText',
    ],
    ['a start date in the past', { startDate: '2020-01-01' }, 'INVALID_FIELD', 'startDate'],
    ['a budget with too many decimals', { dailyBudget: '15.123' }, 'INVALID_FIELD', 'dailyBudget'],
    ['a budget below the minimum', { dailyBudget: '0.01' }, 'BUDGET_TOO_LOW', 'dailyBudget'],
    [
      'an image URL with a private address',
      { ads: [{ ...ad, imageId: undefined, imageUrl: 'https://127.0.0.1/x.png' }] },
      'IMAGE_NOT_FETCHABLE',
      'ads[0].imageUrl',
    ],
  ])('returns an error for %s and writes nothing', async (_, changes, code, field) => {
    // An undefined field is not sent.
    const body = JSON.parse(JSON.stringify({ ...good, ...changes })) as Request
    const response = await social.callRecorded(operation, body)
    expectRefusal(response, code, { field })
    expect(writes(response.calls)).toEqual([])
  })

  test('returns TERMS_NOT_ACCEPTED without accepted lead form terms and SECONDARY_ACCOUNT_MISSING without an Instagram account', async () => {
    const userId = await newLinkedUser(social.service, {
      accountId: '1001200300401',
      pageId: '104500000000002',
    })
    const garden = { ...good, userId, campaignName: 'Garden' }
    const { imageId: _, url: __, ...words } = ad
    const ads = [{ ...words, imageUrl: `${social.sandbox.url}/_media/image/garden-600x600.png` }]
    const terms = await social.call(operation, { ...garden, objective: 'LEADS', leadFormId: '700021', ads })
    expectRefusal(terms, 'TERMS_NOT_ACCEPTED', { field: 'leadFormId' })
    expect(terms.results.error).toContain('page_id=104500000000002')
    const photos = {
      ...garden,
      platforms: ['SOCIAL_B' as const],
      ads: ads.map((each) => ({ ...each, url: ad.url })),
    }
    expectRefusal(await social.call(operation, photos), 'SECONDARY_ACCOUNT_MISSING')
  })
})

describe('social/create_campaign after a rejection by Meta', () => {
  test.each([
    ['campaigns.create', '100/1885621', 'PLATFORM_REJECTED', undefined],
    ['campaigns.create', '100/1885272', 'BUDGET_TOO_LOW', 'dailyBudget'],
    ['campaigns.create', '100/4834005', 'PLATFORM_REJECTED', 'dailyBudget'],
    ['campaigns.create', '100/3858418', 'PLATFORM_REJECTED', 'dailyBudget'],
    ['campaigns.create', '3', 'PERMISSION_MISSING', undefined],
    ['campaigns.create', '368', 'ACCOUNT_SUSPENDED', undefined],
    ['campaigns.create', '200', 'PERMISSION_MISSING', undefined],
    ['adsets.create', '100/1815430', 'PLATFORM_REJECTED', 'objective'],
    ['adsets.create', '100/1885014', 'PLATFORM_REJECTED', 'objective'],
    ['adsets.create', '100/1815715', 'PLATFORM_REJECTED', 'objective'],
    ['adsets.create', '100/2490408', 'PLATFORM_REJECTED', 'objective'],
    ['adsets.create', '100/3260011', 'PLATFORM_REJECTED', 'objective'],
    ['adsets.create', '100/3858081', 'PLATFORM_REJECTED', 'advertiser'],
    ['adsets.create', '100/3858634', 'PLATFORM_REJECTED', 'locations'],
    ['adsets.create', '100/3858636', 'PLATFORM_REJECTED', 'locations'],
    ['ads.create', '100/1772103', 'PLATFORM_REJECTED', 'ads[0]'],
    ['ads.create', '100/1885154', 'PLATFORM_REJECTED', 'objective'],
    ['ads.create', '100/1885998', 'PLATFORM_REJECTED', 'ads[0]'],
    ['ads.create', '100/1815089', 'TERMS_NOT_ACCEPTED', undefined],
  ] as const)(
    'reports a rejection of %s with %s as %s and leaves no campaign',
    async (call, code, expectedCode, field) => {
      await social.sandbox.injectFault({ call, kind: 'status', status: 400, code })
      const response = await social.call(operation, good)
      expectRefusal(response, expectedCode, field === undefined ? {} : { field })
      expect(await findCampaignsByName(social, 'Refused')).toEqual([])
    },
  )

  test('suggests checking the payment method when Meta reports only that it cannot publish an ad set', async () => {
    const message = '(#100) We were unable to publish this ad set.'
    await social.sandbox.injectFault({
      call: 'adsets.create',
      kind: 'status',
      status: 400,
      code: '100',
      message,
    })
    const response = await social.call(operation, good)
    expectRefusal(response, 'PLATFORM_REJECTED')
    expect(response.results.error).toContain('payment method')
    expect(response.results['platformError']).toMatchObject({ traceId: expect.any(String) })
  })
})

describe('social/create_campaign with an ad that Meta rejects after the creation', () => {
  test('returns the rejected ad and rolls back the campaign with its creatives', async () => {
    const body = { ...good, campaignName: 'Broken link', ads: [{ ...ad, url: 'https://gone.invalid/' }] }
    const response = await createSocialUntilFinal(social, body, 'broken-link')
    expectRefusal(response, 'PLATFORM_REJECTED', { field: 'ads[0]' })
    expect(response.results.error).toContain('cannot be reached')
    expect(await findCampaignsByName(social, 'Broken link')).toEqual([])
    const effects = (await social.sandbox.effects()).map(({ kind }) => kind)
    expect(effects.filter((kind) => kind === 'creative.delete').length).toBeGreaterThan(0)
  })
})

describe('social/create_campaign for a user who cannot be served', () => {
  test('returns ACCOUNT_NOT_LINKED without a linked account and USER_NOT_FOUND in another workspace', async () => {
    const { results } = await social.service.call('user/create_user', { name: 'Nobody' })
    expectRefusal(
      await social.call(operation, { ...good, userId: results.user.userId }),
      'ACCOUNT_NOT_LINKED',
    )
    const { apiKey } = await social.service.newWorkspace()
    const body = { ...good, userId: social.userId }
    expectRefusal(await social.service.call(operation, body, { apiKey }), 'USER_NOT_FOUND')
  })

  test('returns ACCOUNT_RELINK_REQUIRED after the person removed the app', async () => {
    const person = 'agnes'
    const account = { accountId: '1005200300400', pageId: '104500000000501' }
    const userId = await newLinkedUser(social.service, { person, ...account })
    await social.sandbox.simulate('revoke', { platform: 'social', person })
    expectRefusal(await social.call(operation, { ...good, userId }), 'ACCOUNT_RELINK_REQUIRED')
  })
})
