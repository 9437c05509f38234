// adrail never treats missing data as empty: a response that is not provably complete is an error.

import { beforeAll, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { usePlatformProxy } from '../../../testing/platformProxy.ts'
import { newSearchUser } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import { useService } from '../../../testing/service.ts'

const between = await usePlatformProxy()
const service = useService({ environment: { SANDBOX_URL: between.url } })
let userId: string
beforeAll(async () => {
  userId = await newSearchUser(service)
})
const badResponse = 'UPSTREAM_BAD_RESPONSE'
const fieldMask = 'asset.id,asset.name'
const form = { id: '1', leadFormAsset: { businessName: 'b', headline: 'h', description: 'd' } }

test.each([
  ['an empty object', {}],
  ['null', null],
  ['a list', [{ fieldMask }]],
  ['rows without a field mask', { results: [{ asset: form }] }],
  ['rows that are not a list', { fieldMask, results: { asset: form } }],
  ['rows that are not objects', { fieldMask, results: [null] }],
  ['a row without its resource', { fieldMask, results: [{}] }],
  ['a row without its id', { fieldMask, results: [{ asset: { ...form, id: undefined } }] }],
  ['a row whose id is an object', { fieldMask, results: [{ asset: { ...form, id: {} } }] }],
])('search/get_lead_forms returns UPSTREAM_BAD_RESPONSE when Google Ads returns %s', async (_, json) => {
  between.respondWith((path) => (path.endsWith(':search') ? { json } : undefined))
  expectRefusal(await service.call('search/get_lead_forms', { userId }), badResponse)
})

test('search/get_lead_forms returns an empty list when Google Ads returns only the field mask', async () => {
  between.respondWith((path) => (path.endsWith(':search') ? { json: { fieldMask } } : undefined))
  const response = await service.call('search/get_lead_forms', { userId })
  expect(expectSuccess('search/get_lead_forms', response).leadFormInfo).toEqual([])
})

test.each([
  ['search/search_locations', ':suggest', { geoTargetConstantSuggestions: [{}] }],
  ['search/search_locations', ':suggest', { status: 'ok', message: 'Welcome' }],
  ['search/generate_keyword_ideas', ':generateKeywordIdeas', { results: [{}] }],
  ['search/generate_keyword_ideas', ':generateKeywordIdeas', { status: 'ok', message: 'Welcome' }],
] as const)('%s returns UPSTREAM_BAD_RESPONSE when %s returns %j', async (operation, end, json) => {
  between.respondWith((path) => (path.endsWith(end) ? { json } : undefined))
  const bodies = {
    'search/search_locations': { userId, query: 'Austin' },
    'search/generate_keyword_ideas': { keyword: 'chairs' },
  }
  expectRefusal(await service.call(operation, bodies[operation]), badResponse)
})

/** Creations by their distinguishing name. */
const creations = {
  form: (name: string) =>
    service.call('search/create_lead_form', {
      userId,
      name,
      headline: 'Get a garden plan',
      description: 'We call you back.',
      privacy_policy_url: 'https://shop.example/privacy',
      call_to_action_type: 'GET_QUOTE',
      call_to_action_description: 'Free plan',
      input_fields: ['EMAIL'],
    }),
  campaign: (name: string) =>
    service.call('search/create_search_campaign', {
      ...minimalSearchCampaign(userId, name),
      status: 'PAUSED',
    }),
}
const kinds = ['form', 'campaign'] as const

test.each(kinds)(
  'adrail does not create a second %s after a lost response while lookups return malformed responses',
  async (kind) => {
    const create = () => creations[kind](`Lost ${kind}`)
    between.sandbox.faults.order({
      platform: 'search',
      call: 'googleAds:mutate',
      kind: 'reset',
      when: 'after',
    })
    let sent = 0
    between.respondWith((path) => {
      if (path.endsWith(':mutate')) sent += 1
      return sent > 0 && path.endsWith(':search') ? { json: {} } : undefined
    })
    expect((await create()).results).toMatchObject({ success: false, code: 'OPERATION_PENDING' })
    expect(sent).toBe(1)

    between.respondWith((path) => {
      if (path.endsWith(':mutate')) sent += 1
      return undefined
    })
    expect((await create()).results).toMatchObject({ success: true })
    expect(sent).toBe(1)
  },
)

test.each(kinds)(
  'adrail looks up a created %s and does not resend the creation when its response is incomplete',
  async (kind) => {
    let sent = 0
    between.respondWith((path) => {
      if (!path.endsWith(':mutate')) return undefined
      sent += 1
      return { json: { mutateOperationResponses: [] }, isForwarded: true }
    })
    expect((await creations[kind](`Nameless ${kind}`)).results).toMatchObject({ success: true })
    expect(sent).toBe(1)
  },
)
