// T13: no caller can see, use or guess anything of another workspace.

import { createHash } from 'node:crypto'
import { declarationOf, type OperationName } from '@adrail/contract'
import {
  decideConsent,
  followCallback,
  linkExistingUser,
  newLinkedUser,
  readResponse,
  springCampaignId,
  startOAuthFlow,
  useService,
  withoutRequestId,
} from '@adrail/server/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createProbeCalls, type InjectionPoint, listInjectionPoints, type ProbeCall } from './probes.ts'
import { isLong, proofSize, reportProof, seed } from './proofRun.ts'
import { createVictim, type Reference, type Victim } from './victim.ts'

const service = useService({ environment: { LEADS: 'on' } })
let victim: Victim
let userId: string
beforeAll(async () => {
  victim = await createVictim(service)
  userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
})

/**
 * Returns an id of the same format that exists nowhere. Equal values give equal ids, because some requests
 * leave records behind.
 */
function absentLike(value: string): string {
  const [, prefix = '', suffix = ''] =
    /^([a-z]{2,5}[_.]|urn:li:\w+:|adrail:\/\/media\/img_)?(.*)$/s.exec(value) ?? []
  const digest = createHash('sha512').update(value).digest()
  const draw = (from: string, at: number) => from[(digest[at % 64] ?? 0) % from.length] ?? ''
  const replaceCharacter = (sign: string, at: number) => {
    if (/[1-9]/.test(sign)) return draw('123456789', at)
    if (/[a-f]/.test(sign)) return draw('abcdef', at)
    return /[g-z]/.test(sign) ? draw('ghjkmnpqrstvwxyz', at) : sign
  }
  return prefix + Array.from(suffix, replaceCharacter).join('')
}

/**
 * Masks the differences that are allowed between two responses: the requested value, and values that are new
 * in every response.
 */
function maskVolatile(text: string, value: string): string {
  return text
    .replaceAll(value, '@')
    .replace(/\b(op|usr|lnk|con|evt|whe|key|req|crd|img)_[0-9a-z]{26}\b/g, '$1_')
    .replace(/(\/connect\/)[\w-]+/g, '$1token')
    .replace(/"(next|previous|resume|traceId)(\\?":\\?")[^"\\]+/g, '"$1$2')
}

interface Probe {
  readonly point: InjectionPoint
  readonly reference: Reference
  readonly entryPoint: string
}

/** An id of one platform is not an id of another platform. */
const isSamePlatform = ({ operation }: InjectionPoint, source: string) =>
  !/^(social|search|pro)\//.test(source) || source.split('/')[0] === operation.split('/')[0]

/**
 * Combines each injection point with a matching reference of the victim over HTTP. Random combinations
 * follow.
 */
