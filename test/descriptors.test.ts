// Compares the service's requests to Google Ads strictly with the platform's protocol descriptors. The test
// records every request of every operation.

import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { type Sandbox, startSandbox } from '@adrail/sandbox'
import { validateSearchMessage } from '@adrail/sandbox/testing'
import {
  minimalSearchCampaign,
  newLinkedUser,
  startTestService,
  type TestService,
} from '@adrail/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Recorded {
  readonly path: string
  readonly body: string
}

let sandbox: Sandbox
let proxy: Server
let service: TestService
let userId: string
const recorded: Recorded[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ clock: '2026-01-15T12:00:00Z' })
  proxy = createServer((incoming, outgoing) => void forward(incoming, outgoing))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const SANDBOX_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  service = await startTestService({ databaseUrl: '', environment: { SANDBOX_URL } })
  userId = await newLinkedUser(service, { platform: 'SEARCH', accountId: '4823109756', pageId: '' })
})
afterAll(async () => {
  await service?.stop()
  proxy?.closeAllConnections()
  proxy?.close()
  await sandbox?.close()
})

/** Forwards a request to the sandbox byte for byte, and records the body of a platform call. */
async function forward(
  incoming: IncomingMessage,
  outgoing: Parameters<NonNullable<Parameters<typeof createServer>[1]>>[1],
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const { url = '', method = 'GET', headers } = incoming
  if (url.startsWith('/large/')) {
    outgoing.end(largeImage(Number(url.slice(7))))
    return
  }
  if (url.startsWith('/v25/') && method === 'POST') recorded.push({ path: url, body: body.toString() })
  const onward = request(`${sandbox.url}${url}`, { method, headers })
  onward.end(body)
  const [response] = (await once(onward, 'response')) as [IncomingMessage]
  outgoing.writeHead(response.statusCode ?? 502, response.headers)
  response.pipe(outgoing)
}

/** Returns four megabytes that start with the header of a square picture. */
function largeImage(number: number): Buffer {
  const bytes = Buffer.alloc(4 * 1024 * 1024, number)
  bytes.write('89504e470d0a1a0a0000000d494844520000012c0000012c08', 'hex')
  return bytes
}

const types: readonly (readonly [RegExp, string])[] = [
  [/\/googleAds:search$/, 'services.SearchGoogleAdsRequest'],
  [/\/googleAds:mutate$/, 'services.MutateGoogleAdsRequest'],
  [/:generateKeywordIdeas$/, 'services.GenerateKeywordIdeasRequest'],
  [/geoTargetConstants:suggest$/, 'services.SuggestGeoTargetConstantsRequest'],
]

const minimalBody = minimalSearchCampaign('', 'Least')
const pins = { headlineIndexToPinFirstSlot: 1, descriptionIndexToPinFirstSlot: 0 }
const campaign = { ...minimalBody, ads: minimalBody.ads.map((ad) => ({ ...ad, ...pins })) }
const everything = () => ({
  ...campaign,
  objective: 'CONVERSION',
  campaignName: 'Everything',
  dailyBudget: '25.50',
  endDate: '2030-04-30',
  negativeKeywords: [{ text: 'free', match_type: 'BROAD' }],
  proximityTargeting: [
    {
      radius_units: 'MILES',
      radius: 15.5,
      longitude_in_micro_degrees: -73_985_100,
      latitude_in_micro_degrees: 40_748_400,
    },
  ],
  negativeLocations: ['1022762'],
  geo_target_type: 'PRESENCE_OR_INTEREST',
  languages: ['en', 'de'],
  conversionEvents: ['PURCHASE'],
  phoneNumber: '(212) 555-0147',
  phoneNumberCountryCode: 'US',
  leadFormAssetId: '88001122',
  images: [`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/_media/image/garden-300x300.png`],
  utmParams: 'utm_source=search',
  locationGroupId: '77001',
})
const leadForm = {
  name: 'Garden plan',
  headline: 'Get a garden plan',
  description: 'We will call you back.',
  privacy_policy_url: 'https://shop.example/privacy',
  call_to_action_type: 'GET_QUOTE',
  call_to_action_description: 'Free plan',
  input_fields: ['FULL_NAME', 'EMAIL', 'COMPANY_SIZE'],
}

