import { operations } from '@adrail/contract'
import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useSearch } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'

const search = useSearch()
const { service } = search
const operation = 'search/get_negative_keywords'

const [example] = operations[operation].example.results.negativeKeywords
const { campaignId: brand } = operations[operation].example.body
const listNegatives = async (campaignId: string, pagination = '') =>
  expectSuccess(operation, await service.call(operation, { userId: search.userId, campaignId, pagination }))

async function findCampaignId(wanted: string): Promise<string> {
  const { results } = await service.call('search/get_campaigns', { userId: search.userId })
  return results.campaigns.find(({ name }) => name === wanted)?.id ?? ''
}

test('search/get_negative_keywords lists those of the campaign, then of its ad groups, then of its shared lists [R4.add.search-get_negative_keywords, R4.add.search-get_negative_keywords.results]', async () => {
  const { negativeKeywords } = await listNegatives(await findCampaignId('Garden chairs New York'))
  expect(
    negativeKeywords.map(({ level, text, adGroupName, listName }) => [level, text, adGroupName || listName]),
  ).toEqual([
    ['CAMPAIGN', 'free', ''],
    ['CAMPAIGN', 'plastic', ''],
    ['CAMPAIGN', 'repair', ''],
    ['AD_GROUP', 'office chair', 'Oak chairs'],
    ['AD_GROUP', 'camping chair', 'Folding chairs'],
    ['AD_GROUP', 'beach chair', 'Folding chairs'],
    ['LIST', 'jobs', 'People who look for work'],
    ['LIST', 'salary', 'People who look for work'],
    ['LIST', 'internship', 'People who look for work'],
  ])
  expect((await listNegatives(brand)).negativeKeywords[0]).toEqual(example)
})

test('search/get_negative_keywords pages forward and back across the levels', async () => {
  const negativeKeywords = Array.from({ length: 230 }, (_, index) => ({
    text: `cheap chair ${index}`,
    match_type: 'EXACT' as const,
  }))
  const body = { ...minimalSearchCampaign(search.userId, 'Many negatives'), negativeKeywords }
  const { results } = await service.call('search/create_search_campaign', body)
  const { campaignId } = results
  const first = await listNegatives(campaignId)
  const second = await listNegatives(campaignId, first.pagination.next)
  const third = await listNegatives(campaignId, second.pagination.next)
  const texts = [first, second, third].flatMap((page) => page.negativeKeywords.map(({ text }) => text))
  expect(texts).toEqual(negativeKeywords.map(({ text }) => text))
  expect(third.pagination.next).toBe('')
  const back = await listNegatives(campaignId, third.pagination.previous)
  expect(back.negativeKeywords).toEqual(second.negativeKeywords)
  expect((await listNegatives(campaignId, back.pagination.previous)).negativeKeywords).toEqual(
    first.negativeKeywords,
  )
})

test('search/get_negative_keywords returns an empty list for a campaign without negative keywords', async () => {
  const body = minimalSearchCampaign(search.userId, 'No negatives')
  const { campaignId } = (await service.call('search/create_search_campaign', body)).results
  expect(await listNegatives(campaignId)).toMatchObject({
    negativeKeywords: [],
    pagination: { next: '', previous: '' },
  })
})

test('search/get_negative_keywords returns OBJECT_NOT_FOUND for a campaign that does not exist, and INVALID_CURSOR for a cursor that adrail never issued', async () => {
  const call = (campaignId: string, pagination = '') =>
    service.call(operation, { userId: search.userId, campaignId, pagination })
  expectRefusal(await call('1'), 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  expectRefusal(await call(brand, 'x'), 'INVALID_CURSOR')
})

testOperationCosts('search/get_negative_keywords', { store: 0, upstream: 4 })
