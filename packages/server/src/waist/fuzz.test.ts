// Throws random, damaged and hostile bodies at every operation. FUZZ_RUNS sets how many bodies each of them gets.

import { declarationOf, type ErrorCode, type OperationName, operationNames } from '@adrail/contract'
import fc from 'fast-check'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectEnvelope, expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { type Answer, testDatabase, useService } from '../../testing/service.ts'
import { addExampleUsers } from '../../testing/users.ts'

const service = useService()
const atOnce = 25
// The bodies reach the database through few operations: on the second database a tenth of them is enough.
const bodies = Number(process.env['FUZZ_RUNS'] ?? 1000) / (testDatabase() === '' ? 1 : 10)

let pool: Pool
beforeAll(async () => {
  await addExampleUsers(service)
  pool = new Pool(service.url, { connections: 8 })
})
afterAll(() => pool.destroy())

/** Written into a body in place of a string, without its quotes: JSON that no JavaScript value becomes. */
const rawTokens = [
  '1e999',
  '-1e999',
  '-0',
  '0.1e-400',
  '9'.repeat(400),
  '1E400',
  '01',
  '+1',
  '.5',
  'NaN',
  'undefined',
  '"\\ud800"',
  '"\\u0000"',
  '"\\x"',
  '{"a":1,"a":2}',
  '['.repeat(40) + ']'.repeat(40),
]
const raw = fc.constantFrom(...rawTokens.keys()).map((index) => `@raw${index}@`)

