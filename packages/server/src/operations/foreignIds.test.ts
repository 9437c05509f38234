// Tests every request field that identifies an object at a platform with ids of all other kinds of objects.

import { declarationOf, type OperationName, operations } from '@adrail/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { minimalProCampaign } from '../../testing/proCampaign.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { newProUser, newSearchUser } from '../../testing/search.ts'
import { minimalSearchCampaign } from '../../testing/searchCampaign.ts'
import { testDatabaseUrl, useService } from '../../testing/service.ts'
import { minimalSocialCampaign } from '../../testing/socialCampaign.ts'

const service = useService({ environment: { LEADS: 'on' } })
const users = { social: '', search: '', pro: '' }
type Platform = keyof typeof users

beforeAll(async () => {
  users.social = await newLinkedUser(service)
  users.search = await newSearchUser(service)
  users.pro = await newProUser(service)
})

/** Ids of objects in the demo person's accounts, by kind of object. */
const kinds: Record<Platform, Readonly<Record<string, string>>> = {
  social: {
    nothing: '999999999999',
    adAccount: '1001200300400',
    business: '220011',
    page: '104500000000001',
    photoAccount: '17841400000000001',
    campaign: '120210000000000011',
    adSet: '120210100000001000',
    ad: '120210200000100000',
    creative: '120210300000000100',
    pixel: '330001',
    customConversion: '440001',
    audience: '23840000000000101',
    leadForm: '700011',
    video: '990011',
    image: '1001200300400:655b5a433a4db7604ae2e3b96ec5d400',
    photo: '17900000000010640',
    post: '104500000000001_2272',
  },
  search: {
    nothing: '999999999',
    account: '4823109756',
    campaign: '21894430137',
    adGroup: '171330098137',
    budget: '13900400137',
    leadFormAsset: '88001122',
    locationAsset: '55010001',
    locationSet: '66001',
    location: '2840',
    language: '1000',
  },
  pro: {
    nothing: '999999999',
    account: '512345678',
    organization: '2414183',
    group: '640118012',
    campaign: '361084001',
    creative: '295104001',
    segment: '21400801',
    adSegment: '19300401',
    leadForm: '8100101',
    conversion: '70201',
    location: '103644278',
    post: 'urn:li:share:7180100001',
    image: 'urn:li:image:C5622AQGardenBoxwood',
    video: 'C5605AQNurseryMorning',
  },
}

const social = (members: object) => ({ ...minimalSocialCampaign('Foreign'), dryRun: true, ...members })
const socialAd = (shown: object) => {
  const { imageId: _, ...ad } = minimalSocialCampaign('Foreign').ads[0] ?? {}
  return social({ ads: [{ ...ad, ...shown }] })
}
const engaging = (postId: string) => ({ ...social({ ads: [{ postId }] }), objective: 'ENGAGEMENT' })
const selling = (members: object) => ({
  ...social({ pixelId: '330001', conversionEvent: 'PURCHASE', ...members }),
  objective: 'SALES',
})
const search = (members: object) => ({ ...minimalSearchCampaign('', 'Foreign'), dryRun: true, ...members })
const pro = (members: object) => ({ ...minimalProCampaign('Foreign'), dryRun: true, ...members })
const dry = (members: object) => ({ dryRun: true, ...members })

interface Kind {
  /** The id identifies the object of the call, so an unknown id returns `OBJECT_NOT_FOUND`. */
  readonly isMain?: true
  /** adrail refuses ids of another form before it reads anything. Defaults to digits. */
  readonly form?: RegExp
  /** Field that the error reports for an id of another form. Defaults to the field itself. */
  readonly invalid?: string
}

type Field = readonly [
  operation: OperationName,
  field: string,
  /** Kinds of objects that the field accepts. */
  fits: readonly string[],
  bodyOf: (id: string) => object,
  kind?: Kind,
]

const main = { isMain: true } as const

const ofCampaign = (platform: Platform, fits: readonly string[]): Field[] => [
  [`${platform}/edit_campaign`, 'campaignId', fits, (campaignId) => dry({ campaignId, amount: 20 }), main],
  [
    `${platform}/update_campaign_status`,
    'campaignId',
    fits,
    (campaignId) => dry({ campaignId, status: 'PAUSED' }),
    main,
  ],
  [`${platform}/get_ads`, 'campaignId', fits, (campaignId) => ({ campaignId }), main],
  [
    `${platform}/get_campaign_insights`,
    'campaignId',
    fits,
    (campaignId) => ({ campaignId, currencySymbol: '$', clientCostAdjustment: { percentage: 0 } }),
    main,
  ],
]

