// The rules of social/create_campaign that concern more than one member.

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
  ['no budget', { dailyBudget: undefined }, ['dailyBudget REQUIRED']],
  ['two budgets', { lifetimeBudget: '9', endDate: '2030-03-09' }, ['lifetimeBudget CONFLICT']],
  ['a total without an end', { dailyBudget: undefined, lifetimeBudget: '9' }, ['endDate REQUIRED']],
  ['an end before the start', { endDate: '2030-02-01' }, ['endDate CONFLICT']],
  ['a place twice', { locations: [city, city] }, ['locations[1] DUPLICATE']],
  ['a place in and out', { locations: [city], negativeLocations: [city] }, ['negativeLocations[0] CONFLICT']],
  [
    'an audience in and out',
    { audienceIds: ['1'], excludedAudienceIds: ['1'] },
    ['excludedAudienceIds[0] CONFLICT'],
  ],
  [
    'a radius without a unit',
    { locations: [{ ...city, radius: 20 }] },
    ['locations[0].radius_unit REQUIRED'],
  ],
  [
    'a radius too small',
    { locations: [{ ...city, radius: 10, radius_unit: 'KILOMETERS' }] },
    ['locations[0].radius OUT_OF_RANGE'],
  ],
  ['ages turned round', { ages: { min: 40, max: 30 } }, ['ages.min CONFLICT']],
  [
    'expansion over ages',
    { audienceExpansion: true, ages: { min: 30, max: 50 } },
    ['ages.min OUT_OF_RANGE', 'ages.max OUT_OF_RANGE'],
  ],
  ['a category without countries', { specialAdCategories: ['HOUSING'] }, ['specialAdCountries REQUIRED']],
  [
    'a category and chosen people',
    {
      specialAdCategories: ['HOUSING'],
      specialAdCountries: ['US'],
      ages: { min: 20, max: 65 },
      gender: 'MALE',
      locations: [{ key: 'US:94102', type: 'zip' }],
    },
    ['locations[0] CONFLICT', 'ages CONFLICT', 'gender CONFLICT'],
  ],
  ['sales without a pixel', { objective: 'SALES' }, ['pixelId REQUIRED']],
  [
    'sales with a lead event',
    { objective: 'SALES', ...pixel, conversionEvent: 'LEAD' },
    ['conversionEvent NOT_ALLOWED'],
  ],
  ...['Purchase', 'purchase', 'ＰＵＲＣＨＡＳＥ', 'ViewContent', 'Initiate_Checkout', 'add to cart'].map(
    (conversionEvent) =>
      [
        `the standard event ${conversionEvent} in another spelling`,
        { objective: 'SALES', ...pixel, conversionEvent },
        ['conversionEvent NOT_ALLOWED'],
      ] as const,
  ),
  ['sales with a custom event', { objective: 'SALES', ...pixel, conversionEvent: 'OvenTimer' }, []],
  ['a pixel without an event', { objective: 'SALES', pixelId: '1' }, ['conversionEvent REQUIRED']],
  ['leads without either', { objective: 'LEADS' }, ['leadFormId REQUIRED']],
  [
    'leads with both',
    { objective: 'LEADS', leadFormId: '1', ...pixel, conversionEvent: 'LEAD' },
    ['pixelId CONFLICT'],
  ],
  ['leads by a form, without an address', { objective: 'LEADS', leadFormId: '1', ads: [formAd] }, []],
  [
    'leads by a form, with a post',
    { objective: 'LEADS', leadFormId: '1', ads: [post] },
    ['ads[0].postId CONFLICT'],
  ],
  ['traffic with a form', { leadFormId: '1' }, ['leadFormId CONFLICT']],
  ['traffic without an address', { ads: [formAd] }, ['ads[0].url REQUIRED']],
  ['engagement without a post', { objective: 'ENGAGEMENT' }, ['ads[0].postId REQUIRED']],
  ['engagement with a post', { objective: 'ENGAGEMENT', ads: [post] }, []],
  ['a post with a text', { ads: [{ ...post, headline: 'Rye' }] }, ['ads[0].headline CONFLICT']],
  [
    'directions to a web address',
    { ads: [{ ...ad, callToAction: 'GET_DIRECTIONS' }] },
    ['ads[0].callToAction NOT_ALLOWED'],
  ],
  ['a button without a target', { ads: [{ ...post, callToAction: 'BOOK_NOW' }] }, ['ads[0].url REQUIRED']],
  ['two media', { ads: [{ ...ad, videoId: '1' }] }, ['ads[0].videoId CONFLICT']],
  [
    'no medium, no text',
    { ads: [{ url: ad.url }] },
    ['ads[0].imageId REQUIRED', 'ads[0].primaryText REQUIRED', 'ads[0].headline REQUIRED'],
  ],
  ['one name twice', { ads: [{ ...ad, name: 'Rye week 2' }, ad] }, ['ads[1].name DUPLICATE']],
  [
    'one name twice but for the blanks around it',
    {
      ads: [
        { ...ad, name: 'Rye' },
        { ...ad, name: ' Rye ' },
      ],
    },
    ['ads[1].name DUPLICATE'],
  ],
]

test.each(cases)('%s', (_what, changes, expected) => {
  expect(formatViolations(violationsOfExample(name, changes))).toEqual(expected)
})
