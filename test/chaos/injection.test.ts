// T15: whatever a caller writes stays a value: no request to a platform takes another form because of it.

import { declarationOf, type OperationName, operationNames, platforms } from '@adrail/contract'
import { useService } from '@adrail/server/testing'
import { linkExistingUser, newLinkedUser } from '@adrail/server/testing/linked'
import { createSandboxAdmin } from '@adrail/server/testing/sandbox'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isLong, proofTimeoutMs, seed, sized, tell } from './figures.ts'
import { formOf, hostileValue, isOneOf } from './forms.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
let userId: string
beforeAll(async () => {
  userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
})

/** A text in a request, somewhere. */
interface Place {
  readonly operation: OperationName
  readonly path: readonly (string | number)[]
}

function textsIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value === 'string') return path[0] === 'userId' ? [] : [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]))
}

const places = operationNames
  // One question a second is all that may be asked there, and the clock stands still.
  .filter((operation) => /^(social|search|pro)\//.test(operation) && !operation.endsWith('keyword_ideas'))
  .flatMap((operation): Place[] => {
    const { example, input } = declarationOf(operation)
    const cursor = 'pagination' in input.shape ? [['pagination']] : []
    return [...textsIn(example.body), ...cursor].map((path) => ({ operation, path }))
  })

/** The example with another text in that place. */
function bodyWith({ operation, path }: Place, text: string): object {
  const body: Record<string, unknown> = { ...structuredClone(declarationOf(operation).example.body), userId }
  const holder = path.slice(0, -1).reduce<unknown>((at, name) => Reflect.get(at as object, name), body)
  Reflect.set(holder as object, path.at(-1) ?? '', text)
  return body
}

/** The forms of what the platforms were asked because of these texts. */
async function formsOf(place: Place, texts: readonly string[]): Promise<Set<string>> {
  await sandbox.clearRequests()
  for (const text of texts) {
    const { status, text: said } = await service.post(place.operation, bodyWith(place, text))
    expect(
      status,
      `${place.operation} ${place.path.join('.')} ${JSON.stringify(text)}: ${said}`,
    ).toBeLessThan(500)
  }
  const forms = new Set<string>()
  // Tokens are asked for when it is time.
  for (const platform of platforms)
    for (const request of await createSandboxAdmin(service, platform).requests())
      if (!request.call.startsWith('oauth.')) forms.add(formOf(request))
  // Whatever was asked for too often, or is remembered, is so no more.
  service.clock.advance(600_000)
  return forms
}

/** What honest callers write, and what names nothing. */
const honest = ['Plain text', '404404404404', 'https://plain.example/a']
const atOnce = sized(1, 10)

test(
  'hostile texts in every place of every operation reach the platforms as values, or not at all',
  async () => {
    const wanted = sized(110, 5000) / atOnce
    const rounds = fc.sample(fc.constantFrom(...places), {
      numRuns: Math.max(0, wanted - places.length),
      seed,
    })
    // Every place once in the long form, and as many as there is time for in the short one.
    const all = fc.sample(fc.shuffledSubarray([...places], { minLength: places.length }), {
      numRuns: 1,
      seed,
    })
    const chosen = [...(all[0] ?? []), ...rounds].slice(0, wanted)
    const known = new Map<Place, Set<string>>()
    // Of all places together: what is looked up for everybody and remembered is asked for only sometimes.
    const lookups = new Set<string>()
    const changed: string[] = []
    let sent = 0
    for (const [index, place] of chosen.entries()) {
      const own = JSON.stringify(declarationOf(place.operation).example.body)
      const usual = known.get(place) ?? (await formsOf(place, [...honest, ownText(place, own)]))
      known.set(place, usual)
      for (const form of usual) if (isLookup(form)) lookups.add(form)
      const texts = fc.sample(hostileValue, { numRuns: atOnce, seed: seed + index })
      for (const form of await formsOf(place, texts))
        if (!isOneOf(form, isLookup(form) ? lookups : usual))
          changed.push(`${place.operation} ${place.path.join('.')} ${JSON.stringify(texts)}: ${form}`)
      sent += texts.length
    }
    expect(changed).toEqual([])
    tell('T15', { texts: sent, places: isLong ? places.length : known.size, changed: changed.length })
  },
  proofTimeoutMs,
)

/** Of the search platform's tables that are the same for everybody. */
function isLookup(form: string): boolean {
  return / FROM \w+_constant\b/.test(form)
}

/** What stands there in the example. */
function ownText({ path }: Place, example: string): string {
  const found: unknown = path.reduce<unknown>(
    (at, name) => Reflect.get(at as object, name),
    JSON.parse(example),
  )
  return typeof found === 'string' ? found : ''
}