const placeTypes = ['country', 'region', 'city', 'zip', 'geo_market']

const facets = [
  'negativeLocations',
  'jobFunctions',
  'seniorities',
  'titles',
  'skills',
  'industries',
  'companies',
]

const fields: Record<Platform, readonly Field[]> = {
  social: [
    ...ofCampaign('social', ['campaign']),
    ['social/get_ad_sets', 'campaignId', ['campaign'], (campaignId) => ({ campaignId }), main],
    ['social/get_video_info', 'videoId', ['video'], (videoId) => ({ videoId }), main],
    [
      'social/get_custom_conversions',
      'pixelId',
      ['pixel'],
      (pixelId) => ({ pixelId, campaignType: 'CONVERSIONS' }),
      main,
    ],
    ['social/create_test_lead', 'formId', ['leadForm'], (formId) => dry({ formId, replace: true }), main],
    [
      'social/create_leadform_audience',
      'leadFormIds[0]',
      ['leadForm'],
      (id) => dry({ name: 'Foreign', description: 'Sent', type: 'submit', leadFormIds: [id] }),
    ],
    ['social/create_campaign', 'audienceIds[0]', ['audience'], (id) => social({ audienceIds: [id] })],
    [
      'social/create_campaign',
      'excludedAudienceIds[0]',
      ['audience'],
      (id) => social({ excludedAudienceIds: [id] }),
    ],
    ['social/create_campaign', 'interests[0]', [], (id) => social({ interests: [id] })],
    ['social/create_campaign', 'locales[0]', [], (id) => social({ locales: [id] })],
    ...(['locations', 'negativeLocations'] as const).flatMap((field) =>
      placeTypes.map(
        (type): Field => [
          'social/create_campaign',
          `${field}[0]`,
          [],
          (key) => social({ [field]: [{ key, type }] }),
          { invalid: `${field}[0].key` },
        ],
      ),
    ),
    [
      'social/create_campaign',
      'leadFormId',
      ['leadForm'],
      (leadFormId) => ({ ...social({ leadFormId }), objective: 'LEADS' }),
    ],
    ['social/create_campaign', 'pixelId', ['pixel'], (pixelId) => selling({ pixelId })],
    [
      'social/create_campaign',
      'conversionEvent',
      // Text other than digits is the name of a custom event.
      ['customConversion', 'image', 'post'],
      (conversionEvent) => selling({ conversionEvent }),
      { form: /./ },
    ],
    ['social/create_campaign', 'ads[0].postId', ['post', 'photo'], engaging, { form: /^\d+(_\d+)?$/ }],
    [
      'social/create_campaign',
      'ads[0].imageId',
      ['image'],
      (imageId) => socialAd({ imageId }),
      { form: /^\d+:[0-9a-f]{32}$/ },
    ],
    ['social/create_campaign', 'ads[0].videoId', ['video'], (videoId) => socialAd({ videoId })],
  ],
  search: [
    ...ofCampaign('search', ['campaign']),
    ['search/get_ad_groups', 'campaignId', ['campaign'], (campaignId) => ({ campaignId }), main],
    ['search/get_keywords', 'campaignId', ['campaign'], (campaignId) => ({ campaignId }), main],
    ['search/get_negative_keywords', 'campaignId', ['campaign'], (campaignId) => ({ campaignId }), main],
    [
      'search/create_location_group',
      'locationAssetIds[0]',
      ['locationAsset'],
      (id) => dry({ locationAssetIds: [id] }),
    ],
    [
      'search/generate_keyword_ideas',
      'languageId',
      ['language'],
      (languageId) => ({ keyword: 'garden chairs', languageId }),
    ],
    [
      'search/generate_keyword_ideas',
      'locationIds[0]',
      ['location'],
      (id) => ({ keyword: 'garden chairs', locationIds: [id] }),
    ],
    ['search/create_search_campaign', 'locations[0]', ['location'], (id) => search({ locations: [id] })],
    [
      'search/create_search_campaign',
      'negativeLocations[0]',
      ['location'],
      (id) => search({ negativeLocations: [id] }),
    ],
    [
      'search/create_search_campaign',
      'leadFormAssetId',
      ['leadFormAsset'],
      (leadFormAssetId) => search({ leadFormAssetId }),
    ],
    [
      'search/create_search_campaign',
      'locationGroupId',
      ['locationSet'],
      (locationGroupId) => search({ locationGroupId }),
    ],
  ],
  pro: [
    ...ofCampaign('pro', ['group']),
    ['pro/get_ad_groups', 'campaignId', ['group'], (campaignId) => ({ campaignId }), main],
    ['pro/create_campaign', 'locations[0]', ['location'], (id) => pro({ locations: [id] })],
    ...facets.map(
      (facet): Field => [
        'pro/create_campaign',
        `${facet}[0]`,
        // An organization is a company.
        [facet === 'companies' ? 'organization' : 'location'],
        (id) => pro({ [facet]: [id] }),
      ],
    ),
    ['pro/create_campaign', 'audiences[0]', ['segment'], (id) => pro({ audiences: [Number(id)] })],
    [
      'pro/create_campaign',
      'excludedAudiences[0]',
      ['segment'],
      (id) => pro({ excludedAudiences: [Number(id)] }),
    ],
    [
      'pro/create_campaign',
      'leadFormId',
      ['leadForm'],
      (leadFormId) => pro({ leadFormId, objective: 'LEADS' }),
    ],
    [
      'pro/create_campaign',
      'conversionIds[0]',
      ['conversion'],
      (id) => pro({ conversionIds: [id], objective: 'CONVERSIONS' }),
    ],
    [
      'pro/create_campaign',
      'ads[0].postId',
      ['post'],
      (postId) => pro({ ads: [{ postId }] }),
      { form: /^urn:li:share:\d+$/ },
    ],
    [
      'pro/create_campaign',
      'ads[0].videoId',
      ['video'],
      (videoId) =>
        pro({
          objective: 'VIDEO_VIEWS',
          ads: [{ videoId, introText: 'Hello', headline: 'Hello', url: 'https://fox-garden.example/' }],
        }),
      { form: /^\w+$/ },
    ],
  ],
}

