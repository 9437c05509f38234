// "Missing" is never taken for "empty": what does not prove itself whole is no answer. And refusals in other forms than the
// sandbox gives them.

import { beforeAll, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { usePlatformProxy } from '../../../testing/platformProxy.ts'
import { minimalProCampaign } from '../../../testing/proCampaign.ts'
import { newProUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const between = await usePlatformProxy()
const service = useService({ environment: { SANDBOX_URL: between.url } })
let userId: string
beforeAll(async () => {
  userId = await newProUser(service)
})
const segment = { id: 1, name: 'Readers', type: 'USER', account: 'urn:li:sponsoredAccount:512345678' }
const respondWith = (json: unknown) =>
  between.respondWith((path) => (path.endsWith('/dmpSegments') ? { json } : undefined))

test.each([
  ['nothing', {}],
  ['null', null],
  ['a list', [segment]],
  ['paging alone', { paging: { start: 0, count: 100, total: 0 } }],
  ['elements that are no list', { elements: { 0: segment } }],
  ['an element that is no object', { elements: ['Readers'] }],
  ['an element without its id', { elements: [{ ...segment, id: undefined }] }],
  ['an element with an id that is none', { elements: [{ ...segment, id: 'urn:li:dmpSegment:' }] }],
])('pro/get_audiences_list does not take %s for an answer', async (_, json) => {
  respondWith(json)
  const response = await service.call('pro/get_audiences_list', { userId })
  expectRefusal(response, 'UPSTREAM_BAD_RESPONSE')
})

test('pro/get_audiences_list knows an empty list by its elements', async () => {
  respondWith({ elements: [] })
  const response = await service.call('pro/get_audiences_list', { userId })
  expect(expectSuccess('pro/get_audiences_list', response).audiences).toEqual([])
})

test.each([
  ['by its path', { input: { inputPath: { fieldPath: '/Campaign/dailyBudget/amount' } } }],
  ['in its sentence alone', { description: "/Campaign/dailyBudget/amount value 2 can't be lower than 10" }],
])(
  'a refusal is told by the member of the request, where the platform names its own %s',
  async (_, detail) => {
    between.alterResponses((passing) => {
      if (JSON.stringify(passing.json).includes('FIELD_VALUE_TOO_LOW'))
        passing.json = {
          status: 400,
          code: 'FIELD_VALUE_TOO_LOW',
          message: 'too low',
          errorDetails: { inputErrors: [{ code: 'FIELD_VALUE_TOO_LOW', ...detail }] },
        }
    })
    const body = { userId, campaignId: '640118012', amount: 4 }
    expectRefusal(await service.call('pro/edit_campaign', body), 'BUDGET_TOO_LOW', { field: 'amount' })
  },
)

test('pro/create_campaign does not take an empty list for a count of the audience', async () => {
  between.respondWith((path) => (path.endsWith('/audienceCounts') ? { json: { elements: [] } } : undefined))
  const response = await service.call('pro/create_campaign', { userId, ...minimalProCampaign('Uncounted') })
  expectRefusal(response, 'UPSTREAM_BAD_RESPONSE')
})

test('report/get_report does not take an object without a number for one with a name', async () => {
  const json = { elements: [{ id: 'urn:li:sponsoredCampaignGroup:', name: 'Spring', status: 'ACTIVE' }] }
  between.respondWith((path) => (path.endsWith('/adCampaignGroups') ? { json } : undefined))
  const reportBody = { level: 'CAMPAIGN', startDate: '2026-01-01', endDate: '2026-01-14' } as const
  const response = await service.call('report/get_report', { userIds: [userId], ...reportBody })
  const { errors } = expectSuccess('report/get_report', response)
  expect(errors).toMatchObject([{ platform: 'pro', code: 'UPSTREAM_BAD_RESPONSE' }])
})