const hostileText = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '\u2028',
    '\u0007\u001b[31m',
    '\r\nX-Injected: 1',
    "' or 1=1 --",
    '"; drop table users; --',
    '$(id)',
    '`id`',
    '#{7*7}',
    '{{7*7}}',
    '%s%n%x',
    '<script>alert(1)</script>',
    '../../../../etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'http://[::1',
    'https://user:pass@example.com#x',
    'javascript:alert(1)',
    '2026-02-30',
    '0000-00-00',
    '2026-13-01',
    '1e3',
    '0x10',
    '１０',
    '-1',
    '99999999999999999999',
    '🦊'.repeat(50),
    'SOCIAL_A',
    'SEARCH',
    'ACTIVE',
    'usr_demo_all',
    'x'.repeat(4097),
    'x'.repeat(10_000),
    'x'.repeat(10_001),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
)

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  raw,
  fc.constantFrom(null, true, false, [], {}, [[]], [{}], [null], { length: 1e9 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(hostileText, { maxLength: 5 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
)

type Members = Record<string, unknown>

/** Where something can be changed: an object or array, and the name of one of its members. */
function placesIn(value: unknown): [Members, string][] {
  if (typeof value !== 'object' || value === null) return []
  // Arrays are changed by index just as objects are by name.
  const members = value as Members
  return Object.keys(members).flatMap((name) => [
    [members, name] as [Members, string],
    ...placesIn(members[name]),
  ])
}

const damage = fc.record({
  place: fc.nat(),
  how: fc.constantFrom('remove', 'replace', 'replace', 'wrap', 'deepen', 'lengthen', 'add', 'rename'),
  value: anyValue,
  name: fc.oneof(hostileText, fc.constantFrom('dryRun', 'planHash', 'pagination', 'userId', 'status')),
})

function apply(
  body: unknown,
  { place, how, value, name }: typeof damage extends fc.Arbitrary<infer T> ? T : never,
): void {
  const places = placesIn(body)
  const [holder, member] = places[place % Math.max(1, places.length)] ?? [body as Members, name]
  const old = Object.hasOwn(holder, member) ? holder[member] : value
  // Defined, so that `__proto__` becomes a member; copied, so that no later damage reaches values that are drawn again.
  const set = (at: string, to: unknown) =>
    Object.defineProperty(holder, at, {
      value: structuredClone(to),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  if (how === 'remove') delete holder[member]
  else if (how === 'replace') set(member, value)
  else if (how === 'wrap') set(member, place % 2 === 0 ? [old] : { [member]: old })
  else if (how === 'deepen')
    set(
      member,
      Array.from({ length: 15 }).reduce((inner) => [inner], old),
    )
  else if (how === 'lengthen') {
    // A little over the limit of a body is as good as anything longer, and damage comes several times over.
    const times = Math.min(1 + (place % 600), Math.ceil(300_000 / (write(old).length + 1)))
    if (typeof old === 'string') set(member, old.repeat(times))
    else set(member, Array(times).fill(Array.isArray(old) ? (old[0] ?? value) : old))
  } else if (how === 'rename') {
    delete holder[member]
    if (!Array.isArray(holder)) set(name, old)
  } else if (!Array.isArray(holder)) set(name, value)
}

/** JSON, with the raw tokens in their places. */
function write(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(
    /"@raw(\d+)@"/g,
    (_, index: string) => rawTokens[Number(index)] ?? '',
  )
}

const chunks = fc.oneof(
  hostileText,
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '\\',
    '\\u',
    '/*',
    '"userId":"usr_demo_all",',
    '{"__proto__":',
  ),
  fc.constantFrom(...rawTokens),
)

function bodiesFor(operation: OperationName): fc.Arbitrary<string | Uint8Array> {
  const { body } = declarationOf(operation).example
  const example = JSON.stringify(body)
  const damaged = fc.array(damage, { minLength: 1, maxLength: 4 }).map((damages) => {
    const copy: unknown = JSON.parse(example)
    for (const each of damages) apply(copy, each)
    return write(copy)
  })
  // Duplicate members: the same name again, before or after, with another value.
  const doubled = fc
    .tuple(fc.constantFrom(...Object.keys(body), 'userId'), anyValue, fc.boolean())
    .map(([name, value, first]) => {
      const member = write({ [name]: value }).slice(1, -1)
      return first ? `{${member},${example.slice(1)}` : `${example.slice(0, -1)},${member}}`
    })
  const cut = fc
    .tuple(fc.nat(example.length), fc.nat(20), chunks)
    .map(([at, length, chunk]) => example.slice(0, at) + chunk + example.slice(at + length))
  return fc.oneof(
    { arbitrary: damaged, weight: 12 },
    { arbitrary: doubled, weight: 2 },
    { arbitrary: cut, weight: 3 },
    { arbitrary: anyValue.map(write), weight: 2 },
    { arbitrary: fc.json(), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 60 }), weight: 1 },
  )
}

async function send(operation: OperationName, body: string | Uint8Array): Promise<Answer> {
  const {
    statusCode,
    headers,
    body: answer,
  } = await pool.request({
    method: 'POST',
    path: `/${operation}`,
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body,
  })
  const known = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return { status: statusCode, headers: new Headers(known), text: await answer.text() }
}

/** The sandbox's clock stands still here, so that all questions for keyword ideas fall into one second. */
function allowedFailures(operation: OperationName): ErrorCode[] {
  return operation === 'search/generate_keyword_ideas' ? ['UPSTREAM_RATE_LIMITED'] : []
}

async function check(operation: OperationName, body: string | Uint8Array): Promise<void> {
  const answer = await send(operation, body)
  try {
    const { results } = expectEnvelope(answer)
    if (results.success) expectSuccess(operation, answer)
    // A code that is not of the table fails there.
    else expectRefusal(answer, results['code'] as ErrorCode)
    if (answer.status >= 500) expect(allowedFailures(operation)).toContain(results['code'])
  } catch (cause) {
    throw new Error(`${operation} was sent ${JSON.stringify(body)} and answered ${answer.text}`, { cause })
  }
}

test.each(operationNames)(
  '%s answers whatever it is sent with the envelope, and never fails itself [R1.2, R7.2]',
  async (operation) => {
    const batch = fc.array(bodiesFor(operation), { minLength: atOnce, maxLength: atOnce })
    await fc.assert(
      fc.asyncProperty(batch, async (sent) => {
        await Promise.all(sent.map((body) => check(operation, body)))
      }),
      { numRuns: Math.ceil(bodies / atOnce) },
    )
  },
  600_000,
)

test('afterwards the service is as well as before', async () => {
  expect((await service.send('/readyz')).status).toBe(200)
  expect((await service.call('user/list_users', {})).status).toBe(200)
  expect({}).not.toHaveProperty('a')
})
