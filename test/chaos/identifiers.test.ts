// T46 sends other spellings of every id of every operation. Platforms parse ids as numbers. An accepted
// spelling would be the same object for them, but another object for limits and queues.

import {
  buildOpenApi,
  declarationOf,
  type OperationName,
  operationNames,
  toCanonicalBody,
  validate,
} from '@adrail/contract'
import {
  createSandboxAdmin,
  newLinkedUser,
  newProUser,
  newSearchUser,
  post,
  useService,
} from '@adrail/server/testing'
import { expect, test, vi } from 'vitest'
import { proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from './proofRun.ts'

const service = useService()
const draw = seededRandom('identifiers')
const spellings = proofSize(12, 500)
vi.setConfig({ testTimeout: proofTimeoutMs })

interface Schema {
  readonly type?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** The position of an id in a body: property names on the path, and `0` for the first item of a list. */
interface Place {
  readonly operation: OperationName
  readonly path: readonly (string | 0)[]
  readonly schema: Schema
}

function placesIn(operation: OperationName, schema: Schema, path: Place['path'] = []): Place[] {
  const { properties = {}, items, type } = schema
  if (items) return placesIn(operation, items, [...path, 0])
  const name = path.findLast((step) => step !== 0) ?? ''
  if (type === 'string' && (/Ids?$|^key$/.test(name) || isNumbered(schema)))
    return [{ operation, path, schema }]
  return Object.entries(properties).flatMap(([member, inner]) =>
    placesIn(operation, inner, [...path, member]),
  )
}

/** Amounts of money are numbers too, but with fewer digits. */
const isNumbered = ({ pattern = '' }: Schema) => /\[1-9\]\[0-9\]\{0,(19|9)\}/.test(pattern)

// The schemas come from the OpenAPI document in JSON, which callers also receive.
const { schemas } = JSON.parse(JSON.stringify(buildOpenApi())).components as {
  readonly schemas: Readonly<Record<string, Schema>>
}
const places = operationNames.flatMap((operation) =>
  placesIn(operation, schemas[`${operation.replace('/', '_')}_body`] ?? {}),
)
/** adrail's own ids, and ids of platforms that use text. The platforms compare these ids as texts too. */
const texts = places.filter(({ schema, path }) => !isNumbered(schema) && path.at(-1) !== 'key')
const numbers = places.filter((place) => !texts.includes(place))

/** Returns an id that the platform could have issued, in the format of its position. */
function idAt({ schema: { pattern = '' } }: Place): string {
  const number = String(1 + Math.floor(draw() * 1e12))
  if (pattern.includes('urn:li')) return `urn:li:share:${number}`
  if (pattern.includes(':[0-9a-f]')) return `${number}:655b5a433a4db7604ae2e3b96ec5d4ab`
  if (pattern.includes('(_')) return draw() < 0.5 ? number : `${number}_${number}`
  if (pattern.includes(')-[1-9]')) return '51-200'
  return pattern.includes('Constants/') && draw() < 0.5
    ? `${/[a-zA-Z]+Constants\//.exec(pattern)?.[0]}${number}`
    : number
}

const blanks = [' ', '\t', '\n', '\r', '\u00a0', '\u2003', '\u200b', '\ufeff', '\u0000']
const before = ['0', '00', '+', '-', '+0', '0x', '~', ...blanks]
const after = ['.', '.0', 'e0', 'n', '/', '%20', ...blanks]
const otherDigits = [0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce]
const oneOf = <Entry>(list: readonly [Entry, ...Entry[]] | readonly Entry[]): Entry =>
  list[Math.floor(draw() * list.length)] as Entry

/** Returns another spelling of an id by changing one of its numbers. */
function respell(id: string): string {
  const starts = [...id.matchAll(/(?<![0-9a-f])[1-9][0-9]*(?![0-9a-f])/g)]
  const { 0: number, index } = oneOf(starts)
  const within = (text: string) => id.slice(0, index) + text + id.slice(index + number.length)
  const digit = Math.floor(draw() * number.length)
  const other = String.fromCodePoint(oneOf(otherDigits) + Number(number[digit]))
  const spelled = oneOf([
    () => within(oneOf(before) + number),
    () => within(number + oneOf(after)),
    () => within(number.slice(0, digit) + other + number.slice(digit + 1)),
    () => within(`${number.slice(0, digit)}${oneOf([...blanks, ',', '_', "'"])}${number.slice(digit)}`),
    () => (/[a-z]/.test(id) ? id.toUpperCase() : within(`0${number}`)),
  ])()
  // A post id has two numbers, so one of its spellings is the id of another post.
  return /^[0-9]+_[0-9]+$/.test(spelled) && !/(^|_)0/.test(spelled) ? within(`0${number}`) : spelled
}

/** Returns the example of an operation with an id at this position. */
function bodyWith({ operation, path }: Place, id: unknown): Record<string, unknown> {
  const { example, input } = declarationOf(operation)
  const body = structuredClone(example.body) as Record<string, unknown>
  // Two names of one field would contradict each other.
  const [declared = ''] = Object.keys(toCanonicalBody(input, { [path[0] ?? '']: id }).body)
  if (declared !== path[0]) delete body[declared]
  let inner: Record<string | number, unknown> = body
  for (const [depth, step] of path.slice(0, -1).entries()) {
    inner[step] ??= path[depth + 1] === 0 ? [] : {}
    inner = inner[step] as Record<string | number, unknown>
  }
  inner[path.at(-1) ?? ''] = id
  return body
}

const fieldOf = ({ path }: Place) =>
  path.reduce<string>(
    (text, step) => (step === 0 ? `${text}[0]` : text === '' ? step : `${text}.${step}`),
    '',
  )

/** Returns whether validation refuses a value for its spelling, independent of other errors in the body. */
function isRefused(place: Place, id: unknown): boolean {
  const checked = validate(declarationOf(place.operation), bodyWith(place, id))
  return (
    'violations' in checked &&
    checked.violations.some(({ field, code }) => field === fieldOf(place) && code === 'MALFORMED')
  )
}

const named = (list: readonly Place[]) =>
  list.map((place) => [place.operation, fieldOf(place), place] as const)
const tally = { places: 0, spellings: 0 }
const began = performance.now()

test.each(named(numbers))('%s refuses every other spelling of %s', async (operation, field, place) => {
  tally.places += 1
  for (let round = 0; round < spellings; round++) {
    const id = idAt(place)
    const spelled = respell(id)
    // The original id must pass, because otherwise the test would prove nothing.
    expect([id, isRefused(place, id)]).toEqual([id, false])
    expect([spelled, isRefused(place, spelled)]).toEqual([spelled, true])
    const { status, envelope } = await post(
      `${service.url}/${operation}`,
      service.apiKey,
      bodyWith(place, spelled),
    )
    expect([spelled, status, envelope.results['code']]).toEqual([spelled, 400, 'INVALID_FIELD'])
    tally.spellings += 1
  }
  expect(field).not.toBe('')
})

test.each(named(texts.filter(({ path }) => path.at(-1) === 'userId')))(
  '%s finds a user only by the exact spelling of %s',
  async (operation, _field, place) => {
    tally.places += 1
    const userId = await newLinkedUser(service)
    for (const spelled of [
      ` ${userId}`,
      `${userId} `,
      userId.toUpperCase(),
      `${userId}\u200b`,
      `0${userId}`,
    ]) {
      const { status } = await post(`${service.url}/${operation}`, service.apiKey, bodyWith(place, spelled))
      expect([spelled, [400, 404].includes(status)]).toEqual([spelled, true])
      tally.spellings += 1
    }
  },
)

test('a refused spelling of an id creates no operation and no spend record, and changes nothing at a platform', async () => {
  const { db } = service.app.store
  expect(await db.selectFrom('operations').select('id').execute()).toEqual([])
  expect(await db.selectFrom('raises').select('operation_id').execute()).toEqual([])
  for (const platform of ['social', 'search', 'pro'] as const) {
    const kinds = (await createSandboxAdmin(service, platform).effects()).map(({ kind }) => kind)
    // Linking records consents and tokens. A change of an object has a name such as `campaign.update`.
    expect(kinds.filter((kind) => kind.includes('.'))).toEqual([])
  }
})

test('the operation and the spend record of a write contain the id that the platform returns', async () => {
  const users = {
    social: await newLinkedUser(service),
    search: await newSearchUser(service),
    pro: await newProUser(service),
  }
  const { db } = service.app.store
  for (const platform of ['social', 'search', 'pro'] as const) {
    const userId = users[platform]
    const { results: listed } = await service.call(`${platform}/get_campaigns`, { userId })
    const ids = listed.campaigns.map(({ id }) => id)
    const campaignId = listed.campaigns.find(({ status }) => status === 'PAUSED')?.id ?? ''
    const started = { userId, campaignId, status: 'ACTIVE' as const }
    await service.call(`${platform}/update_campaign_status`, started)
    const raise = await db
      .selectFrom('raises')
      .innerJoin('operations', 'operations.id', 'raises.operation_id')
      .select(['raises.campaign_id', 'operations.target'])
      .where('raises.platform', '=', platform)
      .executeTakeFirstOrThrow()
    expect(ids).toContain(raise.campaign_id)
    expect(raise).toEqual({ campaign_id: campaignId, target: `${platform}/campaign/${campaignId}` })
  }
  reportProof('T46', { ...tally, seconds: secondsSince(began) })
})
