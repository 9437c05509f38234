// Tests of the rules of social/create_campaign that concern more than one field.

import { expect, test } from 'vitest'
import { formatViolations, type JsonObject, violationsOfExample } from '../../../testing/bodies.ts'

const name = 'social/create_campaign'
const ad = {
  imageId: '1001200300400:655b5a433a4db7604ae2e3b96ec5d400',
  primaryText: 'Fresh',
  headline: 'Rye',
  url: 'https://a.example/',
}
const { url: _, ...formAd } = ad
const post = { postId: '104500000000001_2271' }
const city = { key: '2000037', type: 'city' }
const pixel = { pixelId: '1', conversionEvent: 'PURCHASE' }

const cases: readonly (readonly [string, JsonObject, readonly string[]])[] = [
  ['rejects a body without a budget', { dailyBudget: undefined }, ['dailyBudget REQUIRED']],
  [
    'rejects a lifetime budget next to a daily budget',
    { lifetimeBudget: '9', endDate: '2030-03-09' },
    ['lifetimeBudget CONFLICT'],
  ],
  [
    'rejects a lifetime budget without an end date',
    { dailyBudget: undefined, lifetimeBudget: '9' },
    ['endDate REQUIRED'],
  ],
  ['rejects an end date before the start date', { endDate: '2030-02-01' }, ['endDate CONFLICT']],
  ['rejects a repeated location', { locations: [city, city] }, ['locations[1] DUPLICATE']],
  [
    'rejects a location that is both targeted and excluded',
    { locations: [city], negativeLocations: [city] },
    ['negativeLocations[0] CONFLICT'],
  ],
  [
    'rejects an audience that is both targeted and excluded',
    { audienceIds: ['1'], excludedAudienceIds: ['1'] },
    ['excludedAudienceIds[0] CONFLICT'],
  ],
  [
    'rejects a radius without a unit',
    { locations: [{ ...city, radius: 20 }] },
    ['locations[0].radius_unit REQUIRED'],
  ],
  [
    'rejects a radius below the minimum',
    { locations: [{ ...city, radius: 10, radius_unit: 'KILOMETERS' }] },
    ['locations[0].radius OUT_OF_RANGE'],
  ],
  ['rejects a minimum age above the maximum age', { ages: { min: 40, max: 30 } }, ['ages.min CONFLICT']],
  [
    'rejects a narrow age range with audience expansion',
    { audienceExpansion: true, ages: { min: 30, max: 50 } },
    ['ages.min OUT_OF_RANGE', 'ages.max OUT_OF_RANGE'],
  ],
  [
    'rejects a special ad category without countries',
    { specialAdCategories: ['HOUSING'] },
    ['specialAdCountries REQUIRED'],
  ],
  [
    'rejects age, gender and zip code targeting with a special ad category',
    {
      specialAdCategories: ['HOUSING'],
      specialAdCountries: ['US'],
      ages: { min: 20, max: 65 },
      gender: 'MALE',
      locations: [{ key: 'US:94102', type: 'zip' }],
    },
    ['locations[0] CONFLICT', 'ages CONFLICT', 'gender CONFLICT'],
  ],
  ['rejects the objective SALES without a pixel', { objective: 'SALES' }, ['pixelId REQUIRED']],
  [
    'rejects the objective SALES with a lead event',
    { objective: 'SALES', ...pixel, conversionEvent: 'LEAD' },
    ['conversionEvent NOT_ALLOWED'],
  ],
  ...['Purchase', 'purchase', 'ＰＵＲＣＨＡＳＥ', 'ViewContent', 'Initiate_Checkout', 'add to cart'].map(
    (conversionEvent) =>
      [
        `rejects ${conversionEvent}, which is another spelling of a standard event`,
        { objective: 'SALES', ...pixel, conversionEvent },
        ['conversionEvent NOT_ALLOWED'],
      ] as const,
  ),
  [
    'accepts the objective SALES with a custom event',
    { objective: 'SALES', ...pixel, conversionEvent: 'OvenTimer' },
    [],
  ],
  [
    'rejects a pixel without a conversion event',
    { objective: 'SALES', pixelId: '1' },
    ['conversionEvent REQUIRED'],
  ],
  [
    'rejects the objective LEADS without a lead form and a pixel',
    { objective: 'LEADS' },
    ['leadFormId REQUIRED'],
  ],
  [
    'rejects the objective LEADS with both a lead form and a pixel',
    { objective: 'LEADS', leadFormId: '1', ...pixel, conversionEvent: 'LEAD' },
    ['pixelId CONFLICT'],
  ],
  [
    'accepts an ad without a url if a lead form collects the leads',
    { objective: 'LEADS', leadFormId: '1', ads: [formAd] },
    [],
  ],
  [
    'rejects an ad with a post if a lead form collects the leads',
    { objective: 'LEADS', leadFormId: '1', ads: [post] },
    ['ads[0].postId CONFLICT'],
  ],
  ['rejects the objective TRAFFIC with a lead form', { leadFormId: '1' }, ['leadFormId CONFLICT']],
  ['rejects the objective TRAFFIC with an ad without a url', { ads: [formAd] }, ['ads[0].url REQUIRED']],
  [
    'rejects the objective ENGAGEMENT with an ad without a post',
    { objective: 'ENGAGEMENT' },
    ['ads[0].postId REQUIRED'],
  ],
  ['accepts the objective ENGAGEMENT with an ad for a post', { objective: 'ENGAGEMENT', ads: [post] }, []],
  [
    'rejects an ad for a post with a headline',
    { ads: [{ ...post, headline: 'Rye' }] },
    ['ads[0].headline CONFLICT'],
  ],
  [
    'rejects the call to action GET_DIRECTIONS with a url',
    { ads: [{ ...ad, callToAction: 'GET_DIRECTIONS' }] },
    ['ads[0].callToAction NOT_ALLOWED'],
  ],
  [
    'rejects a call to action without a url',
    { ads: [{ ...post, callToAction: 'BOOK_NOW' }] },
    ['ads[0].url REQUIRED'],
  ],
  [
    'rejects an ad with both an image and a video',
    { ads: [{ ...ad, videoId: '1' }] },
    ['ads[0].videoId CONFLICT'],
  ],
  [
    'rejects an ad without an image and texts',
    { ads: [{ url: ad.url }] },
    ['ads[0].imageId REQUIRED', 'ads[0].primaryText REQUIRED', 'ads[0].headline REQUIRED'],
  ],
  ['rejects a repeated ad name', { ads: [{ ...ad, name: 'Rye week 2' }, ad] }, ['ads[1].name DUPLICATE']],
  [
    'rejects ad names that differ only in surrounding spaces',
    {
      ads: [
        { ...ad, name: 'Rye' },
        { ...ad, name: ' Rye ' },
      ],
    },
    ['ads[1].name DUPLICATE'],
  ],
]

test.each(cases)('social/create_campaign %s', (_what, changes, expected) => {
  expect(formatViolations(violationsOfExample(name, changes))).toEqual(expected)
})
