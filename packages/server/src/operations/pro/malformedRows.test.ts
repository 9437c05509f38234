// adrail treats a response that is not provably complete as malformed, and never as empty. The tests also
// cover refusals in other forms than those of the sandbox.

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
  ['an empty object', {}],
  ['null', null],
  ['an array', [segment]],
  ['an object with only paging', { paging: { start: 0, count: 100, total: 0 } }],
  ['elements that are not an array', { elements: { 0: segment } }],
  ['an element that is not an object', { elements: ['Readers'] }],
  ['an element without its id', { elements: [{ ...segment, id: undefined }] }],
  ['an element with an invalid id', { elements: [{ ...segment, id: 'urn:li:dmpSegment:' }] }],
])('pro/get_audiences_list returns UPSTREAM_BAD_RESPONSE when LinkedIn responds with %s', async (_, json) => {
  respondWith(json)
  const response = await service.call('pro/get_audiences_list', { userId })
  expectRefusal(response, 'UPSTREAM_BAD_RESPONSE')
})

test('pro/get_audiences_list returns an empty list when LinkedIn responds with an empty array of elements', async () => {
  respondWith({ elements: [] })
  const response = await service.call('pro/get_audiences_list', { userId })
  expect(expectSuccess('pro/get_audiences_list', response).audiences).toEqual([])
})

test.each([
  ['as a path', { input: { inputPath: { fieldPath: '/Campaign/dailyBudget/amount' } } }],
  ['only in its description', { description: "/Campaign/dailyBudget/amount value 2 can't be lower than 10" }],
])('pro/edit_campaign reports the field amount when LinkedIn reports its own field %s', async (_, detail) => {
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
})

test('pro/create_campaign returns UPSTREAM_BAD_RESPONSE for an audience count without elements', async () => {
  between.respondWith((path) => (path.endsWith('/audienceCounts') ? { json: { elements: [] } } : undefined))
  const response = await service.call('pro/create_campaign', { userId, ...minimalProCampaign('Uncounted') })
  expectRefusal(response, 'UPSTREAM_BAD_RESPONSE')
})

test('report/get_report returns UPSTREAM_BAD_RESPONSE for a campaign group without a number in its URN', async () => {
  const json = { elements: [{ id: 'urn:li:sponsoredCampaignGroup:', name: 'Spring', status: 'ACTIVE' }] }
  between.respondWith((path) => (path.endsWith('/adCampaignGroups') ? { json } : undefined))
  const reportBody = { level: 'CAMPAIGN', startDate: '2026-01-01', endDate: '2026-01-14' } as const
  const response = await service.call('report/get_report', { userIds: [userId], ...reportBody })
  const { errors } = expectSuccess('report/get_report', response)
  expect(errors).toMatchObject([{ platform: 'pro', code: 'UPSTREAM_BAD_RESPONSE' }])
})
