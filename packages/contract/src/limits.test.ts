// Tests of lengths, counts and ranges: operations accept the limit and reject the next value.

import { describe, expect, test } from 'vitest'
import { formatViolations, violationsAt, violationsOfExample } from '../testing/bodies.ts'
import type { OperationName } from './index.ts'

const campaign = 'search/create_search_campaign'
const leadForm = 'search/create_lead_form'

describe('text lengths in Unicode code points', () => {
  const limits = [
    ['R8.leadform-name', leadForm, 'name', 25],
    ['R8.leadform-headline', leadForm, 'headline', 30],
    ['R8.leadform-description', leadForm, 'description', 90],
    ['R8.leadform-call_to_action_description', leadForm, 'call_to_action_description', 200],
    ['R4.11.name', leadForm, 'name', 25],
    ['R4.11.headline', leadForm, 'headline', 30],
    ['R4.11.description', leadForm, 'description', 90],
    ['R4.11.call_to_action_description', leadForm, 'call_to_action_description', 200],
    ['R8.gap.texts', campaign, 'campaignName', 255],
    ['R8.gap.texts', 'social/create_leadform_audience', 'name', 200],
    ['R8.gap.texts', 'social/create_leadform_audience', 'description', 1000],
    ['R8.gap.texts', 'social/get_campaign_insights', 'currencySymbol', 10],
    ['R8.gap.texts', 'social/search_targeting_interests', 'query', 200],
    ['R8.gap.texts', 'social/search_targeting_locations', 'query', 200],
    ['R8.gap.texts', 'search/search_locations', 'query', 200],
    ['R8.gap.texts', 'social/upload_video', 'name', 255],
    ['R8.gap.texts', 'social/get_page_posts', 'pagination', 4096],
    ['R8.gap.texts', 'auth/create_link', 'state', 2000],
    ['R8.gap.texts', 'user/create_user', 'name', 200],
    ['R8.gap.texts', 'user/create_user', 'externalId', 200],
    ['R8.gap.texts', 'user/delete_user', 'userId', 64],
    ['R8.gap.texts', 'operation/get_operation', 'operationId', 64],
    ['R8.gap.texts', 'auth/get_link_status', 'linkId', 64],
    ['R8.gap.keyword', campaign, 'keywords[0].text', 80],
    ['R8.gap.keyword', campaign, 'negativeKeywords[0].text', 80],
    ['R8.gap.keyword', 'search/generate_keyword_ideas', 'keyword', 80],
  ] as const
  test.each(limits)('[%s] %s limits %s to %d characters', (_, name, path, max) => {
    for (const character of ['a', 'ü', '字', '😀']) {
      expect(formatViolations(violationsAt(name, path, character.repeat(max))), character).toEqual([])
      expect(formatViolations(violationsAt(name, path, character.repeat(max + 1))), character).toEqual([
        `${path} TOO_LONG`,
      ])
    }
  })
})

describe('ad texts of search/create_search_campaign', () => {
  const limits = [
    ['R8.gap.headlines', 'ads[0].headlines[1]', 30],
    ['R8.gap.descriptions', 'ads[0].descriptions[0]', 90],
    ['R8.gap.callouts', 'callouts[0]', 25],
  ] as const
  test.each(limits)(
    '[%s] %s has a maximum width of %d and counts Chinese, Japanese and Korean characters double',
    (_, path, max) => {
      const half = Math.floor(max / 2)
      const fitting = [
        'a'.repeat(max),
        'ü'.repeat(max),
        '😀'.repeat(max),
        '字'.repeat(half),
        'カ'.repeat(half),
      ]
      const tooWide = [
        'a'.repeat(max + 1),
        '字'.repeat(half + 1),
        '한'.repeat(half + 1),
        `${'ａ'.repeat(half)}aa`,
      ]
      for (const value of fitting)
        expect(formatViolations(violationsAt(campaign, path, value)), value).toEqual([])
      for (const value of tooWide)
        expect(formatViolations(violationsAt(campaign, path, value)), value).toEqual([`${path} TOO_LONG`])
    },
  )
})

