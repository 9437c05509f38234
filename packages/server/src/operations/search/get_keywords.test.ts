import { operations } from '@adrail/contract'
import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { gardenShop, postToPlatform, useSearch } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'

const search = useSearch()
const { service, sandbox } = search
const operation = 'search/get_keywords'

const [example] = operations[operation].example.results.keywords
const { campaignId: brand } = operations[operation].example.body
const listKeywords = async (campaignId: string, more: { pagination?: string } = {}) =>
  expectSuccess(operation, await service.call(operation, { userId: search.userId, campaignId, ...more }))

async function findCampaignId(wanted: string): Promise<string> {
  const { results } = await service.call('search/get_campaigns', { userId: search.userId })
  return results.campaigns.find(({ name }) => name === wanted)?.id ?? ''
}

test('search/get_keywords lists the keywords of a campaign with bid, score and review, in one call [R4.add.search-get_keywords, R4.add.search-get_keywords.results]', async () => {
  await sandbox.clearRequests()
  const { keywords, pagination } = await listKeywords(brand)
  expect((await sandbox.requests()).map(({ call }) => call)).toEqual(['googleAds:search'])
  expect(keywords[0]).toEqual(example)
  expect(keywords.map(({ bidAmount, effectiveBidAmount }) => [bidAmount, effectiveBidAmount])).toEqual([
    ['1.20', '1.20'],
    ['', '0.80'],
    ['', '0.80'],
  ])
  expect(pagination).toEqual({ next: '', previous: '' })
})

test('search/get_keywords returns the reasons why a keyword was rejected, and no negative keywords', async () => {
  const { keywords } = await listKeywords(await findCampaignId('Garden chairs New York'))
  expect(keywords.find(({ text }) => text === 'garden chair oak')).toMatchObject({
    effectiveStatus: 'NOT_ELIGIBLE',
    review: { status: 'REJECTED', reasons: [{ code: 'TRADEMARKS', text: '' }] },
  })
  expect(keywords.map(({ text }) => text)).not.toContain('office chair')
})

test('search/get_keywords pages forward and back over the keywords of several ad groups, and rejects a cursor of another list', async () => {
  const { results } = await service.call(
    'search/create_search_campaign',
    minimalSearchCampaign(search.userId, 'Many keywords'),
  )
  const { campaignId, adGroupId, adGroupResourceName } = results
  const secondGroup = `customers/${gardenShop}/adGroups/-1`
  const toKeyword = (adGroup: string) => (_: unknown, index: number) => ({
    adGroupCriterionOperation: {
      create: { adGroup, keyword: { text: `chair number ${index}`, matchType: 'EXACT' } },
    },
  })
  await postToPlatform(service, 'googleAds:mutate', {
    mutateOperations: [
      {
        adGroupOperation: {
          create: {
            resourceName: secondGroup,
            name: 'Second',
            campaign: results.campaignResourceName,
            status: 'ENABLED',
            type: 'SEARCH_STANDARD',
          },
        },
      },
      ...Array.from({ length: 120 }, toKeyword(adGroupResourceName)),
      ...Array.from({ length: 95 }, toKeyword(secondGroup)),
    ],
  })
  const pages = [await listKeywords(campaignId)]
  for (let { next } = pages[0]?.pagination ?? { next: '' }; next !== ''; ) {
    const page = await listKeywords(campaignId, { pagination: next })
    pages.push(page)
    next = page.pagination.next
  }
  expect(pages.map(({ keywords }) => keywords.length)).toEqual([100, 100, expect.any(Number)])
  const all = pages.flatMap(({ keywords }) => keywords)
  expect(new Set(all.map((keyword) => `${keyword.adGroupId} ${keyword.id}`)).size).toBe(all.length)
  expect(all.filter((keyword) => keyword.adGroupId !== adGroupId).length).toBe(95)
  const previous = pages[2]?.pagination.previous ?? ''
  const back = await listKeywords(campaignId, { pagination: previous })
  expect(back.keywords).toEqual(pages[1]?.keywords)
  const first = await listKeywords(campaignId, { pagination: back.pagination.previous })
  expect(first.keywords).toEqual(pages[0]?.keywords)
  expect(first.pagination.previous).toBe('')
  const pagination = pages[0]?.pagination.next ?? ''
  expectRefusal(
    await service.call(operation, { userId: search.userId, campaignId: brand, pagination }),
    'INVALID_CURSOR',
  )
})

test.each(['1', '171330098685'])(
  'search/get_keywords returns OBJECT_NOT_FOUND for %s, which is no campaign',
  async (campaignId) => {
    const response = await service.call(operation, { userId: search.userId, campaignId })
    expectRefusal(response, 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  },
)

testOperationCosts('search/get_keywords', { store: 0, upstream: 1 })