/** Bodies that send more fields than the example of their operation. */
const fullerBodies: readonly (readonly [OperationName, () => object])[] = [
  ['search/search_locations', () => ({ query: 'Austin', countryCode: 'US', locale: 'de' })],
  ['search/get_campaigns', () => ({ status: 'ACTIVE' })],
  ['search/generate_keyword_ideas', () => ({ keyword: 'chairs', languageId: 'de', locationIds: ['2276'] })],
  ['search/create_search_campaign', () => campaign],
  ['search/create_search_campaign', () => ({ ...everything(), campaignName: 'Rehearsed', dryRun: true })],
  ['search/create_search_campaign', everything],
  ['search/create_lead_form', () => leadForm],
  ['search/create_location_group', () => ({ locationAssetIds: ['55010001', '55010003'] })],
  ['search/update_campaign_status', () => ({ campaignId: '21894430548', status: 'PAUSED' })],
  ['search/update_campaign_status', () => ({ campaignId: '21894430685', status: 'DELETED' })],
  ['search/edit_campaign', () => ({ campaignId: '21894430548', amount: 30 })],
]

const others = operationNames
  .filter((name) => name.startsWith('search/') && !fullerBodies.some(([named]) => named === name))
  .map((name) => [name, () => declarationOf(name).example.body] as const)
const bodies = [...others, ...fullerBodies]

test.each(bodies.map(([name, body], index) => ({ name, body, index })))(
  '$name sends only messages that match the descriptors of Google Ads ($index)',
  async ({ name, body }) => {
    // adrail caches catalogs for a day, so advancing the clock makes each body load its own.
    service.clock.advance(25 * 3_600_000)
    recorded.length = 0
    const user = name === 'search/generate_keyword_ideas' ? {} : { userId }
    const response = await service.call(name, { ...body(), ...user } as never)
    expect(response.results, JSON.stringify(response.results)).toMatchObject({ success: true })
    expect(recorded).not.toEqual([])
    for (const { path, body } of recorded) {
      const type = types.find(([form]) => form.test(path))?.[1] ?? ''
      expect(type, path).not.toBe('')
      expect(validateSearchMessage(type, JSON.parse(body), 'request')).toEqual([])
    }
  },
)

test('search/create_search_campaign uploads images before the campaign when they are too large for its request', async () => {
  recorded.length = 0
  const { port } = proxy.address() as AddressInfo
  const images = [1, 2, 3, 4, 5].map((number) => `http://127.0.0.1:${port}/large/${number}`)
  const body = { ...campaign, userId, campaignName: 'Large', images }
  const dryRunResponse = await service.call('search/create_search_campaign', {
    ...body,
    dryRun: true,
  } as never)
  expect(dryRunResponse.results).toMatchObject({ success: true })
  expect(dryRunResponse.results['plan']).toMatchObject([
    { step: 'upload' },
    { step: 'upload' },
    { step: 'create' },
    { step: 'enable' },
  ])
  const response = await service.call('search/create_search_campaign', body as never)
  expect(response.results, JSON.stringify(response.results)).toMatchObject({ success: true })
  const mutates = recorded.filter(({ path }) => path.endsWith(':mutate')).map((sent) => JSON.parse(sent.body))
  const done = mutates.filter(({ validateOnly }) => !validateOnly)
  const links = done.flatMap(({ mutateOperations }) =>
    mutateOperations.filter(
      (operation: { campaignAssetOperation?: { create: { fieldType: string } } }) =>
        operation.campaignAssetOperation?.create.fieldType === 'AD_IMAGE',
    ),
  )
  expect(done.map(({ mutateOperations }) => Object.keys(mutateOperations[0])[0])).toEqual([
    'assetOperation',
    'assetOperation',
    'campaignBudgetOperation',
    'campaignOperation',
  ])
  expect(links).toHaveLength(5)
  for (const sent of mutates)
    expect(validateSearchMessage('services.MutateGoogleAdsRequest', sent, 'request')).toEqual([])
})