describe('empty texts', () => {
  const texts = [
    ['R4.userId', 'social/get_pixels_list', 'userId'],
    ['R4.5.campaignName', campaign, 'campaignName'],
    ['R4.5.keywords', campaign, 'keywords[0].text'],
    ['R4.5.ads', campaign, 'ads[0].headlines[0]'],
    ['R4.5.ads', campaign, 'ads[0].descriptions[0]'],
    ['R4.5.callouts', campaign, 'callouts[0]'],
    ['R4.10.query', 'social/search_targeting_interests', 'query'],
    ['R4.12.query', 'social/search_targeting_locations', 'query'],
    ['R4.11.name', leadForm, 'name'],
    ['R4.11.headline', leadForm, 'headline'],
    ['R4.11.description', leadForm, 'description'],
    ['R4.11.call_to_action_description', leadForm, 'call_to_action_description'],
    ['R4.13.name', 'social/create_leadform_audience', 'name'],
    ['R4.15.keyword', 'search/generate_keyword_ideas', 'keyword'],
    ['R4.add.user-create_user', 'user/create_user', 'name'],
    ['R4.add.user-create_user', 'user/create_user', 'externalId'],
  ] as const
  test.each(texts)('[%s] %s rejects an empty or blank %s', (_, name, path) => {
    const invisible = ['\u200b', '\u200b\u2060\ufeff', '\u3164', '\u2800', '\u00ad ', '\u200e\u200d\ufe0f']
    for (const blank of ['', ' ', '   ', '\u00a0', '\u3000', ...invisible])
      expect(formatViolations(violationsAt(name, path, blank)), JSON.stringify(blank)).toEqual([
        `${path} TOO_SHORT`,
      ])
  })

  test('are accepted as a cursor, a description, a currency symbol or an email address', () => {
    expect(violationsAt('social/get_page_posts', 'pagination', '')).toEqual([])
    expect(violationsAt('social/create_leadform_audience', 'description', '')).toEqual([])
    expect(violationsAt('social/get_campaign_insights', 'currencySymbol', '')).toEqual([])
    expect(violationsAt('user/create_user', 'email', '')).toEqual([])
  })
})

describe('forbidden characters in texts [R8.gap.texts]', () => {
  const lines = [
    ['social/get_pixels_list', 'userId'],
    ['auth/get_link_status', 'linkId'],
    ['operation/get_operation', 'operationId'],
    ['user/create_user', 'name'],
    ['user/create_user', 'externalId'],
    ['social/create_leadform_audience', 'name'],
    [campaign, 'campaignName'],
    [campaign, 'keywords[0].text'],
    [campaign, 'ads[0].headlines[0]'],
    [campaign, 'ads[0].descriptions[0]'],
    [campaign, 'callouts[0]'],
    [leadForm, 'name'],
    [leadForm, 'headline'],
  ] as const
  test.each(lines)('%s rejects line breaks and control characters in %s', (name, path) => {
    for (const hostile of ['a\nb', 'a\rb', 'a\tb', 'a\u007fb', 'a\u0085b', 'a\u2028b'])
      expect(formatViolations(violationsAt(name, path, hostile)), JSON.stringify(hostile)).toEqual([
        `${path} MALFORMED`,
      ])
  })

  const texts = [
    ...lines,
    ['user/create_user', 'email'],
    ['auth/create_link', 'state'],
    ['social/create_leadform_audience', 'description'],
    ['social/search_targeting_interests', 'query'],
    ['social/get_page_posts', 'pagination'],
    ['social/get_campaign_insights', 'currencySymbol'],
    [leadForm, 'description'],
    [leadForm, 'call_to_action_description'],
  ] as const
  test.each(texts)('%s rejects NUL characters and unpaired surrogates in %s', (name, path) => {
    for (const hostile of ['a\u0000b@c', 'a\ud83d@c', '\udc00a@c'])
      expect(formatViolations(violationsAt(name, path, hostile)), JSON.stringify(hostile)).toContain(
        `${path} MALFORMED`,
      )
  })

  test('line breaks are accepted in descriptions', () => {
    expect(violationsAt('social/create_leadform_audience', 'description', 'One.\nTwo.')).toEqual([])
    expect(violationsAt(leadForm, 'description', 'One.\nTwo.')).toEqual([])
  })
})

