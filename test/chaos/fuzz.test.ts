// T12 sends random, damaged and hostile bodies to every operation.

import {
  declarationOf,
  type Envelope,
  type ErrorCode,
  formatPath,
  type OperationName,
  operationNames,
  platforms,
} from '@adrail/contract'
import { startSandbox } from '@adrail/sandbox'
import {
  addExampleUsers,
  createSandboxAdmin,
  expectRefusal,
  expectSuccess,
  noLimits,
  postText,
  type RawResponse,
  useProcesses,
  useService,
} from '@adrail/server/testing'
import { anyValue, hostileText, rawTokens, serializeHostile } from '@adrail/server/testing/hostile'
import fc from 'fast-check'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRssMiB } from '../../bench/measure.ts'
import { type HeapInspector, inspectableEnv, openHeapInspector } from './processStats.ts'
import { proofSize, proofTimeoutMs, reportProof, seed } from './proofRun.ts'

const service = useService()
/** The number of concurrent bodies. */
const atOnce = 25
const wrongAtOnce = 5
/**
 * The number of bodies per operation. Damaged bodies have random damage. Wrong bodies have one of two
 * specific errors.
 */
const damagedBodies = proofSize(25, 1000)
const wrongBodies = proofSize(5, 100)
const tally = { sent: 0, failed: 0 }

let pool: Pool
beforeAll(async () => {
  await addExampleUsers(service)
  pool = new Pool(service.url, { connections: 8 })
})
afterAll(() => pool.destroy())

/**
 * A second process receives every body and does nothing else, so its memory use belongs to the service alone.
 */
interface Twin {
  readonly url: string
  readonly pool: Pool
  readonly pid: number
  readonly apiKey: string
  readonly heap: HeapInspector
  readonly before: { readonly rssMiB: number; readonly heapMiB: number }
  readonly end: () => Promise<unknown>
}

const processes = useProcesses('file')
let twin: Twin | undefined
beforeAll(async () => {
  const sandbox = await startSandbox({ log: () => {} })
  const calls = { SANDBOX_URL: sandbox.url, LEADS: 'off', MIRROR: 'off', ...noLimits, ...inspectableEnv }
  const child = await processes.start(await processes.newInstallation(), calls)
  const { url, pid } = child
  const own = new Pool(url, { connections: 8 })
  const heap = await openHeapInspector(child)
  const end = () => {
    heap.close()
    return Promise.all([own.destroy(), sandbox.close()])
  }
  const apiKey = await child.readDemoKey()
  // This request lets each operation load its modules before the measurement.
  for (const operation of operationNames)
    await postText(
      `${url}/${operation}`,
      JSON.stringify(declarationOf(operation).example.body),
      { 'x-api-key': apiKey },
      own,
    )
  const before = { heapMiB: await heap.usedMiB(), rssMiB: readRssMiB(pid) }
  twin = { url, pool: own, pid, apiKey, heap, before, end }
}, proofTimeoutMs)
afterAll(() => twin?.end())

type Members = Record<string, unknown>

/** Lists the places to damage, each as an object or array and the name of one of its properties. */
function placesIn(value: unknown): [Members, string][] {
  if (typeof value !== 'object' || value === null) return []
  // Arrays are indexed like objects.
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
  // defineProperty makes `__proto__` an ordinary property. The copy keeps later damage away from values that
  // are drawn again.
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
    // Bodies slightly over the size limit test the same as longer ones. The text is damaged several times.
    const times = Math.min(1 + (place % 600), Math.ceil(300_000 / (serializeHostile(old).length + 1)))
    if (typeof old === 'string') set(member, old.repeat(times))
    else set(member, Array(times).fill(Array.isArray(old) ? (old[0] ?? value) : old))
  } else if (how === 'rename') {
    delete holder[member]
    if (!Array.isArray(holder)) set(name, old)
  } else if (!Array.isArray(holder)) set(name, value)
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
    return serializeHostile(copy)
  })
  // A duplicate field repeats a name before or after the original, with another value.
  const doubled = fc
    .tuple(fc.constantFrom(...Object.keys(body), 'userId'), anyValue, fc.boolean())
    .map(([name, value, first]) => {
      const member = serializeHostile({ [name]: value }).slice(1, -1)
      return first ? `{${member},${example.slice(1)}` : `${example.slice(0, -1)},${member}}`
    })
  const cut = fc
    .tuple(fc.nat(example.length), fc.nat(20), chunks)
    .map(([at, length, chunk]) => example.slice(0, at) + chunk + example.slice(at + length))
  return fc.oneof(
    { arbitrary: damaged, weight: 12 },
    { arbitrary: doubled, weight: 2 },
    { arbitrary: cut, weight: 3 },
    { arbitrary: anyValue.map(serializeHostile), weight: 2 },
    { arbitrary: fc.json(), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 60 }), weight: 1 },
  )
}

