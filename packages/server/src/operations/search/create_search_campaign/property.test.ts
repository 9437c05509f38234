// Property tests: a valid campaign is created exactly as requested. An invalid one never reaches Google Ads.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSuccess } from '../../../../testing/expectations.ts'
import { useSearch } from '../../../../testing/search.ts'
import {
  buildExpectedCampaign,
  fullSearchCampaign,
  readSearchCampaign,
  type SearchCampaignBody,
} from '../../../../testing/searchCampaign.ts'

const search = useSearch()
const { service, sandbox } = search

const word = fc.constantFrom(
  ...'oak garden chair bench table stool lawn patio roof terrace shade wood steel small large blue Müller 椅子 O’Neil 3'.split(
    ' ',
  ),
)
const phrase = (maxLength: number) =>
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ').slice(0, maxLength).trim())
/** Google Ads measures ad text by its width. Half the characters fit even if all of them are wide. */
const adTexts = (minLength: number, maxLength: number, width: number) =>
  fc.uniqueArray(phrase(Math.floor(width / 2)), { minLength: minLength, maxLength: maxLength })
const keywords = (minLength: number) =>
  fc.uniqueArray(
    fc.record({
      text: phrase(60),
      match_type: fc.constantFrom('EXACT' as const, 'PHRASE' as const, 'BROAD' as const),
    }),
    {
      minLength: minLength,
      maxLength: 8,
      selector: ({ text, match_type }) => `${match_type} ${text.toLowerCase()}`,
    },
  )
const ad = (index: number) =>
  fc
    .record({
      headlines: adTexts(3, 8, 30),
      descriptions: adTexts(2, 4, 90),
      headlinePin: fc.option(fc.nat(2), { nil: undefined }),
      descriptionPin: fc.option(fc.nat(1), { nil: undefined }),
    })
    .map(({ headlines, descriptions, headlinePin, descriptionPin }) => ({
      url: `https://shop.example/${index}`,
      headlines,
      descriptions,
      ...(headlinePin === undefined ? {} : { headlineIndexToPinFirstSlot: headlinePin }),
      ...(descriptionPin === undefined ? {} : { descriptionIndexToPinFirstSlot: descriptionPin }),
    }))
const circle = fc.record({
  radius_units: fc.constantFrom('MILES' as const, 'KILOMETERS' as const),
  radius: fc.integer({ min: 1, max: 4000 }).map((eighths) => eighths / 8),
  longitude_in_micro_degrees: fc.integer({ min: -180_000_000, max: 180_000_000 }),
  latitude_in_micro_degrees: fc.integer({ min: -90_000_000, max: 90_000_000 }),
})
const places = ['2840', '2276', '2392', '1023191', '21167', '1014221', '1026201']

const campaign = fc
  .record({
    objective: fc.constantFrom('TRAFFIC' as const, 'CONVERSION' as const),
    cents: fc.integer({ min: 10, max: 10_000_000 }),
    year: fc.integer({ min: 2027, max: 2035 }),
    endDate: fc.option(fc.integer({ min: 10, max: 28 }), { nil: undefined }),
    keywords: keywords(1),
    negativeKeywords: fc.option(keywords(0), { nil: undefined }),
    chosen: fc.shuffledSubarray(places, { minLength: 1 }),
    targeted: fc.nat(6),
    proximityTargeting: fc.option(fc.array(circle, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    geo_target_type: fc.option(fc.constantFrom('PRESENCE' as const, 'PRESENCE_OR_INTEREST' as const), {
      nil: undefined,
    }),
    ads: fc.tuple(ad(0), ad(1), ad(2)),
    adCount: fc.integer({ min: 1, max: 3 }),
    callouts: adTexts(1, 5, 25),
    hasPhone: fc.boolean(),
    hasForm: fc.boolean(),
    hasGroup: fc.boolean(),
    utmParams: fc.option(fc.constantFrom('utm_source=a', '&utm_source=a&utm_medium=b', '?x=%20y'), {
      nil: undefined,
    }),
    status: fc.constantFrom('ENABLED' as const, 'PAUSED' as const),
  })
  .map((drawn): Omit<SearchCampaignBody, 'userId' | 'campaignName'> => {
    const { chosen, targeted, endDate, year, adCount, ads } = drawn
    const locations = chosen.slice(0, targeted + 1)
    const negativeLocations = chosen.slice(targeted + 1)
    return {
      objective: drawn.objective,
      ...(drawn.objective === 'CONVERSION' ? { conversionEvents: ['PURCHASE', 'SIGNUP'] } : {}),
      dailyBudget: (drawn.cents / 100).toFixed(2),
      startDate: `${year}-02-03`,
      ...(endDate === undefined ? {} : { endDate: `${year}-02-${endDate}` }),
      keywords: drawn.keywords,
      ...(drawn.negativeKeywords === undefined ? {} : { negativeKeywords: drawn.negativeKeywords }),
      locations,
      negativeLocations,
      ...(drawn.proximityTargeting === undefined ? {} : { proximityTargeting: drawn.proximityTargeting }),
      ...(drawn.geo_target_type === undefined ? {} : { geo_target_type: drawn.geo_target_type }),
      ads: ads.slice(0, adCount),
      callouts: drawn.callouts,
      ...(drawn.hasPhone ? { phoneNumber: '(212) 555-0147', phoneNumberCountryCode: 'US' } : {}),
      ...(drawn.hasForm ? { leadFormAssetId: '88001122' } : {}),
      ...(drawn.hasGroup ? { locationGroupId: '77001' } : {}),
      ...(drawn.utmParams === undefined ? {} : { utmParams: drawn.utmParams }),
      status: drawn.status,
    }
  })

test('search/create_search_campaign creates each valid campaign exactly as requested', async () => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(campaign, async (drawn) => {
      const body = { ...drawn, userId: search.userId, campaignName: `Drawn ${++number} ‘’ '\\"` }
      const response = await service.call('search/create_search_campaign', body)
      const results = expectSuccess('search/create_search_campaign', response)
      expect(await readSearchCampaign(service, results.campaignResourceName)).toMatchObject(
        buildExpectedCampaign(body),
      )
    }),
    { numRuns: 25 },
  )
})