describe('array sizes', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `Text ${index}`)
  const keywords = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ text: `chair ${index}`, match_type: 'BROAD' }))
  const circle = {
    radius_units: 'MILES',
    radius: 1,
    longitude_in_micro_degrees: 0,
    latitude_in_micro_degrees: 0,
  }
  const ad = {
    url: 'https://shop.example/',
    headlines: ['One', 'Two', 'Three'],
    descriptions: ['One', 'Two'],
  }
  const repeated = (value: unknown) => (count: number) => Array.from({ length: count }, () => value)

  const maxEntries: readonly (readonly [
    string,
    OperationName,
    string,
    number,
    (count: number) => unknown[],
  ])[] = [
    ['R8.gap.headlines', campaign, 'ads[0].headlines', 15, texts],
    ['R8.gap.descriptions', campaign, 'ads[0].descriptions', 4, texts],
    ['R8.gap.arrays', campaign, 'ads', 3, repeated(ad)],
    ['R8.gap.callouts', campaign, 'callouts', 20, texts],
    ['R8.gap.arrays', campaign, 'images', 20, repeated('https://shop.example/a.jpg')],
    ['R8.gap.arrays', campaign, 'proximityTargeting', 500, repeated(circle)],
    ['R8.gap.arrays', campaign, 'languages', 100, repeated('en')],
    ['R8.gap.arrays', campaign, 'conversionEvents', 50, repeated('PURCHASE')],
    ['R8.gap.arrays', 'search/generate_keyword_ideas', 'locationIds', 10, ids],
    ['R8.gap.arrays', 'search/create_location_group', 'locationAssetIds', 500, ids],
    ['R8.gap.arrays', 'social/create_leadform_audience', 'leadFormIds', 100, ids],
    ['R8.gap.arrays', 'social/search_targeting_interests', 'specialAdCategories', 3, repeated('HOUSING')],
    ['R8.gap.arrays', 'social/search_targeting_interests', 'specialAdCountries', 250, repeated('US')],
  ]
  test.each(maxEntries)('[%s] %s limits %s to %d entries', (_, name, path, max, entries) => {
    expect(formatViolations(violationsAt(name, path, entries(max)))).toEqual([])
    expect(formatViolations(violationsAt(name, path, entries(max + 1)))).toEqual([`${path} TOO_MANY`])
  })

  const fewest = [
    ['R8.gap.headlines', 'ads[0].headlines', 3],
    ['R8.gap.descriptions', 'ads[0].descriptions', 2],
  ] as const
  test.each(fewest)('[%s] %s requires at least %d entries', (_, path, min) => {
    expect(formatViolations(violationsAt(campaign, path, texts(min)))).toEqual([])
    expect(formatViolations(violationsAt(campaign, path, texts(min - 1)))).toContain(`${path} TOO_FEW`)
  })

  test('search/create_search_campaign accepts at most 10,000 parts per campaign, counted as Google Ads operations [R8.gap.keywords]', () => {
    // Ten more parts: budget, campaign, ad group, location, language, ad and two callouts. Callouts and phone
    // numbers count twice.
    expect(formatViolations(violationsOfExample(campaign, { keywords: keywords(10_000 - 10) }))).toEqual([])
    expect(formatViolations(violationsOfExample(campaign, { keywords: keywords(10_000 - 9) }))).toEqual([
      'keywords TOO_MANY',
    ])
    const attached = {
      phoneNumber: '212-456-7890',
      phoneNumberCountryCode: 'US',
      leadFormAssetId: '55010001',
      locationGroupId: '8801',
    }
    expect(
      formatViolations(violationsOfExample(campaign, { ...attached, keywords: keywords(10_000 - 14) })),
    ).toEqual([])
    expect(
      formatViolations(violationsOfExample(campaign, { ...attached, keywords: keywords(10_000 - 13) })),
    ).toEqual(['keywords TOO_MANY'])
    expect(formatViolations(violationsOfExample(campaign, { negativeKeywords: keywords(9_999) }))).toEqual([
      'keywords TOO_MANY',
    ])
    expect(formatViolations(violationsOfExample(campaign, { negativeKeywords: keywords(10_001) }))).toEqual([
      'negativeKeywords TOO_MANY',
    ])
  })
})

