import { expect, test } from 'vitest'
import { listErrors, type SearchRow, useSearch } from '../../../testing/search.ts'

const search = useSearch()

const ask = (body: object) => search.send('/v25/customers/9301448215:generateKeywordIdeas', { body })
const wish = {
  language: 'languageConstants/1000',
  geoTargetConstants: ['geoTargetConstants/2840'],
  includeAdultKeywords: false,
  keywordPlanNetwork: 'GOOGLE_SEARCH',
  historicalMetricsOptions: { includeAverageCpc: true },
  keywordSeed: { keywords: ['garden chairs'] },
}

test('keyword ideas are deterministic, have plausible metrics, and some have no metrics', async () => {
  const first = await ask({ ...wish, pageSize: 1_000 })
  search.sandbox.clock.advance(1_000)
  const second = await ask({ ...wish, pageSize: 1_000 })
  expect(second.body).toEqual(first.body)
  const ideas: SearchRow[] = first.body.results
  expect(ideas.length).toBeGreaterThan(80)
  expect(first.body.totalSize).toBe(String(ideas.length))
  const measured = ideas.filter((idea) => idea.keywordIdeaMetrics !== undefined)
  expect(measured.length).toBeLessThan(ideas.length)
  for (const { keywordIdeaMetrics: metrics } of measured) {
    expect(Number(metrics.lowTopOfPageBidMicros)).toBeLessThan(Number(metrics.highTopOfPageBidMicros))
    expect(Number(metrics.averageCpcMicros) % 10_000).toBe(0)
    expect(metrics.monthlySearchVolumes).toHaveLength(12)
  }
  expect(measured[0].keywordIdeaMetrics.monthlySearchVolumes[11]).toMatchObject({
    year: '2026',
    month: 'OCTOBER',
  })
  search.sandbox.clock.advance(1_000)
  const { historicalMetricsOptions: _, ...plain } = wish
  const withoutAverage = await ask(plain)
  expect(JSON.stringify(withoutAverage.body)).not.toContain('averageCpcMicros')
})

test('a keyword ideas request within one second of another is refused, including for the next page', async () => {
  const first = await ask({ ...wish, pageSize: 30 })
  expect(first.body.results).toHaveLength(30)
  const hasty = await ask({ ...wish, pageSize: 30, pageToken: first.body.nextPageToken })
  expect(hasty.status).toBe(429)
  expect(listErrors(hasty)).toEqual(['quotaError.RESOURCE_EXHAUSTED'])
  expect(hasty.body.error.details[0].errors[0].details.quotaErrorDetails.retryDelay).toBe('1s')
  search.sandbox.clock.advance(1_000)
  const second = await ask({ ...wish, pageSize: 30, pageToken: first.body.nextPageToken })
  expect(second.body.results[0].text).not.toBe(first.body.results[0].text)
  search.sandbox.clock.advance(1_000)
  const other = await ask({
    ...wish,
    keywordSeed: { keywords: ['tables'] },
    pageToken: first.body.nextPageToken,
  })
  expect(listErrors(other)).toEqual(['requestError.INVALID_PAGE_TOKEN @ page_token'])
})

const words = (number: number) => Array.from({ length: number }, (_, index) => `w${index}`)
test.each([
  [{ keywordSeed: undefined }, 'fieldError.REQUIRED @ seed'],
  [{ keywordSeed: { keywords: words(21) } }, 'collectionSizeError.TOO_MANY @ keyword_seed.keywords'],
  [{ keywordSeed: { keywords: [] } }, 'fieldError.REQUIRED_NONEMPTY_LIST @ keyword_seed.keywords'],
  [
    { keywordSeed: { keywords: ['x'.repeat(81)] } },
    'keywordPlanIdeaError.INVALID_VALUE @ keyword_seed.keywords[0]',
  ],
  [
    { keywordSeed: { keywords: [words(11).join(' ')] } },
    'keywordPlanIdeaError.INVALID_VALUE @ keyword_seed.keywords[0]',
  ],
  [
    { geoTargetConstants: words(11).map(() => 'geoTargetConstants/2840') },
    'collectionSizeError.TOO_MANY @ geo_target_constants',
  ],
  [
    { geoTargetConstants: ['geoTargetConstants/1'] },
    'keywordPlanIdeaError.INVALID_VALUE @ geo_target_constants[0]',
  ],
  [{ language: 'languageConstants/1' }, 'requestError.RESOURCE_NAME_MALFORMED @ language'],
  [{ pageSize: 10_001 }, 'requestError.INVALID_PAGE_SIZE @ page_size'],
  [
    { keywordSeed: undefined, urlSeed: { url: 'https://nowhere.invalid/' } },
    'keywordPlanIdeaError.URL_CRAWL_ERROR @ url_seed.url',
  ],
])('a keyword ideas request with %j is refused', async (changes, expected) => {
  const reply = await ask({ ...wish, ...changes })
  expect(reply.status).toBe(400)
  expect(listErrors(reply)).toEqual([expected])
})