type Break = (body: Record<string, unknown>) => void
const set =
  (member: string, value: unknown): Break =>
  (body) => {
    body[member] = value
  }
const first = (body: Record<string, unknown>, list: string) =>
  (body[list] as Record<string, unknown>[])[0] ?? {}
const breaks: readonly Break[] = [
  ...['objective', 'campaignName', 'dailyBudget', 'startDate', 'keywords', 'ads', 'callouts'].map(
    (member): Break =>
      (body) => {
        delete body[member]
      },
  ),
  ...['keywords', 'ads', 'callouts'].map((member) => set(member, [])),
  ...['0', '-5', '1e3', '12,50', ' 12', '0.0000001', 'NaN', 12, ''].map((value) => set('dailyBudget', value)),
  ...['2030-02-30', '2030-2-3', 'tomorrow', 20300203].map((value) => set('startDate', value)),
  set('endDate', '2000-01-01'),
  set('objective', 'SALES'),
  set('campaignName', 'x'.repeat(256)),
  set('campaignName', 'two\nlines'),
  set('geo_target_type', 'SEARCH_INTEREST'),
  set('locations', ["2840' OR 1=1"]),
  set('locations', ['99999999']),
  set('languages', ['klingon_language']),
  set('languages', ['xx']),
  set('callouts', ['x'.repeat(26)]),
  set('phoneNumber', '123'),
  set('leadFormAssetId', '1'),
  set('leadFormAssetId', '1 OR asset.id > 0'),
  set('locationGroupId', '1'),
  set('utmParams', 'no spaces allowed'),
  set('images', ['https://127.0.0.1/a.png']),
  set('status', 'REMOVED'),
  (body) => {
    body['objective'] = 'CONVERSION'
    body['conversionEvents'] = ['LEAD']
  },
  (body) => {
    first(body, 'keywords')['text'] = 'chairs; drop'
  },
  (body) => {
    first(body, 'keywords')['match_type'] = 'FUZZY'
  },
  (body) => {
    first(body, 'ads')['headlines'] = ['one', 'two']
  },
  (body) => {
    first(body, 'ads')['headlines'] = ['one', 'two', 'x'.repeat(31)]
  },
  (body) => {
    first(body, 'ads')['headlineIndexToPinFirstSlot'] = 15
  },
  (body) => {
    first(body, 'ads')['url'] = 'javascript:alert(1)'
  },
  (body) => {
    body['negativeLocations'] = body['locations']
  },
  (body) => {
    body['proximityTargeting'] = [
      { radius_units: 'MILES', radius: 501, longitude_in_micro_degrees: 0, latitude_in_micro_degrees: 0 },
    ]
  },
]

test('search/create_search_campaign returns the invalid field and sends no write for an invalid campaign', async () => {
  await fc.assert(
    fc.asyncProperty(campaign, fc.constantFrom(...breaks), async (drawn, breakIt) => {
      const body: Record<string, unknown> = structuredClone({
        ...drawn,
        userId: search.userId,
        campaignName: 'Broken',
      })
      breakIt(body)
      const response = await service.call('search/create_search_campaign', body as SearchCampaignBody)
      expect([400, 422], JSON.stringify([body, response.results])).toContain(response.status)
      expect(response.results['field']).toBeTypeOf('string')
    }),
    { numRuns: 150 },
  )
  expect(await sandbox.writes()).toEqual([])
  expect(await sandbox.effects()).toEqual([])
})

test('search/create_search_campaign rejects each kind of invalid value in a full campaign', async () => {
  for (const breakIt of breaks) {
    const body: Record<string, unknown> = structuredClone({
      ...fullSearchCampaign(search.userId, 'Broken', sandbox.url),
    })
    delete body['images']
    breakIt(body)
    const response = await service.call('search/create_search_campaign', body as SearchCampaignBody)
    expect([400, 422], JSON.stringify([body, response.results])).toContain(response.status)
  }
  expect(await sandbox.writes()).toEqual([])
})
