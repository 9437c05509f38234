// These tests alter each part of a valid request. Google Ads returns a documented status and never crashes.

import { expect, test } from 'vitest'
import { foxCustomerId, type SearchRow, useSearch } from '../../../testing/search.ts'

const search = useSearch()

const root = `customers/${foxCustomerId}`
const campaign = `${root}/campaigns/-2`
const adGroup = `${root}/adGroups/-3`
const operations: SearchRow[] = [
  {
    campaignBudgetOperation: {
      create: {
        resourceName: `${root}/campaignBudgets/-1`,
        name: 'B',
        amountMicros: '25000000',
        explicitlyShared: false,
      },
    },
  },
  {
    campaignOperation: {
      create: {
        resourceName: campaign,
        name: 'Strict',
        status: 'PAUSED',
        advertisingChannelType: 'SEARCH',
        campaignBudget: `${root}/campaignBudgets/-1`,
        networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false },
        maximizeConversions: { targetCpaMicros: '1000000' },
        startDateTime: '2027-03-01 00:00:00',
        endDateTime: '2027-04-30 23:59:59',
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        finalUrlSuffix: 'a=b',
        urlCustomParameters: [{ key: 'adrail', value: '7f3c' }],
      },
    },
  },
  {
    campaignCriterionOperation: {
      create: { campaign, location: { geoTargetConstant: 'geoTargetConstants/2840' } },
    },
  },
  {
    campaignCriterionOperation: {
      create: {
        campaign,
        proximity: {
          geoPoint: { longitudeInMicroDegrees: 1, latitudeInMicroDegrees: 1 },
          radius: 15,
          radiusUnits: 'MILES',
        },
      },
    },
  },
  {
    campaignCriterionOperation: {
      create: { campaign, negative: true, keyword: { text: 'free', matchType: 'BROAD' } },
    },
  },
  {
    adGroupOperation: {
      create: { resourceName: adGroup, name: 'Strict', campaign, type: 'SEARCH_STANDARD' },
    },
  },
  { adGroupCriterionOperation: { create: { adGroup, keyword: { text: 'chairs', matchType: 'PHRASE' } } } },
  {
    adGroupAdOperation: {
      create: {
        adGroup,
        ad: {
          finalUrls: ['https://shop.example/'],
          responsiveSearchAd: {
            headlines: [{ text: 'A', pinnedField: 'HEADLINE_1' }, { text: 'B' }, { text: 'C' }],
            descriptions: [{ text: 'A' }, { text: 'B' }],
          },
        },
      },
    },
  },
  {
    assetOperation: {
      create: {
        name: 'Form',
        finalUrls: ['https://shop.example/'],
        leadFormAsset: {
          businessName: 'Fox',
          headline: 'Hello',
          description: 'World',
          privacyPolicyUrl: 'https://shop.example/privacy',
          callToActionType: 'GET_QUOTE',
          callToActionDescription: 'Now',
          fields: [{ inputType: 'EMAIL' }],
        },
      },
    },
  },
  {
    assetOperation: {
      create: {
        resourceName: `${root}/assets/-9`,
        callAsset: { countryCode: 'US', phoneNumber: '(212) 555-0199' },
      },
    },
  },
  { campaignAssetOperation: { create: { campaign, asset: `${root}/assets/-9`, fieldType: 'CALL' } } },
  {
    assetSetOperation: {
      create: {
        resourceName: `${root}/assetSets/-8`,
        name: 'Set',
        type: 'STATIC_LOCATION_GROUP',
        locationGroupParentAssetSetId: '66001',
      },
    },
  },
  {
    assetSetAssetOperation: {
      create: { assetSet: `${root}/assetSets/-8`, asset: `${root}/assets/55010001` },
    },
  },
  { campaignAssetSetOperation: { create: { campaign, assetSet: `${root}/assetSets/-8` } } },
  {
    campaignConversionGoalOperation: {
      updateMask: 'biddable',
      update: { resourceName: `${root}/campaignConversionGoals/-2~PURCHASE~WEBSITE`, biddable: true },
    },
  },
]

const odd: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x'.repeat(5_000),
  '\u0000\ud800',
  '-1',
  -1,
  0,
  1.5,
  1e300,
  true,
  [],
  [null],
  [[]],
  {},
  { unknown: 1 },
  '9223372036854775808',
  'customers/4823109756/campaigns/-2~~',
  '__proto__',
]

/** Returns the paths of all values in a value, including objects and lists. */
function pathsOf(value: SearchRow, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length === 0 ? below : [path, ...below]
}

function withChange(path: readonly (string | number)[], value: unknown): SearchRow[] {
  const copy: SearchRow = structuredClone(operations)
  let target = copy
  for (const step of path.slice(0, -1)) target = target[step]
  const last = path.at(-1) ?? 0
  if (value === undefined && !Array.isArray(target)) delete target[last]
  else target[last] = value
  return copy
}

const expected = new Set([200, 400, 403, 501])

test('the request that the strictness tests modify is valid', async () => {
  expect((await search.mutate(operations, { body: { validateOnly: true } })).body).toEqual({})
})

test('a request with an altered value at any path returns 200, 400, 403 or 501', async () => {
  const unexpected: string[] = []
  const paths = pathsOf(operations)
  let refused = 0
  for (const path of paths) {
    // Each path is tested with a third of the odd values. All values are tested over all paths.
    const offset = paths.indexOf(path)
    for (const [index, value] of odd.entries()) {
      if ((index + offset) % 3 !== 0) continue
      const body = JSON.stringify({ mutateOperations: withChange(path, value), validateOnly: true })
      const reply = await search.send(`/v25/customers/${foxCustomerId}/googleAds:mutate`, { body })
      if (!expected.has(reply.status))
        unexpected.push(`${path.join('.')} = ${JSON.stringify(value)}: ${reply.status}`)
      if (reply.status !== 200) refused++
      // The validator also reports problems of the request, which this test breaks on purpose.
      search.problems.splice(
        0,
        Number.POSITIVE_INFINITY,
        ...search.problems.filter((text) => !text.includes('Request.')),
      )
    }
  }
  expect(unexpected).toEqual([])
  expect(refused).toBeGreaterThan(paths.length)
})

test('a query that is cut, doubled or shuffled at any word returns 200 or 400', async () => {
  const unexpected: string[] = []
  const query =
    "SELECT campaign.id, campaign_budget.amount_micros, metrics.clicks, segments.date FROM campaign WHERE campaign.name LIKE 'G%' AND campaign.status IN ('ENABLED', PAUSED) AND segments.date BETWEEN '2026-01-01' AND '2026-12-31' AND campaign.labels CONTAINS ANY ('x') AND campaign.end_date_time IS NOT NULL ORDER BY metrics.clicks DESC, campaign.id LIMIT 10 PARAMETERS include_drafts=true"
  const words = query.split(' ')
  const queries = words.flatMap((word, index) => [
    words.slice(0, index).join(' '),
    words.toSpliced(index, 1).join(' '),
    words.toSpliced(index, 0, word).join(' '),
    words.toSpliced(index, 1, '(').join(' '),
    words.toSpliced(index, 1, "'\\").join(' '),
    words.toSpliced(index, 1, words[words.length - 1 - index] ?? '').join(' '),
  ])
  for (const broken of queries) {
    const reply = await search.send(`/v25/customers/${foxCustomerId}/googleAds:search`, {
      body: { query: broken },
    })
    if (reply.status !== 200 && reply.status !== 400) unexpected.push(`${broken}: ${reply.status}`)
  }
  expect(unexpected).toEqual([])
})