function drawProbes(
  points: readonly InjectionPoint[],
  references: readonly Reference[],
  count: number,
): Probe[] {
  const matching = points.flatMap((point) =>
    references
      .filter(({ name, source }) => name === point.name && isSamePlatform(point, source))
      .slice(0, 1)
      .map((reference) => ({ point, reference, entryPoint: 'http' })),
  )
  const anyProbe = fc.record({
    point: fc.constantFrom(...points),
    reference: fc.constantFrom(...references),
    entryPoint: fc.constantFrom('http', 'mcp', 'console'),
  })
  return [...matching, ...fc.sample(anyProbe, { numRuns: Math.max(0, count - matching.length), seed })]
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

describe('a caller with a key of another workspace', () => {
  test('receives the same responses for every id, cursor and key of the victim as for unknown ones, and changes nothing', async () => {
    const { results: hook } = await service.call('webhook/create_endpoint', {
      url: 'http://localhost:3000/hooks',
    })
    const { id: keyId } = await service.newKey({ scopes: ['read'] })
    const own: Readonly<Record<string, string>> = { userId, endpointId: hook.endpoint.endpointId, keyId }
    const bodyOf = (operation: OperationName) => {
      const { example, input } = declarationOf(operation)
      const ownFieldValues = Object.entries(own).filter(
        ([name]) => name in input.shape && !('externalId' in example.body),
      )
      const users = 'userIds' in input.shape ? { userIds: [userId] } : {}
      return { ...example.body, ...Object.fromEntries(ownFieldValues), ...users }
    }
    const points = listInjectionPoints(bodyOf)
    const references = await victim.listReferences()
    const callsByEntryPoint = await createProbeCalls(service)
    const before = await victim.snapshot()

    const times: { foreign: number[]; absent: number[] } = { foreign: [], absent: [] }
    const leaks: string[] = []
    const probes = drawProbes(points, references, proofSize(200, 10_000))
    for (const [index, { point, reference, entryPoint }] of probes.entries()) {
      const ask = callsByEntryPoint[entryPoint] as ProbeCall
      const timed = async (kind: 'foreign' | 'absent', value: string) => {
        const from = performance.now()
        const text = await ask(point.operation, point.fill(value))
        times[kind].push(performance.now() - from)
        return maskVolatile(text, value)
      }
      const absent = absentLike(reference.value)
      // The order alternates, so that neither request always comes first.
      const early = index % 2 === 0 ? await timed('absent', absent) : ''
      const foreign = await timed('foreign', reference.value)
      const expected = index % 2 === 0 ? early : await timed('absent', absent)
      const leakedReferences = references.filter(({ value }) => value.length > 8 && foreign.includes(value))
      if (foreign !== expected || foreign.includes(victim.mark) || leakedReferences.length > 0)
        leaks.push(
          `${entryPoint} ${point.operation} ${point.name}=${reference.value} (${reference.name} of ${reference.source})\n${foreign}\n${expected}`,
        )
    }
    expect(leaks).toEqual([])
    expect(await victim.snapshot()).toEqual(before)

    const [foreign, absent] = [median(times.foreign), median(times.absent)]
    const figures = {
      probes: probes.length,
      slots: points.length,
      things: references.length,
      leaks: leaks.length,
    }
    reportProof('T13', {
      ...figures,
      ...(isLong ? { foreignMs: foreign, absentMs: absent, ratio: foreign / absent } : {}),
    })
  }, 1_200_000)

  test("uses the victim's idempotency key as a new key without a replayed response", async () => {
    const { apiKey } = await service.newWorkspace()
    const body = {
      userId: await newLinkedUser(service, { apiKey }),
      campaignId: springCampaignId,
      amount: 21,
    }
    const send = (key: string) =>
      service.call('social/edit_campaign', body, { apiKey, headers: { 'idempotency-key': key } })
    const [first, second] = [await send(victim.idempotencyKey), await send('never-used-before')]
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(maskVolatile(first.text, victim.idempotencyKey)).toBe(
      maskVolatile(second.text, 'never-used-before'),
    )
  })

  test("cannot finish the victim's link", async () => {
    const linkRequest = { userId, platform: 'SEARCH', state: 'ours' } as const
    const ownFlow = await startOAuthFlow(service, linkRequest)
    const { apiKey } = victim
    const { users } = (await service.call('user/list_users', {}, { apiKey })).results
    const victimRequest = { ...linkRequest, userId: users[0]?.userId ?? '', state: victim.mark }
    const victimFlow = await startOAuthFlow({ url: service.url, apiKey }, victimRequest)
    const callback = new URL(await decideConsent(victimFlow))
    const page = async () =>
      withoutRequestId(await readResponse(followCallback(callback.href, ownFlow.cookie)))
    const foreign = await page()
    callback.searchParams.set('state', absentLike(callback.searchParams.get('state') ?? ''))
    expect(foreign).toEqual(await page())
    expect(foreign.status).toBe(400)
    expect(foreign.text).not.toContain(victim.mark)
  })

  test('receives 404 for the approval page of a pending write of the victim', async () => {
    const { approvals } = (await service.call('approval/list_approvals', {}, { apiKey: victim.apiKey }))
      .results
    const page = async (operationId: string) => {
      const path = `/approve/${operationId}`
      const signedIn = await service.send(`${path}/sign-in`, {
        method: 'POST',
        headers: { origin: service.url, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ key: service.apiKey }),
        redirect: 'manual',
      })
      const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
      expect(cookie).not.toBe('')
      const { status, text } = await readResponse(service.send(path, { headers: { cookie } }))
      return `${status} ${maskVolatile(text, operationId)}`
    }
    const waiting = approvals[0]?.operationId ?? ''
    expect(waiting).not.toBe('')
    const foreign = await page(waiting)
    expect(foreign).toBe(await page(absentLike(waiting)))
    expect(foreign).toMatch(/^404 /)
  })
})
