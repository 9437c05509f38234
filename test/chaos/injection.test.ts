// T15: every text from a caller stays a value and never changes the shape of a request to a platform.

import { declarationOf, type OperationName, operationNames, platforms } from '@adrail/contract'
import { createSandboxAdmin, linkExistingUser, newLinkedUser, useService } from '@adrail/server/testing'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { isLong, proofSize, proofTimeoutMs, reportProof, seed } from './proofRun.ts'
import { hasKnownShape, hostileValue, toRequestShape } from './requestShapes.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
let userId: string
beforeAll(async () => {
  userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
})

/** The position of a text in a request. */
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
  // `generate_keyword_ideas` allows one request per second, and the clock does not advance.
  .filter((operation) => /^(social|search|pro)\//.test(operation) && !operation.endsWith('keyword_ideas'))
  .flatMap((operation): TextPosition[] => {
    const { example, input } = declarationOf(operation)
    const cursor = 'pagination' in input.shape ? [['pagination']] : []
    return [...textsIn(example.body), ...cursor].map((path) => ({ operation, path }))
  })

/** Returns the example with another text in this position. */
function bodyWith({ operation, path }: TextPosition, text: string): object {
  const body: Record<string, unknown> = { ...structuredClone(declarationOf(operation).example.body), userId }
  const holder = path.slice(0, -1).reduce<unknown>((at, name) => Reflect.get(at as object, name), body)
  Reflect.set(holder as object, path.at(-1) ?? '', text)
  return body
}

/** Returns the shapes of the platform requests that these texts cause. */
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
  // Token requests happen when a token expires, independently of the texts.
  for (const platform of platforms)
    for (const request of await createSandboxAdmin(service, platform).requests())
      if (!request.call.startsWith('oauth.')) forms.add(toRequestShape(request))
  // Advancing the clock resets rate limits and expires caches.
  service.clock.advance(600_000)
  return forms
}

/** Harmless texts, and an id and a URL that refer to no object. */
const honest = ['Plain text', '404404404404', 'https://plain.example/a']
const textsPerRequest = proofSize(1, 10)

test(
  'hostile texts in every place of every operation do not change the shape of requests to platforms',
  async () => {
    const positionCount = proofSize(110, 5000) / textsPerRequest
    const extraPositions = fc.sample(fc.constantFrom(...places), {
      numRuns: Math.max(0, positionCount - places.length),
      seed,
    })
    // The long form covers every position once, the short form as many as time allows.
    const all = fc.sample(fc.shuffledSubarray([...places], { minLength: places.length }), {
      numRuns: 1,
      seed,
    })
    const testedPositions = [...(all[0] ?? []), ...extraPositions].slice(0, positionCount)
    const knownShapes = new Map<TextPosition, Set<string>>()
    // These shapes apply to all positions together, because adrail caches shared lookups and sends them only
    // sometimes.
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

/** Returns whether a request reads a Google Ads table that is the same for all accounts. */
function isSharedLookup(form: string): boolean {
  return / FROM \w+_constant\b/.test(form)
}

/** Returns the text of the example in this position. */
function exampleText({ path }: TextPosition, example: string): string {
  const found: unknown = path.reduce<unknown>(
    (at, name) => Reflect.get(at as object, name),
    JSON.parse(example),
  )
  return typeof found === 'string' ? found : ''
}
