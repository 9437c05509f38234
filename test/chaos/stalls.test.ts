// T44: every request header and every text of every operation, as long as it may be and full of what makes a parser
// backtrack. What is judged is processor time between two rounds of the event loop: other work on the machine takes none of it.

import { declarationOf, type OperationName, operationNames } from '@adrail/contract'
import { useService } from '@adrail/server/testing'
import { addExampleUsers } from '@adrail/server/testing/users'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { drawnBy, isLong, proofTimeoutMs, sized, tell } from './figures.ts'

const service = useService()
vi.setConfig({ testTimeout: proofTimeoutMs })
const maxStallMs = 50
/** Node refuses longer headers (`maxHeaderSize`); the rest of the request needs some of it. */
const maxHeaderBytes = 15_000
/** Less than the 256 KiB that a body may have. */
const maxTextBytes = 250_000
const agent = new Agent({ connections: 1 })

beforeAll(() => addExampleUsers(service))
afterAll(() => agent.close())

/** A unit that is repeated, and an end at which a match of the repetition fails. */
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
/** Headers can't have these. */
const textPatterns = [
  ...patterns,
  ['\n', 'x'],
  ['"', ''],
  ['\\', ''],
  ['\u0301', 'x'],
  ['\u200d', 'x'],
  ['é ', '!'],
  ['👩‍👧', 'x'],
] as const

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'if-none-match',
  'origin',
  'prefer',
  'referer',
  'sec-fetch-site',
  'traceparent',
  'tracestate',
  'user-agent',
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
  const drawn = drawnBy('stalls')
  const attempts = [...headerAttempts(), ...textAttempts().filter(() => drawn() < sized(0.02, 1))]
  // The first ones pay for code that was never run before.
  for (const attempt of attempts.slice(0, 20)) await send(attempt)
  let longestMs = 0
  const stalls: string[] = []
  for (const attempt of attempts) {
    const stallMs = await stallOf(attempt)
    longestMs = Math.max(longestMs, stallMs)
    if (stallMs > maxStallMs) stalls.push(`${attempt.name}: ${Math.round(stallMs)} ms`)
  }
  expect(stalls).toEqual([])
  const times = isLong ? { longestStallMs: Math.round(longestMs) } : {}
  tell('T44', { requests: attempts.length, stalls: stalls.length, ...times })
})

/** A collection of garbage can fall into one measurement; slow parsing is in each. */
async function stallOf(attempt: Attempt): Promise<number> {
  let least = await measure(attempt)
  for (let again = 0; again < 3 && least > maxStallMs; again++)
    least = Math.min(least, await measure(attempt))
  return least
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
  const { body: came } = await request(service.url + path, {
    method,
    headers,
    dispatcher: agent,
    ...(body === undefined ? {} : { body }),
  })
  await came.dump({ limit: 10_000_000 })
}

function headerAttempts(): Attempt[] {
  const good = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  return places.flatMap(([method, path]) =>
    headerNames.flatMap((name) =>
      patterns.map(([unit, end]) => ({
        name: `${name} of ${JSON.stringify(unit)} at ${path}`,
        method,
        path,
        headers: { ...good, [name]: filled(unit, end, maxHeaderBytes) },
        ...(method === 'POST' ? { body: '{}' } : {}),
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
  // As JSON, which writes some characters as six.
  const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2
  return `a${unit.repeat(Math.floor((bytes - 20) / unitBytes))}${end}`
}

type Place = readonly (string | number)[]

const bodyOf = (operation: OperationName): unknown => declarationOf(operation).example.body

/** Where the example of an operation has a text. */
function placesOfTexts(operation: OperationName): Place[] {
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

function withText(value: unknown, [name, ...rest]: Place, text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return value.map((each, at) => (at === name ? withText(each, rest, text) : each))
  const properties = value as Readonly<Record<string, unknown>>
  return { ...properties, [name]: withText(properties[name], rest, text) }
}