async function send(operation: OperationName, body: string | Uint8Array): Promise<RawResponse> {
  tally.sent += 1
  const [response] = await Promise.all([
    postText(`${service.url}/${operation}`, body, { 'x-api-key': service.apiKey }, pool),
    twin && postText(`${twin.url}/${operation}`, body, { 'x-api-key': twin.apiKey }, twin.pool),
  ])
  return response
}

/**
 * The sandbox's clock does not advance, so all keyword idea requests fall into one second and hit the rate
 * limit.
 */
function allowedFailures(operation: OperationName): ErrorCode[] {
  return operation === 'search/generate_keyword_ideas' ? ['UPSTREAM_RATE_LIMITED'] : []
}

async function check(operation: OperationName, body: string | Uint8Array): Promise<void> {
  const response = await send(operation, body)
  try {
    const { results }: Envelope = JSON.parse(response.text)
    if (results.success) expectSuccess(operation, response)
    // `expectRefusal` fails for a code that is not in the table.
    else expectRefusal(response, results['code'] as ErrorCode)
    if (response.status < 500) return
    tally.failed += 1
    expect(allowedFailures(operation)).toContain(results['code'])
  } catch (cause) {
    throw new Error(`${operation} was sent ${JSON.stringify(body)} and answered ${response.text}`, { cause })
  }
}

test.each(operationNames)(
  '%s returns a valid envelope and no internal error for random and damaged bodies [R1.2, R7.2]',
  async (operation) => {
    const batch = fc.array(bodiesFor(operation), { minLength: atOnce, maxLength: atOnce })
    await fc.assert(
      fc.asyncProperty(batch, async (sent) => {
        await Promise.all(sent.map((body) => check(operation, body)))
      }),
      { numRuns: damagedBodies / atOnce, seed },
    )
  },
  proofTimeoutMs,
)

/** An object in a body, with its path. */
type Place = { readonly object: Members; readonly path: readonly (string | number)[] }

function objectsIn(value: unknown, path: readonly (string | number)[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((entry, index) => objectsIn(entry, [...path, index]))
  // The value is neither null nor an array.
  const object = value as Members
  return [
    { object, path },
    ...Object.keys(object).flatMap((name) => objectsIn(object[name], [...path, name])),
  ]
}

/** Every name in any example. All other names are unknown everywhere. */
const exampleNames = operationNames.flatMap((operation) =>
  objectsIn(declarationOf(operation).example.body).flatMap(({ object }) => Object.keys(object)),
)
const declaredNames = new Set([
  ...exampleNames,
  ...operationNames.flatMap((operation) => Object.keys(declarationOf(operation).input.shape)),
])

/** A misspelled name: in another case, or with one letter omitted, doubled or swapped. */
const slip = fc.tuple(fc.constantFrom(...declaredNames), fc.nat(), fc.nat(5)).map(([name, place, how]) => {
  const at = place % name.length
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)]
  return (
    [name.toUpperCase(), name.toLowerCase(), before + after, before + letter + letter + after][how] ??
    before + after.charAt(0) + letter + after.slice(1)
  )
})
const unknownName = fc
  .oneof(slip, slip, hostileText)
  // Validation refuses `__proto__` in every position.
  .filter((name) => !declaredNames.has(name) && name !== '__proto__')