// adrail refuses these requests before it stores anything, so one kind of database is enough.
describe.skipIf(testDatabaseUrl() !== '')('platform ids in request fields', () => {
  const rows = Object.entries(fields).flatMap(([platform, list]) =>
    // The keys of the table are the platforms.
    list.map(
      ([operation, field, fits, bodyOf, kind = {}]) =>
        [operation, field, platform as Platform, fits, bodyOf, kind] as const,
    ),
  )
  test.each(rows)(
    '%s refuses an id of another kind in the field %s',
    async (operation, field, platform, fits, bodyOf, kind) => {
      const { isMain = false, form = /^\d{1,20}$/, invalid = field } = kind
      const expectedRefusal = isMain ? [200, 'OBJECT_NOT_FOUND', field] : [422, 'REFERENCE_NOT_FOUND', field]
      const problems: string[] = []
      for (const [what, id] of Object.entries(kinds[platform])) {
        if (fits.includes(what)) continue
        const actsForUser = 'userId' in declarationOf(operation).input.shape
        const body = { ...bodyOf(id), ...(actsForUser ? { userId: users[platform] } : {}) }
        // Each body in the table has the fields of the operation in the same row.
        const { status, results } = await service.call(operation, body as never)
        const { code, field: named, error } = Object(results)
        const expected = form.test(id) ? expectedRefusal : [400, 'INVALID_FIELD', invalid]
        const got = [status, code, named]
        if (got.join(' ') !== expected.join(' ')) problems.push(`${what}: ${got.join(' ')}: ${error}`)
      }
      expect(problems).toEqual([])
    },
  )

  test('every request field with a platform id is in the table of tested fields', () => {
    const listed = new Set(rows.map(([operation, field]) => `${operation} ${field.split(/[[.]/)[0]}`))
    // The keys of the contract are its operations.
    const declared = (Object.keys(operations) as OperationName[])
      .filter((operation) => /^(social|search|pro)\//.test(operation))
      .flatMap((operation) =>
        Object.keys(declarationOf(operation).input.shape)
          .filter((field) => /Ids?$/.test(field) && field !== 'userId')
          .map((field) => `${operation} ${field}`),
      )
    expect(declared.filter((each) => !listed.has(each))).toEqual([])
  })

  test.each([
    ['to count the audience', 'audienceCounts.targetingCriteriaV2'],
    ['the ids of the audience', 'adTargetingEntities.urns'],
  ])('pro/create_campaign reports the field locations when LinkedIn refuses %s', async (_, call) => {
    const sandbox = createSandboxAdmin(service, 'pro')
    for (const status of [400, 422]) {
      await sandbox.injectFault({ call, kind: 'status', status })
      const body = { ...pro({}), userId: users.pro }
      const response = await service.call('pro/create_campaign', body as never)
      expect([response.status, response.results]).toMatchObject([
        422,
        { code: 'REFERENCE_NOT_FOUND', field: 'locations' },
      ])
      service.clock.advance(60_000)
    }
  })
})
