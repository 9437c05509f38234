// What callers ask for on any day, mixed by chance: reads, changes, mistakes, pages, agents, and some who hang up.

import type { FaultOrder, Sandbox } from '@adrail/sandbox'
import { buildNewestMessage } from '@adrail/server/testing/mcp'
import { type Dispatcher, Pool } from 'undici'
import type { Question } from './crowds.ts'

export interface Everyday {
  /** Makes the next request. */
  next(): Promise<void>
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>
  /** Texts of answers that say that the service itself failed. */
  readonly failures: readonly string[]
  /** Lets go of every connection. */
  rest(): Promise<void>
}

const userId = 'usr_demo_all'
export const everydayReads: readonly Question[] = [
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
const pages = ['/healthz', '/readyz', '/openapi.json', '/docs/errors', '/nowhere', '/connect/nothing']
const mistakes: readonly (readonly [string, string])[] = [
  ['user/get_profile', '{"userId":"usr_nobody"}'],
  ['social/get_campaigns', '{"userId":1}'],
  ['social/get_campaigns', '{"userId"'],
  ['search/create_search_campaign', '{"userId":"usr_demo_all","objective":"TRAFFIC"}'],
  ['user/nothing', '{}'],
]

export function everyday(
  url: string,
  apiKey: string,
  campaigns: readonly string[],
  draw: () => number,
): Everyday {
  let pool = new Pool(url, { connections: 16 })
  const statuses = new Map<number, number>()
  const failures: string[] = []
  const pick = <One>(from: readonly One[]): One => from[Math.floor(draw() * from.length)] as One
  let count = 0

  const send = async (request: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<string> => {
    const answer = await pool.request(request)
    const text = await answer.body.text()
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    // What a platform did is told by other statuses.
    if (answer.statusCode === 500) failures.push(`${request.path} ${text}`)
    return text
  }
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const post = (operation: string, body: string | object, more: Record<string, string> = {}) =>
    send({
      method: 'POST',
      path: `/${operation}`,
      headers: { ...headers, ...more },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  /** How often in a hundred, and what. */
  const shares: readonly (readonly [number, () => Promise<unknown>])[] = [
    [62, () => post(...pick(everydayReads))],
    [
      8,
      () => {
        const body = { userId, campaignId: pick(campaigns), status: pick(['ACTIVE', 'PAUSED']) }
        return post('social/update_campaign_status', body, { 'idempotency-key': `everyday-${++count}` })
      },
    ],
    [12, () => post(...pick(mistakes))],
    [
      3,
      async () => {
        const made = JSON.parse(await post('user/create_user', { name: 'For a moment' }))
        await post('user/delete_user', { userId: made.results.user?.userId ?? '' })
      },
    ],
    [2, () => post('auth/create_link', { userId: 'usr_demo_none', platform: 'SEARCH' })],
    [
      4,
      () => {
        const params = { name: 'user_list_users', arguments: {} }
        const { message, headers: more } = buildNewestMessage('tools/call', params)
        return post('mcp', message, { ...more, accept: 'application/json, text/event-stream' })
      },
    ],
    [7, () => send({ method: 'GET', path: pick(pages), headers: {} })],
    [
      2,
      async () => {
        const hangUp = new AbortController()
        const [operation, body] = pick(everydayReads)
        const asked = pool.request({
          method: 'POST',
          path: `/${operation}`,
          headers,
          body: JSON.stringify(body),
          signal: hangUp.signal,
        })
        setImmediate(() => hangUp.abort())
        await asked.then(({ body }) => body.dump()).catch(() => {})
      },
    ],
  ]

  const hundred = shares.flatMap(([share, make]) => Array<typeof make>(share).fill(make))

  return {
    statuses,
    failures,
    async next() {
      await pick(hundred)()
    },
    async rest() {
      await pool.close()
      pool = new Pool(url, { connections: 16 })
    },
  }
}

/** One request in a hundred meets a platform that fails. */
export function everydayFaults(sandbox: Sandbox, draw: () => number): () => void {
  const pick = <One>(from: readonly One[]): One => from[Math.floor(draw() * from.length)] as One
  return () => {
    // What was met, or never asked for, does not pile up.
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
