// T14: no address that a caller names for events or pictures leads the service into its own network.
// packages/server/src/platforms/connector-kit/publicFetch.test.ts covers redirects, oversized responses and
// every special address.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { declarationOf } from '@adrail/contract'
import {
  createSandboxAdmin,
  hostileUrls,
  newLinkedUser,
  newUser,
  useReceiver,
  useService,
} from '@adrail/server/testing'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proofTimeoutMs, reportProof } from './proofRun.ts'

/** The addresses that the name servers return at the moment. */
let resolvedAddresses: readonly string[] = []
const service = useService({
  environment: {
    ADRAIL_PRO: 'live',
    PRO_CLIENT_ID: 'app',
    PRO_CLIENT_SECRET: 'secret',
    PUBLIC_URL: 'https://ads.example',
    ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  },
  resolve: async () => resolvedAddresses,
})

const receiver = useReceiver()

/** Every connection that this process opens, except those to the service itself and to the platforms. */
const connects: string[] = []
const recordConnection = (message: unknown) => {
  // The message of this undici channel: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel.md.
  const { connectParams } = message as { connectParams: { host: string } }
  const ownHosts = [service.url, service.app.sandbox?.url ?? ''].map((url) => new URL(url).host)
  if (!ownHosts.includes(connectParams.host)) connects.push(connectParams.host)
}
beforeAll(() => subscribe('undici:client:beforeConnect', recordConnection))
afterAll(() => unsubscribe('undici:client:beforeConnect', recordConnection))
beforeEach(() => {
  connects.length = 0
})

test('the recorder of connections records a connection to the receiver', async () => {
  await request(`${receiver.url}/seen`, { method: 'POST', body: '{}' })
  expect(connects).toEqual([new URL(receiver.url).host])
})

const create = (url: string) => service.call('webhook/create_endpoint', { url })

test('webhook/create_endpoint refuses every URL that is not public while a platform is live', async () => {
  resolvedAddresses = ['93.184.216.34']
  for (const url of [
    ...hostileUrls,
    'http://localhost:3000/hooks',
    'http://127.0.0.1:3000/',
    'http://[::1]/',
  ]) {
    const { results } = await create(url)
    expect({ url, field: results['field'] }).toEqual({ url, field: 'url' })
    expect(results['code']).toMatch(/^(INVALID_FIELD|ENDPOINT_URL_NOT_ALLOWED)$/)
  }
  expect(connects).toEqual([])
})

test.each([
  ['a private address', ['10.1.2.3']],
  ['this machine', ['127.0.0.1']],
  ['an IPv4-mapped address', ['::ffff:169.254.169.254']],
  ['a public and a private address', ['93.184.216.34', '192.168.0.1']],
  ['no address', []],
])(
  'a name that resolves to %s is refused when an endpoint is created, tested and sent to',
  async (_, addresses) => {
    resolvedAddresses = addresses
    expect((await create('https://hooks.example/')).results['code']).toBe('ENDPOINT_URL_NOT_ALLOWED')

    resolvedAddresses = ['93.184.216.34']
    const { endpointId } = (await create('https://hooks.example/')).results.endpoint
    resolvedAddresses = addresses
    const tested = await service.call('webhook/test_endpoint', { endpointId })
    expect(tested.results).toMatchObject({
      delivered: false,
      status: 0,
      problem: 'adrail may not send events to this URL.',
    })
    await service.call('user/delete_user', { userId: await newUser(service) })
    await service.app.dispatcher.drain()
    const { deliveries } = (await service.call('webhook/list_deliveries', { endpointId })).results
    expect(deliveries).toMatchObject([
      { state: 'pending', attempts: 1, problem: 'adrail may not send events to this URL.' },
    ])
    await service.call('webhook/delete_endpoint', { endpointId })
    expect(connects).toEqual([])
  },
)

/** Addresses that a hostile name server returns for a name, at once or after other addresses. */
const hostileAddresses = [['10.1.2.3'], ['127.0.0.1'], ['::1'], ['::ffff:169.254.169.254'], ['fd00:ec2::254']]

test(
  'search/create_search_campaign fetches no image from an address that is not public, nor from a name that resolves to one',
  async () => {
    const uri = 'https://ads.example/connect/callback/search'
    await createSandboxAdmin(service).callAdmin('POST', 'redirect-uris', { uri })
    const userId = await newLinkedUser(service, { platform: 'SEARCH' })
    const { example } = declarationOf('search/create_search_campaign')
    const fetchFrom = async (url: string) => {
      const body = { ...example.body, userId, images: [url], dryRun: true }
      const { results } = JSON.parse((await service.post('search/create_search_campaign', body)).text)
      expect({ url, success: results.success, field: results.field }).toEqual({
        url,
        success: false,
        field: expect.stringMatching(/^images/),
      })
    }
    resolvedAddresses = ['93.184.216.34']
    for (const url of hostileUrls) await fetchFrom(url)
    for (const addresses of hostileAddresses) {
      resolvedAddresses = addresses
      for (const name of ['img.127.0.0.1.nip.io', 'localtest.me', 'xn--fsq.example'])
        await fetchFrom(`https://${name}/a.png`)
    }
    expect(connects).toEqual([])
    reportProof('T14', {
      addresses: 2 * hostileUrls.length,
      names: 3 * hostileAddresses.length,
      connections: connects.length,
    })
  },
  proofTimeoutMs,
)

test('webhook/update_endpoint refuses a URL that is not public', async () => {
  resolvedAddresses = ['93.184.216.34']
  const { endpointId } = (await create('https://hooks.example/')).results.endpoint
  const { results } = await service.call('webhook/update_endpoint', { endpointId, url: 'https://10.0.0.1/' })
  expect(results['code']).toBe('ENDPOINT_URL_NOT_ALLOWED')
  await service.call('webhook/delete_endpoint', { endpointId })
  expect(connects).toEqual([])
})
