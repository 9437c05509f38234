// T15: whatever a caller writes stays a value: no request to a platform takes another form because of it.

import { declarationOf, type OperationName, operationNames, platforms } from '@adrail/contract'
import { useService } from '@adrail/server/testing'
import { linkExistingUser, newLinkedUser } from '@adrail/server/testing/linked'
import { createSandboxAdmin } from '@adrail/server/testing/sandbox'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isLong, proofSize, proofTimeoutMs, reportProof, seed } from './figures.ts'
import { hasKnownShape, hostileValue, requestShape } from './forms.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
let userId: string
beforeAll(async () => {
  userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
})

/** A text in a request, somewhere. */
interface TextPosition {
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
  .flatMap((operation): TextPosition[] => {
    const { example, input } = declarationOf(operation)
    const cursor = 'pagination' in input.shape ? [['pagination']] : []
    return [...textsIn(example.body), ...cursor].map((path) => ({ operation, path }))
  })

/** The example with another text in that place. */
function bodyWith({ operation, path }: TextPosition, text: string): object {
  const body: Record<string, unknown> = { ...structuredClone(declarationOf(operation).example.body), userId }
  const holder = path.slice(0, -1).reduce<unknown>((at, name) => Reflect.get(at as object, name), body)
  Reflect.set(holder as object, path.at(-1) ?? '', text)
  return body
}

/** The forms of what the platforms were asked because of these texts. */
async function collectShapes(position: TextPosition, texts: readonly string[]): Promise<Set<string>> {
  await sandbox.clearRequests()
  for (const text of texts) {
    const { status, text: responseText } = await service.post(position.operation, bodyWith(position, text))
    expect(
      status,
      `${position.operation} ${position.path.join('.')} ${JSON.stringify(text)}: ${responseText}`,
    ).toBeLessThan(500)
  }
  const forms = new Set<string>()
  // Tokens are asked for when it is time.
  for (const platform of platforms)
    for (const request of await createSandboxAdmin(service, platform).requests())
      if (!request.call.startsWith('oauth.')) forms.add(requestShape(request))
  // Whatever was asked for too often, or is remembered, is so no more.
  service.clock.advance(600_000)
  return forms
}

/** What honest callers write, and what names nothing. */
const honest = ['Plain text', '404404404404', 'https://plain.example/a']
const textsPerRequest = proofSize(1, 10)

test(
  'hostile texts in every place of every operation reach the platforms as values, or not at all',
  async () => {
    const positionCount = proofSize(110, 5000) / textsPerRequest
    const extraPositions = fc.sample(fc.constantFrom(...places), {
      numRuns: Math.max(0, positionCount - places.length),
      seed,
    })
    // Every place once in the long form, and as many as there is time for in the short one.
    const all = fc.sample(fc.shuffledSubarray([...places], { minLength: places.length }), {
      numRuns: 1,
      seed,
    })
    const testedPositions = [...(all[0] ?? []), ...extraPositions].slice(0, positionCount)
    const knownShapes = new Map<TextPosition, Set<string>>()
    // Of all places together: what is looked up for everybody and remembered is asked for only sometimes.
    const lookups = new Set<string>()
    const changed: string[] = []
    let sent = 0
    for (const [index, place] of testedPositions.entries()) {
      const own = JSON.stringify(declarationOf(place.operation).example.body)
      const usual =
        knownShapes.get(place) ?? (await collectShapes(place, [...honest, exampleText(place, own)]))
      knownShapes.set(place, usual)
      for (const form of usual) if (isSharedLookup(form)) lookups.add(form)
      const texts = fc.sample(hostileValue, { numRuns: textsPerRequest, seed: seed + index })
      for (const form of await collectShapes(place, texts))
        if (!hasKnownShape(form, isSharedLookup(form) ? lookups : usual))
          changed.push(`${place.operation} ${place.path.join('.')} ${JSON.stringify(texts)}: ${form}`)
      sent += texts.length
    }
    expect(changed).toEqual([])
    reportProof('T15', {
      texts: sent,
      places: isLong ? places.length : knownShapes.size,
      changed: changed.length,
    })
  },
  proofTimeoutMs,
)

/** Of the search platform's tables that are the same for everybody. */
function isSharedLookup(form: string): boolean {
  return / FROM \w+_constant\b/.test(form)
}

/** What stands there in the example. */
function exampleText({ path }: TextPosition, example: string): string {
  const found: unknown = path.reduce<unknown>(
    (at, name) => Reflect.get(at as object, name),
    JSON.parse(example),
  )
  return typeof found === 'string' ? found : ''
}
