// Generates mixed traffic at random: reads, changes, invalid requests, pages, MCP calls, and clients that
// disconnect.

import type { FaultOrder, Sandbox } from '@adrail/sandbox'
import { buildNewestMessage } from '@adrail/server/testing/mcp'
import { type Dispatcher, Pool } from 'undici'
import type { OperationCall } from './clientLoad.ts'

export interface MixedTraffic {
  /** Sends the next random request. */
  sendNext(): Promise<void>
  /** Counts the responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Texts of responses that report a failure of the service itself. */
  readonly failures: readonly string[]
  /** Closes every connection. Later requests open new ones. */
  reconnect(): Promise<void>
}

const userId = 'usr_demo_all'
export const sampleReads: readonly OperationCall[] = [
  ['social/get_campaigns', { userId }],
  ['social/get_page_posts', { userId, platform: 'SOCIAL_A' }],
  ['social/get_ads', { userId, campaignId: '120210000000000011' }],
  ['search/get_campaigns', { userId }],
  ['search/get_ad_groups', { userId, campaignId: '21894430548' }],
  ['pro/get_campaigns', { userId }],
  ['pro/get_audiences_list', { userId }],
  ['user/get_profile', { userId }],
  ['user/list_users', {}],
  ['event/list_events', {}],
  ['operation/list_operations', {}],
  ['campaign/list_campaigns', {}],
]
const paths = ['/healthz', '/readyz', '/openapi.json', '/docs/errors', '/nowhere', '/connect/nothing']
const invalidRequests: readonly (readonly [string, string])[] = [
  ['user/get_profile', '{"userId":"usr_nobody"}'],
  ['social/get_campaigns', '{"userId":1}'],
  ['social/get_campaigns', '{"userId"'],
  ['search/create_search_campaign', '{"userId":"usr_demo_all","objective":"TRAFFIC"}'],
  ['user/nothing', '{}'],
]

export function createMixedTraffic(
  url: string,
  apiKey: string,
  campaigns: readonly string[],
  random: () => number,
): MixedTraffic {
  let pool = new Pool(url, { connections: 16 })
  const statuses = new Map<number, number>()
  const failures: string[] = []
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)] as One
  let count = 0

  const send = async (request: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<string> => {
    const response = await pool.request(request)
    const text = await response.body.text()
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
    // Failures of a platform have other statuses than 500.
    if (response.statusCode === 500) failures.push(`${request.path} ${text}`)
    return text
  }
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const post = (operation: string, body: string | object, extraHeaders: Record<string, string> = {}) =>
    send({
      method: 'POST',
      path: `/${operation}`,
      headers: { ...headers, ...extraHeaders },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  /** The weight of each kind of request, in percent. */
  const weightedRequests: readonly (readonly [number, () => Promise<unknown>])[] = [
    [62, () => post(...pick(sampleReads))],
    [
      8,
      () => {
        const body = { userId, campaignId: pick(campaigns), status: pick(['ACTIVE', 'PAUSED']) }
        return post('social/update_campaign_status', body, { 'idempotency-key': `everyday-${++count}` })
      },
    ],
    [12, () => post(...pick(invalidRequests))],
    [
      3,
      async () => {
        const created = JSON.parse(await post('user/create_user', { name: 'For a moment' }))
        await post('user/delete_user', { userId: created.results.user?.userId ?? '' })
      },
    ],
    [2, () => post('auth/create_link', { userId: 'usr_demo_none', platform: 'SEARCH' })],
    [
      4,
      () => {
        const params = { name: 'user_list_users', arguments: {} }
        const { message, headers: mcpHeaders } = buildNewestMessage('tools/call', params)
        return post('mcp', message, { ...mcpHeaders, accept: 'application/json, text/event-stream' })
      },
    ],
    [7, () => send({ method: 'GET', path: pick(paths), headers: {} })],
    [
      2,
      async () => {
        const abortController = new AbortController()
        const [operation, body] = pick(sampleReads)
        const pendingRequest = pool.request({
          method: 'POST',
          path: `/${operation}`,
          headers,
          body: JSON.stringify(body),
          signal: abortController.signal,
        })
        setImmediate(() => abortController.abort())
        await pendingRequest.then(({ body }) => body.dump()).catch(() => {})
      },
    ],
  ]

  const requestsByPercent = weightedRequests.flatMap(([percent, sendRequest]) =>
    Array<typeof sendRequest>(percent).fill(sendRequest),
  )

  return {
    statuses,
    failures,
    async sendNext() {
      await pick(requestsByPercent)()
    },
    async reconnect() {
      await pool.close()
      pool = new Pool(url, { connections: 16 })
    },
  }
}

/** Returns a function that injects one random platform fault. Callers use it for one request in a hundred. */
export function createFaultInjector(sandbox: Sandbox, random: () => number): () => void {
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)] as One
  return () => {
    // Cancelling removes faults that occurred or that no call reached, so that faults do not accumulate.
    sandbox.faults.cancel()
    const order: FaultOrder = {
      platform: pick(['social', 'search', 'pro']),
      call: '*',
      when: pick(['before', 'after']),
      ...pick([
        { kind: 'status', status: 503 },
        { kind: 'reset' },
        { kind: 'truncate' },
        { kind: 'garbage' },
        { kind: 'html' },
        { kind: 'rate_limit', retryAfterSeconds: 1 },
        { kind: 'stall', milliseconds: 300 },
      ] as const),
    }
    sandbox.faults.order(order)
  }
}
