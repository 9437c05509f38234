// T44 sends every header, path, query, operation text, MCP argument and other body at its maximum length,
// filled with patterns that make parsers backtrack. The proof measures CPU time between two iterations of the
// event loop, which other work on the machine does not increase.

import { declarationOf, listOperationTools, type OperationName, operationNames } from '@adrail/contract'
import { addExampleUsers, useService } from '@adrail/server/testing'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isLong, proofSize, proofTimeoutMs, reportProof, seededRandom } from './proofRun.ts'

const service = useService()
vi.setConfig({ testTimeout: proofTimeoutMs })
const maxStallMs = 50
/** Node refuses longer headers (`maxHeaderSize`). The rest of the request needs some of that limit. */
const maxHeaderBytes = 15_000
/** Less than the 256 KiB that a body may have. */
const maxTextBytes = 250_000
const agent = new Agent({ connections: 1 })

beforeAll(() => addExampleUsers(service))
afterAll(() => agent.close())

/** A repeated unit, and an end at which a match of the repetition fails. */
const patterns = [
  [' ', 'x'],
  ['\t', '"'],
  ['a', ' !'],
  ['0', 'x'],
  ['1', '.'],
  ['.', 'x'],
  ['/', 'x'],
  ['-', '!'],
  ['_', '-'],
  ['a.', '!'],
  ['a,', ''],
  ['a;', ''],
  ['a=', ''],
  ['a@', ''],
  ['%2', 'x'],
  ['(', ''],
  ['[', ''],
  ['{', ''],
  ['{a', ''],
  ['eyJ', ''],
  ['adr_', ''],
  ['://:', ''],
  ['http://', ''],
  ['A-', ' '],
] as const
/** Headers cannot contain these characters. */
const textPatterns = [
  ...patterns,
  ['\n', 'x'],
  ['"', ''],
  ['\\', ''],
  ['\u0301', 'x'],
  ['\u200d', 'x'],
  ['é ', '!'],
  ['👩‍👧', 'x'],
  ['cpc ', ''],
  ['aB', ' '],
] as const

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'forwarded',
  'host',
  'idempotency-key',
  'if-none-match',
  'mcp-protocol-version',
  'mcp-session-id',
  'origin',
  'prefer',
  'referer',
  'sec-fetch-site',
  'traceparent',
  'tracestate',
  'user-agent',
  'via',
  'x-adrail-page',
  'x-api-key',
  'x-forwarded-for',
  'x-hub-signature-256',
  'x-li-signature',
  'x-request-id',
]

const places = [
  ['GET', '/'],
  ['GET', '/docs/'],
  ['GET', '/console/session'],
  ['GET', '/readyz'],
  ['POST', '/user/list_users'],
  ['POST', '/console/api/user/list_users'],
  ['POST', '/mcp'],
  ['POST', '/hooks/pro'],
  ['POST', '/hooks/search/token'],
] as const

