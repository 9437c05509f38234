// Tests every write call of a platform with malformed responses, which prove neither success nor failure.

import { declarationOf, type OperationName, operations, type Platform } from '@adrail/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { advanceUntilFinal } from './advanceUntilFinal.ts'
import type { FaultSpec, SandboxAdmin } from './sandbox.ts'
import { type TestService, testDatabaseUrl } from './service.ts'

interface WriteResponse {
  readonly status: number
  readonly text: string
  readonly results: { readonly success: boolean }
}

/** A request that changes something at a platform, and a check of the actual outcome. */
export interface WriteCall {
  /** Name of the call in the sandbox. */
  readonly call: string
  /** Operation that makes the call. Distinguishes the titles of writes with the same call. */
  readonly writeTitle: string
  /** Matching requests that pass before the one whose response is malformed. */
  readonly skip?: number
  /** The platform rejects the request, and this call rolls it back. */
  readonly isRefused?: true
  /** The write takes seconds, so the suite tests it with only one response. */
  readonly isSlow?: true
  /**
   * Prepares a new target and returns the request and the check. The request is resent with one key until its
   * outcome is final.
   */
  prepare(label: string): Promise<{
    request(key: string): Promise<WriteResponse>
    /** Fails unless the platform has exactly one object as reported. */
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

/** A 204 response has no body, so only its content type varies. */
const malformedFaults = [200, 202, 204].flatMap((status) =>
  (status === 204 ? faultsByBody.slice(0, 2) : faultsByBody).flatMap(([title, fault]) =>
    (['before', 'after'] as const).map((when) => ({
      faultTitle: `${status} with ${title}, ${when} its effect`,
      fault: { ...fault, status, when },
    })),
  ),
)

/**
 * The suite tests each call with a third of the responses, so that adjacent calls cover all of them.
 * `ALL_RESPONSES=on` tests each call with all responses.
 */
const shareCount = process.env['ALL_RESPONSES'] === 'on' ? 1 : 3
const selectShare = (call: number) =>
  malformedFaults.filter((_, number) => number % shareCount === call % shareCount)

let count = 0

/** Returns a short name that all platforms accept, and that is a valid idempotency key. */
function newName(): string {
  count += 1
  return `Malformed-${count}`
}

/** Returns the write call that undoes a creation. `assertGone` fails while any created object exists. */
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
  /** Calls of the sandbox that change something but that adrail never makes. */
  readonly unusedCalls: readonly string[]
}

/** Calls that use POST but change nothing: queries and searches of Google, and report runs of Meta. */
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

/** Lists the calls that can change something at the emulated platform, except for account linking. */
async function listChangingCalls(sandbox: SandboxAdmin, platform: Platform): Promise<string[]> {
  const { calls } = emulatedCalls.parse(await sandbox.callAdmin('GET', 'calls'))
  return calls
    .filter(
      (call) => call.platform === platform && !call.methods.includes('GET') && !readCalls.includes(call.name),
    )
    .map(({ name }) => name)
    .filter((name) => !/^(oauth|permissions)\./.test(name))
}

/**
 * Tests every write call with the malformed responses: adrail looks up the outcome and reports the platform's
 * actual state.
 */
export function describeMalformedResponses(
  harness: { readonly service: TestService; readonly sandbox: SandboxAdmin },
  calls: readonly WriteCall[],
  { platform, unusedCalls }: Coverage,
): void {
  // The database affects only the journal here, so one kind of database is enough.
  const onOneDatabase = test.skipIf(testDatabaseUrl() !== '')
  onOneDatabase.each(
    calls.map(
      (writeCall, number) => [`${writeCall.call} (${writeCall.writeTitle})`, writeCall, number] as const,
    ),
  )(
    '%s reports the actual state of the platform after malformed responses',
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
        // Circuit breakers close within this time.
        harness.service.clock.advance(60_000)
      }
    },
    600_000,
  )

  onOneDatabase(
    `the table of write calls of ${platform} contains every call with an effect that its writes send`,
    async () => {
      await harness.sandbox.clearRequests()
      for (const { prepare } of calls) {
        const name = newName()
        const { request, check } = await prepare(name)
        await check(await request(name))
      }
      const coveredCalls = new Set(calls.map(({ call }) => call))
      const uncoveredEffects = (await harness.sandbox.effects()).filter(({ call }) => !coveredCalls.has(call))
      expect(uncoveredEffects).toEqual([])
    },
  )

  onOneDatabase(
    `the table of write calls of ${platform} contains every changing call of the sandbox and every write operation`,
    async () => {
      const coveredCalls = new Set(calls.map(({ call }) => call))
      expect(unusedCalls.filter((call) => coveredCalls.has(call))).toEqual([])
      expect([...coveredCalls, ...unusedCalls].toSorted()).toEqual(
        (await listChangingCalls(harness.sandbox, platform)).toSorted(),
      )
      const writes = Object.keys(operations)
        // The keys of `operations` are the operation names.
        .filter((name) => declarationOf(name as OperationName).effect === 'write')
        .filter((name) => name.startsWith(`${platform}/`))
      const missingWrites = writes.filter(
        (name) => !calls.some(({ writeTitle }) => writeTitle.startsWith(name)),
      )
      expect(missingWrites).toEqual([])
    },
  )
}