describe('numeric fields', () => {
  const ranges = [
    ['R4.16.amount', 'social/edit_campaign', 'amount', [0.01, 1, 19.99, 1e12], [0, -0, -1, -0.01, 1e12 + 1]],
    ['R8.amount', 'social/edit_campaign', 'amount', [5e-324, 1], [0, -5, 1e308]],
    ['R4.add.search-edit_campaign', 'search/edit_campaign', 'amount', [0.01, 1e12], [0, -1, 1e13]],
    [
      'R4.gap.clientCostAdjustment',
      'social/get_campaign_insights',
      'clientCostAdjustment.percentage',
      [-100, -10, 0, 12.5, 10_000],
      [-100.01, 10_000.01],
    ],
    ['R4.5.proximityTargeting', campaign, 'proximityTargeting[0].radius', [0.1, 12.5, 800], [0, -1, 800.1]],
    [
      'R4.5.proximityTargeting',
      campaign,
      'proximityTargeting[0].longitude_in_micro_degrees',
      [-180_000_000, 0, 180_000_000],
      [-180_000_001, 180_000_001],
    ],
    [
      'R4.5.proximityTargeting',
      campaign,
      'proximityTargeting[0].latitude_in_micro_degrees',
      [-90_000_000, 0, 90_000_000],
      [-90_000_001, 90_000_001],
    ],
    ['R4.5.ads.pins', campaign, 'ads[0].headlineIndexToPinFirstSlot', [0, 1, 2], [-1, 3]],
    ['R4.5.ads.pins', campaign, 'ads[0].descriptionIndexToPinFirstSlot', [0, 1], [-1, 2]],
  ] as const
  test.each(ranges)('[%s] %s rejects values of %s outside its range', (_, name, path, inside, outside) => {
    for (const value of inside)
      expect(formatViolations(violationsAt(name, path, value)), String(value)).toEqual([])
    for (const value of outside)
      expect(formatViolations(violationsAt(name, path, value)), String(value)).toEqual([
        `${path} OUT_OF_RANGE`,
      ])
  })

  const whole = [
    ['R4.5.ads.pins', 'ads[0].headlineIndexToPinFirstSlot'],
    ['R4.5.ads.pins', 'ads[0].descriptionIndexToPinFirstSlot'],
    ['R4.5.proximityTargeting', 'proximityTargeting[0].longitude_in_micro_degrees'],
    ['R4.5.proximityTargeting', 'proximityTargeting[0].latitude_in_micro_degrees'],
  ] as const
  test.each(whole)('[%s] %s accepts only whole numbers', (_, path) => {
    const violations = violationsAt(campaign, path, 0.5)
    expect(formatViolations(violations)).toEqual([`${path} WRONG_TYPE`])
    expect(violations[0]?.message).toBe(`${path} must be a whole number.`)
  })

  test('a radius in miles is limited to 500, even if a coordinate is missing [R4.5.proximityTargeting]', () => {
    const circle = (radius_units: string, radius: number) => ({
      proximityTargeting: [
        { radius_units, radius, longitude_in_micro_degrees: 0, latitude_in_micro_degrees: 0 },
      ],
    })
    expect(violationsOfExample(campaign, circle('MILES', 500))).toEqual([])
    expect(formatViolations(violationsOfExample(campaign, circle('miles', 500.5)))).toEqual([
      'proximityTargeting[0].radius OUT_OF_RANGE',
    ])
    // A missing coordinate does not hide the violation of the radius.
    const violations = violationsOfExample(campaign, {
      proximityTargeting: [{ radius_units: 'MILES', radius: 501 }],
    })
    expect(formatViolations(violations)).toContain('proximityTargeting[0].radius OUT_OF_RANGE')
    expect(formatViolations(violations)).toContain('proximityTargeting[0].latitude_in_micro_degrees REQUIRED')
  })
})