const plainValue = fc.constantFrom<unknown>(true, 0, '', 'x', null, {}, [], { a: [{ b: 1 }] })

/** Sends many bodies and expects each to be refused with the given code and field. */
async function expectRefusals(
  operation: OperationName,
  code: ErrorCode,
  refused: fc.Arbitrary<{ readonly body: string; readonly field: string }>,
): Promise<void> {
  const batch = fc.array(refused, { minLength: wrongAtOnce, maxLength: wrongAtOnce })
  const sandboxes = platforms.map((platform) => createSandboxAdmin(service, platform))
  await createSandboxAdmin(service).clearRequests()
  await fc.assert(
    fc.asyncProperty(batch, async (sent) => {
      await Promise.all(
        sent.map(async ({ body, field }) => expectRefusal(await send(operation, body), code, { field })),
      )
    }),
    { numRuns: wrongBodies / wrongAtOnce, seed },
  )
  for (const sandbox of sandboxes) expect(await sandbox.requests()).toEqual([])
}

/** A file has no fields. */
const jsonOperations = operationNames.filter((operation) => !declarationOf(operation).binaryBody)

test.each(jsonOperations)(
  '%s refuses an unknown field in any object with the path of the field, and calls no platform [R4.gap.unknown-members]',
  async (operation) => {
    const unknown = fc.tuple(fc.nat(), unknownName, plainValue).map(([place, name, value]) => {
      const body = structuredClone(declarationOf(operation).example.body)
      const places = objectsIn(body)
      const { object, path } = places[place % places.length] ?? { object: {}, path: [] }
      object[name] = value
      return { body: JSON.stringify(body), field: formatPath([...path, name]) }
    })
    await expectRefusals(operation, 'UNKNOWN_FIELD', unknown)
  },
)

test.each(jsonOperations)(
  '%s refuses a repeated field in any object with the path of the field, and calls no platform [R4.gap.repeated-members]',
  async (operation) => {
    const inCode = (name: string) =>
      Array.from(name, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const repeated = fc
      .tuple(fc.nat(), fc.nat(), plainValue, fc.boolean())
      .map(([place, member, value, escaped]) => {
        const body = { ...structuredClone(declarationOf(operation).example.body), again: { again: 1 } }
        const places = objectsIn(body)
        const { object, path } = places[place % places.length] ?? { object: {}, path: [] }
        const names = Object.keys(object)
        const name = names[member % names.length] ?? ''
        object['@here@'] = value
        const written = JSON.stringify(body).replace('@here@', escaped ? inCode(name) : name)
        return { body: written, field: formatPath([...path, name]) }
      })
    await expectRefusals(operation, 'INVALID_JSON', repeated)
  },
)

test('the service is ready and has grown by at most 64 MiB after all bodies of the fuzz test', async () => {
  expect((await service.send('/readyz')).status).toBe(200)
  expect((await service.call('user/list_users', {})).status).toBe(200)
  expect({}).not.toHaveProperty('a')
  if (!twin) throw new Error('The process that gets every body too was not started.')
  // The heap is measured right after a collection, because V8 keeps as much garbage as its flags allow
  // before.
  const heapMiB = await twin.heap.usedMiB()
  const grownHeapMiB = Math.round(heapMiB - twin.before.heapMiB)
  const grownMiB = Math.round(readRssMiB(twin.pid) - twin.before.rssMiB)
  expect(grownHeapMiB).toBeLessThanOrEqual(proofSize(16, 32))
  expect(grownMiB).toBeLessThanOrEqual(64)
  reportProof('T12', {
    bodies: tally.sent,
    operations: operationNames.length,
    platformsFault: tally.failed,
    grownMiB,
    grownHeapMiB,
  })
})
