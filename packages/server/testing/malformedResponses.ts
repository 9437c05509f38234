// Responses to writes that do not prove themselves, for tests over every write call of a platform.

import { declarationOf, type OperationName, operations, type Platform } from '@adrail/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { FaultSpec, SandboxAdmin } from './sandbox.ts'
import { type TestService, testDatabaseUrl } from './service.ts'
import { advanceUntilFinal } from './settledWrite.ts'

interface WriteResponse {
  readonly status: number
  readonly text: string
  readonly results: { readonly success: boolean }
}

/** One request that changes something at a platform, and how its truth is checked. */
export interface WriteCall {
  /** The call as the sandbox names it. */
  readonly call: string
  /** Part of the title where several writes make the same call. */
  readonly writeTitle: string
  /** Matching requests that pass before the one whose response is malformed. */
  readonly skip?: number
  /** The request is refused, and the call rolls it back. */
  readonly isRefused?: true
  /** It takes seconds: the suite sends it one of the responses. */
  readonly isSlow?: true
  /** Prepares a new target; returns the request, which is sent with one key until its outcome is known, and the check. */
  prepare(label: string): Promise<{
    request(key: string): Promise<WriteResponse>
    /** Fails unless the platform has what was reported, once. */
    check(response: WriteResponse): Promise<void>
  }>
}

const faultsByBody: readonly (readonly [string, FaultSpec])[] = [
  ['a web page', { kind: 'html' }],
  ['nothing', { kind: 'body' }],
  ['other JSON', { kind: 'body', body: '{"status":"ok","message":"Welcome"}' }],
  ['JSON that ends early', { kind: 'body', body: '{"id":"12' }],
  ['a flag that denies it', { kind: 'body', body: '{"success":false}' }],
  ['a list', { kind: 'body', body: '[]' }],
]

/** A 204 has no body: what differs is its content type. */
const malformedFaults = [200, 202, 204].flatMap((status) =>
  (status === 204 ? faultsByBody.slice(0, 2) : faultsByBody).flatMap(([title, fault]) =>
    (['before', 'after'] as const).map((when) => ({
      faultTitle: `${status} with ${title}, ${when} its effect`,
      fault: { ...fault, status, when },
    })),
  ),
)

/** The suite sends each call a third of them, so that neighbouring calls share all; `ALL_RESPONSES=on` sends each call all. */
const shareCount = process.env['ALL_RESPONSES'] === 'on' ? 1 : 3
const selectShare = (call: number) =>
  malformedFaults.filter((_, number) => number % shareCount === call % shareCount)

let count = 0

/** A short name that every platform takes, also as an idempotency key. */
function newName(): string {
  count += 1
  return `Malformed-${count}`
}

/** The undo of a creation; `assertGone` fails while anything of it is left. */
export function undoWriteCall<Creation extends WriteResponse>(
  { service }: { readonly service: TestService },
  call: string,
  create: (name: string) => Promise<Creation & { readonly results: { readonly operationId?: string } }>,
  assertGone: (name: string) => Promise<void>,
  skip = 0,
): WriteCall {
  return {
    call,
    skip,
    writeTitle: `operation/undo_operation, request ${skip + 1}`,
    async prepare(name) {
      const { operationId = '' } = (await create(name)).results
      return {
        request: (key) =>
          service.call('operation/undo_operation', { operationId }, { headers: { 'idempotency-key': key } }),
        check: () => assertGone(name),
      }
    },
  }
}

interface Coverage {
  readonly platform: Platform
  /** Calls of the sandbox that change something and that adrail does not make. */
  readonly unusedCalls: readonly string[]
}

/** Queries and searches of Google are POST, and so is a report run of Meta. */
const readCalls = [
  'googleAds:search',
  'googleAds:searchStream',
  'generateKeywordIdeas',
  'geoTargetConstants:suggest',
  'insights.create',
]
const emulatedCalls = z.object({
  calls: z.array(z.object({ platform: z.string(), name: z.string(), methods: z.array(z.string()) })),
})

/** What can change something at the emulated platform, except for the linking of accounts. */
async function listChangingCalls(sandbox: SandboxAdmin, platform: Platform): Promise<string[]> {
  const { calls } = emulatedCalls.parse(await sandbox.callAdmin('GET', 'calls'))
  return calls
    .filter(
      (call) => call.platform === platform && !call.methods.includes('GET') && !readCalls.includes(call.name),
    )
    .map(({ name }) => name)
    .filter((name) => !/^(oauth|permissions)\./.test(name))
}

/** Every write call × the malformed responses: the outcome is looked up, and is what the platform has. */
export function describeMalformed(
  harness: { readonly service: TestService; readonly sandbox: SandboxAdmin },
  calls: readonly WriteCall[],
  { platform, unusedCalls }: Coverage,
): void {
  // Platforms store nothing but what the journal does for them: one database is enough.
  const onOneDatabase = test.skipIf(testDatabaseUrl() !== '')
  onOneDatabase.each(
    calls.map(
      (writeCall, number) => [`${writeCall.call} (${writeCall.writeTitle})`, writeCall, number] as const,
    ),
  )(
    '%s ends with what the platform has, whatever malformed response it gets',
    async (title, { call, skip = 0, isRefused = false, isSlow = false, prepare }, number) => {
      const faults = selectShare(number)
      for (const { faultTitle, fault } of isSlow && shareCount > 1 ? faults.slice(0, 1) : faults) {
        const label = `${title} ${faultTitle}`
        const name = newName()
        const { request, check } = await prepare(name)
        await harness.sandbox.injectFault({ ...fault, call, skip })
        const response = await advanceUntilFinal(harness, () => request(name))
        expect(await harness.sandbox.listUnusedFaults(), label).toEqual([])
        expect(response.results, `${label}: ${response.text}`).toMatchObject({ success: !isRefused })
        await check(response)
        // Circuit breakers close again.
        harness.service.clock.advance(60_000)
      }
    },
    600_000,
  )

  onOneDatabase('the table has every call with an effect that these writes make', async () => {
    await harness.sandbox.clearRequests()
    for (const { prepare } of calls) {
      const name = newName()
      const { request, check } = await prepare(name)
      await check(await request(name))
    }
    const coveredCalls = new Set(calls.map(({ call }) => call))
    const unnamed = (await harness.sandbox.effects()).filter(({ call }) => !coveredCalls.has(call))
    expect(unnamed).toEqual([])
  })

  onOneDatabase(
    'the table has every call that the sandbox says can change something, and every write',
    async () => {
      const coveredCalls = new Set(calls.map(({ call }) => call))
      expect(unusedCalls.filter((call) => coveredCalls.has(call))).toEqual([])
      expect([...coveredCalls, ...unusedCalls].toSorted()).toEqual(
        (await listChangingCalls(harness.sandbox, platform)).toSorted(),
      )
      const writes = Object.keys(operations)
        // The keys of the contract are its operations.
        .filter((name) => declarationOf(name as OperationName).effect === 'write')
        .filter((name) => name.startsWith(`${platform}/`))
      const missing = writes.filter((name) => !calls.some(({ writeTitle }) => writeTitle.startsWith(name)))
      expect(missing).toEqual([])
    },
  )
}