test('a URL seed returns keyword ideas with bids in whole yen for an account in yen', async () => {
  const reply = await search.send('/v25/customers/5570001001:generateKeywordIdeas', {
    person: 'yuki',
    body: { urlSeed: { url: 'https://www.matcha-shop.example/' } },
  })
  expect(reply.body.results[0].text).toBe('matcha shop')
  expect(Number(reply.body.results[0].keywordIdeaMetrics.lowTopOfPageBidMicros) % 1_000_000).toBe(0)
})

const suggest = (body: object) => search.send('/v25/geoTargetConstants:suggest', { body })

test('a location suggestion contains the canonical name, the parents and the reach', async () => {
  const reply = await suggest({ locale: 'en', countryCode: 'US', locationNames: { names: ['Austin'] } })
  expect(reply.body.geoTargetConstantSuggestions).toHaveLength(1)
  expect(reply.body.geoTargetConstantSuggestions[0]).toMatchObject({
    locale: 'en',
    reach: '2470000',
    searchTerm: 'Austin',
    geoTargetConstant: {
      resourceName: 'geoTargetConstants/1026201',
      targetType: 'City',
      status: 'ENABLED',
      canonicalName: 'Austin,Texas,United States',
    },
  })
  expect(
    reply.body.geoTargetConstantSuggestions[0].geoTargetConstantParents.map((parent: SearchRow) => parent.id),
  ).toEqual(['21176', '2840'])
})

test.each(['san', 'ber', 'tok', 'são', 'zurich'])(
  'the search term "%s" finds locations regardless of accents',
  async (name) => {
    const reply = await suggest({ locationNames: { names: [name] } })
    const found: string[] = reply.body.geoTargetConstantSuggestions.map(
      (each: SearchRow) => each.geoTargetConstant.name,
    )
    expect(found.length).toBeGreaterThanOrEqual(name.length === 3 ? 2 : 1)
    expect(
      new Set(reply.body.geoTargetConstantSuggestions.map((each: SearchRow) => each.geoTargetConstant.id))
        .size,
    ).toBe(found.length)
  },
)

test('locations are suggested by id and by several names, and an unknown name returns an empty response', async () => {
  const byId = await suggest({
    geoTargets: { geoTargetConstants: ['geoTargetConstants/2276', 'geoTargetConstants/1'] },
  })
  expect(
    byId.body.geoTargetConstantSuggestions.map((each: SearchRow) => each.geoTargetConstant.name),
  ).toEqual(['Germany'])
  const several = await suggest({ locationNames: { names: ['Paris', 'Rome'] } })
  expect(
    new Set(several.body.geoTargetConstantSuggestions.map((each: SearchRow) => each.searchTerm)),
  ).toEqual(new Set(['Paris', 'Rome']))
  expect((await suggest({ locationNames: { names: ['Atlantis'] } })).body).toEqual({})
})

test.each([
  [{}, 'REQUEST_PARAMETERS_UNSET'],
  [{ countryCode: 'ZZ', locationNames: { names: ['a'] } }, 'INVALID_COUNTRY_CODE @ country_code'],
  [{ locationNames: { names: words(26) } }, 'LOCATION_NAME_LIMIT @ location_names.names'],
  [{ locationNames: { names: ['x'.repeat(201)] } }, 'LOCATION_NAME_SIZE_LIMIT @ location_names.names[0]'],
])('a location suggestion request with %j is refused', async (body, expected) => {
  expect(listErrors(await suggest(body))).toEqual([`geoTargetConstantSuggestionError.${expected}`])
})