interface Attempt {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

test('no header and no text keeps the event loop busy for more than 50 ms of processor time', async () => {
  const drawn = seededRandom('stalls')
  const attempts = [
    // Patterns like `\s+$` are the most frequent mistake, so every header is always sent full of blanks.
    ...headerAttempts().filter(({ isBlank }) => drawn() < proofSize(0.2, 1) || isBlank),
    ...addressAttempts().filter(() => drawn() < proofSize(0.1, 1)),
    ...bodyAttempts().filter(() => drawn() < proofSize(0.03, 1)),
    ...textAttempts().filter(() => drawn() < proofSize(0.02, 1)),
  ]
  // The first attempts include the cost of code that runs for the first time.
  for (const attempt of attempts.slice(0, 20)) await send(attempt)
  let longestMs = 0
  const stalls: string[] = []
  for (const attempt of attempts) {
    const stallMs = await measureStall(attempt)
    longestMs = Math.max(longestMs, stallMs)
    if (stallMs > maxStallMs) stalls.push(`${attempt.name}: ${Math.round(stallMs)} ms`)
  }
  expect(stalls).toEqual([])
  const times = isLong ? { longestStallMs: Math.round(longestMs) } : {}
  reportProof('T44', { requests: attempts.length, stalls: stalls.length, ...times })
})

/** Garbage collection can occur in one measurement, but slow parsing occurs in all of them. */
async function measureStall(attempt: Attempt): Promise<number> {
  let minMs = await measure(attempt)
  for (let again = 0; again < 3 && minMs > maxStallMs; again++)
    minMs = Math.min(minMs, await measure(attempt))
  return minMs
}

async function measure(attempt: Attempt): Promise<number> {
  let longestMicros = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const watch = () => {
    const { user, system } = process.threadCpuUsage(before)
    longestMicros = Math.max(longestMicros, user + system)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(watch)
  }
  setImmediate(watch)
  await send(attempt)
  isOver = true
  return longestMicros / 1000
}

async function send({ method, path, headers, body }: Attempt): Promise<void> {
  // The service counts wrong keys and requests without a key by address. Advancing the clock resets the
  // count.
  if (headers['x-api-key'] !== service.apiKey) service.clock.advance(1000)
  try {
    const { body: came } = await request(service.url + path, {
      method,
      headers,
      dispatcher: agent,
      ...(body === undefined ? {} : { body }),
    })
    await came.dump({ limit: 10_000_000 })
  } catch (error) {
    // adrail closes the connection when a body is too large, while the client still sends the body.
    const { code = '' } = error as { code?: string }
    if (!['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)) throw error
  }
}

function headerAttempts(): (Attempt & { readonly isBlank: boolean })[] {
  const good = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  return places.flatMap(([method, path]) =>
    headerNames.flatMap((name) =>
      patterns.map(([unit, end]) => ({
        name: `${name} of ${JSON.stringify(unit)} at ${path}`,
        isBlank: unit.trim() === '',
        method,
        path,
        headers: { ...good, [name]: filled(unit, end, maxHeaderBytes) },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })),
    ),
  )
}

/** Returns paths and queries, which may be as long as headers. */
function addressAttempts(): Attempt[] {
  const addresses = [
    (text: string) => `/${text}`,
    (text: string) => `/docs/${text}`,
    (text: string) => `/docs/?q=${text}`,
    (text: string) => `/console/${text}`,
    (text: string) => `/connect/${text}`,
    (text: string) => `/approve/${text}`,
    (text: string) => `/connect/callback/social?code=x&state=${text}`,
    (text: string) => `/hooks/social?hub.mode=subscribe&hub.challenge=${text}`,
    (text: string) => `/mcp?${text}`,
    (text: string) => `/mcp?groups=${text}`,
  ]
  return addresses.flatMap((addressOf) =>
    [
      // The patterns occur both as they are and encoded.
      ...patterns.map(([unit, end]) => filled(unit, end, maxHeaderBytes).replaceAll(/[^!-~]|[{}"]/g, '+')),
      ...textPatterns.map(([unit, end]) =>
        encodeURIComponent(filled(unit, end, maxHeaderBytes / 6)).slice(0, maxHeaderBytes),
      ),
    ].map((text) => {
      const path = addressOf(text)
      return {
        name: `${path.slice(0, 60)}…`,
        method: 'GET' as const,
        path,
        headers: { 'x-api-key': service.apiKey },
      }
    }),
  )
}

/** Returns bodies of endpoints other than operations. */
function bodyAttempts(): Attempt[] {
  const keyed = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  const asJson = (value: unknown) => JSON.stringify(value)
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: service.url }
  const asForm = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()
  const agentHeaders = {
    authorization: `Bearer ${service.apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const message = (method: string, params: object) => asJson({ jsonrpc: '2.0', id: 1, method, params })
  const tool = (name: string, toolArguments: object) =>
    message('tools/call', { name, arguments: toolArguments })
  type Body = (text: string) => string
  const bodies: readonly (readonly [path: string, Readonly<Record<string, string>>, Body])[] = [
    ['/mcp?mode=compact', agentHeaders, (text) => tool('search', { query: text })],
    ['/mcp?mode=compact', agentHeaders, (text) => tool('search', { group: text })],
    ['/mcp?mode=compact', agentHeaders, (text) => tool('describe', { operation: text })],
    ['/mcp?mode=compact', agentHeaders, (text) => tool('call', { operation: text, arguments: {} })],
    [
      '/mcp?mode=compact',
      agentHeaders,
      (text) => tool('call', { operation: 'user_create_user', arguments: { name: text } }),
    ],
    ['/mcp', agentHeaders, (text) => tool('user_create_user', { name: text })],
    ['/mcp', agentHeaders, (text) => tool('user_create_user', { [text]: 1 })],
    ['/mcp', agentHeaders, (text) => tool('report_get_report', { userIds: [text], from: text, to: text })],
    ['/mcp', agentHeaders, (text) => tool(text, {})],
    ['/mcp', agentHeaders, (text) => message(text, {})],
    ['/mcp', agentHeaders, (text) => message('resources/read', { uri: text })],
    ['/mcp', agentHeaders, (text) => message('prompts/get', { name: text, arguments: { [text]: text } })],
    ['/mcp', agentHeaders, (text) => text],
    ['/user/create_user', keyed, (text) => asJson({ name: 'A', [text]: 1 })],
    ['/social/create_campaign', keyed, (text) => asJson({ ad: { [text]: { [text]: 1 } } })],
    ['/user/create_user', keyed, (text) => text],
    ...['/hooks/social', '/hooks/pro', '/hooks/search/token'].flatMap((path) => {
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
        'x-li-signature': 'hmacsha256=0',
      }
      return [
        [path, headers, (text: string) => text],
        [path, headers, (text: string) => asJson({ object: text, entry: [{ changes: [{ value: text }] }] })],
        [path, headers, (text: string) => asJson({ google_key: text, lead_id: text, user_column_data: [] })],
      ] as const
    }),
    ['/approve/op_1/sign-in', form, (text) => asForm({ key: text })],
    ['/approve/op_1/sign-in', form, (text) => text],
    ['/approve/op_1/decide', form, (text) => asForm({ csrf: text, reason: text })],
    ['/console/session', { ...keyed, origin: service.url }, (text) => asJson({ apiKey: text })],
    ...['/connect/deauthorize/social', '/connect/data-deletion/social'].flatMap((path) => [
      [path, form, (text: string) => asForm({ signed_request: text })] as const,
      [path, form, (text: string) => asForm({ signed_request: `${text}.${text}` })] as const,
    ]),
  ]
  return bodies.flatMap(([path, headers, bodyOf]) =>
    textPatterns.flatMap(([unit, end]) =>
      [300, 9_900, maxTextBytes / 3].map((bytes) => ({
        name: `${path} with ${bodyOf('…').slice(0, 120)} of ${bytes} bytes of ${JSON.stringify(unit)}`,
        method: 'POST' as const,
        path,
        headers,
        get body() {
          return bodyOf(filled(unit, end, bytes))
        },
      })),
    ),
  )
}

function textAttempts(): Attempt[] {
  return operationNames.flatMap((operation) =>
    placesOfTexts(operation).flatMap((place) =>
      textPatterns.flatMap(([unit, end]) =>
        [300, maxTextBytes].map((bytes) => ({
          name: `${operation} ${place.join('.')} of ${bytes} bytes of ${JSON.stringify(unit)}`,
          method: 'POST' as const,
          path: `/${operation}`,
          headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
          get body() {
            return JSON.stringify(withText(bodyOf(operation), place, filled(unit, end, bytes)))
          },
        })),
      ),
    ),
  )
}

function filled(unit: string, end: string, bytes: number): string {
  // JSON writes some characters as six bytes.
  const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2
  return `a${unit.repeat(Math.floor((bytes - 20) / unitBytes))}${end}`
}

type Place = readonly (string | number)[]

const bodyOf = (operation: OperationName): unknown => declarationOf(operation).example.body

const schemas = new Map(listOperationTools().map(({ operation, inputSchema }) => [operation, inputSchema]))

/** Lists the positions of texts in an operation: in its example, and in fields that the example omits. */
function placesOfTexts(operation: OperationName): Place[] {
  const places = [...placesInExample(operation), ...placesInSchema({ ...schemas.get(operation) }, [])]
  return [...new Map(places.map((place) => [place.join('.'), place])).values()]
}

type Schema = Readonly<Record<string, unknown>>

function placesInSchema({ type, properties, items, anyOf, oneOf }: Schema, at: Place): Place[] {
  if (at.length > 6) return []
  const variants = [anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? (each as Schema[]) : []))
  return [
    ...(type === 'string' ? [at] : []),
    ...Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(([name, each]) =>
      placesInSchema(each, [...at, name]),
    ),
    ...(items ? placesInSchema(items as Schema, [...at, 0]) : []),
    ...variants.flatMap((each) => placesInSchema(each, at)),
  ]
}

function placesInExample(operation: OperationName): Place[] {
  const within = (value: unknown, at: Place): Place[] => {
    if (typeof value === 'string') return [at]
    if (typeof value !== 'object' || value === null) return []
    const properties: [string | number, unknown][] = Array.isArray(value)
      ? [...value.entries()].slice(0, 1)
      : Object.entries(value)
    return properties.flatMap(([name, each]) => within(each, [...at, name]))
  }
  return within(bodyOf(operation), [])
}

function withText(value: unknown, [name, ...remainingPath]: Place, text: string): unknown {
  if (name === undefined) return text
  if (typeof name === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    return items.length > name
      ? items.map((each, at) => (at === name ? withText(each, remainingPath, text) : each))
      : [withText(undefined, remainingPath, text)]
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const properties = (isObject ? value : {}) as Readonly<Record<string, unknown>>
  return { ...properties, [name]: withText(properties[name], remainingPath, text) }
}
