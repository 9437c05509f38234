// adrail never treats missing data as empty: a response that is not provably complete is an error.

import type { OperationName } from '@adrail/contract'
import { beforeAll, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { usePlatformProxy } from '../../../testing/platformProxy.ts'
import { findResultError } from '../../../testing/resultErrors.ts'
import { useService } from '../../../testing/service.ts'
import { minimalSocialCampaign } from '../../../testing/socialCampaign.ts'

const between = await usePlatformProxy()
const service = useService({ environment: { SANDBOX_URL: between.url } })
let userId = ''
beforeAll(async () => {
  userId = await newLinkedUser(service)
})

const only = (end: string, json: unknown) => (path: string) => (path.endsWith(end) ? { json } : undefined)

test.each([
  ['an empty object', {}],
  ['null', null],
  ['a list', []],
  ['data that is not a list', { data: {} }],
  ['rows that are not objects', { data: [null] }],
  ['a row without its id', { data: [{ name: 'x', status: 'ACTIVE' }] }],
  ['a row whose id is an object', { data: [{ id: {}, name: 'x', status: 'ACTIVE' }] }],
])('social/get_leadform_list returns UPSTREAM_BAD_RESPONSE when Meta returns %s', async (_, json) => {
  between.respondWith(only('/leadgen_forms', json))
  expectRefusal(await service.call('social/get_leadform_list', { userId }), 'UPSTREAM_BAD_RESPONSE')
})

test('social/get_leadform_list returns an empty list when Meta returns empty data', async () => {
  between.respondWith(only('/leadgen_forms', { data: [] }))
  const response = await service.call('social/get_leadform_list', { userId })
  expect(expectSuccess('social/get_leadform_list', response).leadForms).toEqual([])
})

test('social/get_ad_sets returns UPSTREAM_BAD_RESPONSE when Meta returns a campaign without its id', async () => {
  between.respondWith(only('/120210000000000011', { account_id: '1001200300400' }))
  const body = { userId, campaignId: '120210000000000011' }
  expectRefusal(await service.call('social/get_ad_sets', body), 'UPSTREAM_BAD_RESPONSE')
})

const thousandAds = '120210000000000099'
const plain = { currencySymbol: '', clientCostAdjustment: { percentage: 0 } }
const month = { startDate: '2025-12-01', endDate: '2025-12-31' }
/** Operations that read several lists in one batch. */
const batched = [
  ['social/get_campaign_insights', () => ({ userId, campaignId: thousandAds, ...plain, ...month })],
  ['social/get_custom_conversions', () => ({ userId, pixelId: '330001', campaignType: 'CONVERSIONS' })],
  ['social/get_campaigns', () => ({ userId, status: 'DELETED' })],
  ['report/get_report', () => ({ userIds: [userId], platforms: ['social'], level: 'CAMPAIGN', ...month })],
  ['social/create_campaign', () => ({ ...minimalSocialCampaign('In a batch'), userId, dryRun: true })],
] as const

test.each(
  batched.flatMap(([operation, bodyOf]) =>
    [
      ['null', () => null],
      ['no entry', () => undefined],
      ['an entry without a body', () => ({ code: 200, headers: [] })],
      ['a null body', () => ({ code: 200, body: 'null' })],
      ['an empty body', () => ({ code: 200, body: '' })],
      ['a list as the body', () => ({ code: 200, body: '[]' })],
    ].map(([what, entry]) => [operation, what, bodyOf, entry] as const),
  ) as [OperationName, string, () => object, () => unknown][],
)(
  '%s returns an upstream error when Meta returns %s for the parts of a batch',
  async (operation, _, bodyOf, entry) => {
    between.alterResponses((response) => {
      if (Array.isArray(response.json))
        response.json = response.json.map(entry).filter((each) => each !== undefined)
    })
    const { results } = await service.call(operation, bodyOf() as never)
    const { code } = findResultError(results) ?? {}
    expect(code, JSON.stringify(results)).toMatch(/^UPSTREAM_(BAD_RESPONSE|TIMEOUT|ERROR)$/)
  },
)

/** Creations by their distinguishing name, with the edge that receives them. */
const creations = {
  video: {
    edge: '/advideos',
    create: (name: string) =>
      service.call('social/upload_video', { userId, url: 'https://media.foxbakery.example/rye.mp4', name }),
  },
  audience: {
    edge: '/customaudiences',
    create: (name: string) =>
      service.call('social/create_leadform_audience', {
        userId,
        name,
        description: '',
        type: 'submit',
        leadFormIds: ['700011'],
      }),
  },
} as const

test.each(['video', 'audience'] as const)(
  'adrail does not create a second %s after a lost response while lookups return malformed responses',
  async (kind) => {
    const { edge, create } = creations[kind]
    const listCreations = () =>
      between.sandbox.requests.effects().filter(({ kind: what }) => what === `${kind}.create`)
    const before = listCreations().length
    const call = `${edge.slice(1)}.create`
    between.sandbox.faults.order({ platform: 'social', call, kind: 'reset', when: 'after' })
    let requestCount = 0
    between.respondWith((path) => (path.endsWith(edge) && ++requestCount > 1 ? { json: {} } : undefined))
    expectRefusal(await create(`Lost ${kind}`), 'OPERATION_PENDING')
    expect(listCreations().length - before).toBe(1)

    between.respondWith(() => undefined)
    expect((await create(`Lost ${kind}`)).results).toMatchObject({ success: true })
    expect(listCreations().length - before).toBe(1)
  },
)
