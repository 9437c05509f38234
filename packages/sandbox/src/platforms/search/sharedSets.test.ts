import { expect, test } from 'vitest'
import { foxCustomerId, listErrors, type SearchRow, useSearch } from '../../../testing/search.ts'

const search = useSearch()
const root = `customers/${foxCustomerId}`

const list = (changes: object = {}) => ({
  sharedSetOperation: {
    create: {
      resourceName: `${root}/sharedSets/-1`,
      name: 'Too cheap',
      type: 'NEGATIVE_KEYWORDS',
      ...changes,
    },
  },
})
const member = (text: string, matchType = 'PHRASE') => ({
  sharedCriterionOperation: {
    create: { sharedSet: `${root}/sharedSets/-1`, keyword: { text, matchType } },
  },
})

test('a shared list of negative keywords is created, linked to a campaign, read and emptied', async () => {
  const [{ campaign }] = await search.query('SELECT campaign.id FROM campaign LIMIT 1')
  const link = {
    campaignSharedSetOperation: {
      create: { campaign: campaign.resourceName, sharedSet: `${root}/sharedSets/-1` },
    },
  }
  const reply = await search.mutate([list(), member('free'), member('used', 'EXACT'), link])
  expect(reply.status).toBe(200)
  const names = reply.body.mutateOperationResponses.map(
    (response: SearchRow) => Object.values<SearchRow>(response)[0].resourceName,
  )
  const [sharedSet] = await search.query(
    `SELECT shared_set.id, shared_set.name, shared_set.member_count, shared_set.reference_count, campaign.id
     FROM campaign_shared_set WHERE campaign.id = ${campaign.id} AND shared_set.name = 'Too cheap'`,
  )
  expect(sharedSet.sharedSet).toMatchObject({
    resourceName: names[0],
    name: 'Too cheap',
    memberCount: '2',
    referenceCount: '1',
  })
  const readKeywords = async () =>
    await search.query(
      `SELECT shared_criterion.criterion_id, shared_criterion.keyword.text, shared_criterion.keyword.match_type
       FROM shared_criterion WHERE shared_set.id = ${sharedSet.sharedSet.id}`,
    )
  expect((await readKeywords()).map((row: SearchRow) => row.sharedCriterion.keyword)).toEqual([
    { text: 'free', matchType: 'PHRASE' },
    { text: 'used', matchType: 'EXACT' },
  ])
  expect(listErrors(await search.mutate([{ sharedSetOperation: { remove: names[0] } }]))).toEqual([
    'sharedSetError.SHARED_SET_IN_USE @ mutate_operations[0].shared_set_operation.remove',
  ])
  const removed = await search.mutate([{ sharedCriterionOperation: { remove: names[1] } }])
  expect(removed.status).toBe(200)
  expect((await readKeywords()).length).toBe(1)
})

test.each([
  [
    'another type of list',
    [list({ type: 'BRANDS' })],
    'sharedSetError.CUSTOMER_CANNOT_CREATE_SHARED_SET_OF_THIS_TYPE @ mutate_operations[0].shared_set_operation.create.type',
  ],
  [
    'the name of another list',
    [list({ name: 'People who look for work' })],
    'sharedSetError.DUPLICATE_NAME @ mutate_operations[0].shared_set_operation.create.name',
  ],
  [
    'a keyword that the list has',
    [list(), member('free'), member('Free')],
    'mutateError.RESOURCE_ALREADY_EXISTS @ mutate_operations[2].shared_criterion_operation.create.keyword.text',
  ],
  [
    'a keyword with an invalid character',
    [list(), member('fr[ee')],
    'criterionError.KEYWORD_HAS_INVALID_CHARS @ mutate_operations[1].shared_criterion_operation.create.keyword.text',
  ],
])('a shared list with %s is refused', async (_, operations, error) => {
  expect(listErrors(await search.mutate(operations))).toEqual([error])
})

test('keywords have bids, quality scores and the decision of the review', async () => {
  const rows = await search.query(
    `SELECT ad_group_criterion.keyword.text, ad_group_criterion.approval_status, ad_group_criterion.primary_status,
       ad_group_criterion.disapproval_reasons, ad_group_criterion.quality_info.quality_score,
       ad_group_criterion.effective_cpc_bid_micros
     FROM ad_group_criterion WHERE ad_group_criterion.type = KEYWORD AND ad_group_criterion.negative = false`,
  )
  const find = (text: string) =>
    rows.find(({ adGroupCriterion }: SearchRow) => adGroupCriterion.keyword.text === text)?.adGroupCriterion
  expect(find('garden chair oak')).toMatchObject({
    approvalStatus: 'DISAPPROVED',
    primaryStatus: 'NOT_ELIGIBLE',
    disapprovalReasons: ['TRADEMARKS'],
  })
  expect(find('fox garden shop')).toMatchObject({
    effectiveCpcBidMicros: '1200000',
    primaryStatus: 'ELIGIBLE',
  })
  expect(find('fox garden').effectiveCpcBidMicros).toBe('800000')
  const scores = rows.map(({ adGroupCriterion }: SearchRow) => adGroupCriterion.qualityInfo?.qualityScore)
  expect(scores.filter((score: unknown) => score !== undefined).length).toBeGreaterThan(3)
})
