// Responses to writes that do not prove themselves, for tests over every write call of a platform.

import { declarationOf, type OperationName, operations, type Platform } from '@adrail/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { SandboxDoor, Trouble } from './sandbox.ts'
import { type TestService, testDatabase } from './service.ts'
import { untilSettled } from './settledWrite.ts'

interface WriteAnswer {
  readonly status: number
  readonly text: string
  readonly results: { readonly success: boolean }
}

/** One request that changes something at a platform, and how its truth is checked. */
export interface WriteCall {
  /** The call as the sandbox names it. */
  readonly call: string
  /** Part of the title where several writes make the same call. */
  readonly by: string
  /** Matching requests that pass before the one whose response is malformed. */
  readonly skip?: number
  /** The request is refused, and the call rolls it back. */
  readonly isRefused?: true
  /** It takes seconds: the suite sends it one of the responses. */
  readonly isSlow?: true
  /** Prepares a new target; returns the request, which is sent with one key until its outcome is known, and the check. */
  prepare(label: string): Promise<{
    request(key: string): Promise<WriteAnswer>
    /** Fails unless the platform has what was reported, once. */
    check(answer: WriteAnswer): Promise<void>
  }>
}

const bodies: readonly (readonly [string, Trouble])[] = [
  ['a web page', { kind: 'html' }],
  ['nothing', { kind: 'body' }],
  ['other JSON', { kind: 'body', body: '{"status":"ok","message":"Welcome"}' }],
  ['JSON that ends early', { kind: 'body', body: '{"id":"12' }],
  ['a flag that denies it', { kind: 'body', body: '{"success":false}' }],
  ['a list', { kind: 'body', body: '[]' }],
]

/** A 204 has no body: what differs is its content type. */
const malformed = [200, 202, 204].flatMap((status) =>
  (status === 204 ? bodies.slice(0, 2) : bodies).flatMap(([what, trouble]) =>
    (['before', 'after'] as const).map((when) => ({
      what: `${status} with ${what}, ${when} its effect`,
      trouble: { ...trouble, status, when },
    })),
  ),
)

/** The suite sends each call a third of them, so that neighbouring calls share all; `ALL_RESPONSES=on` sends each call all. */
const shares = process.env['ALL_RESPONSES'] === 'on' ? 1 : 3
const shareOf = (call: number) => malformed.filter((_, number) => number % shares === call % shares)

let count = 0

/** A short name that every platform takes, also as an idempotency key. */
function newName(): string {
  count += 1
  return `Malformed-${count}`
}

/** The undo of a creation; `requireGone` fails while anything of it is left. */
export function undoOf<Creation extends WriteAnswer>(
  { service }: { readonly service: TestService },
  call: string,
  create: (name: string) => Promise<Creation & { readonly results: { readonly operationId?: string } }>,
  requireGone: (name: string) => Promise<void>,
  skip = 0,
): WriteCall {
  return {
    call,
    skip,
    by: `operation/undo_operation, request ${skip + 1}`,
    async prepare(name) {
      const { operationId = '' } = (await create(name)).results
      return {
        request: (key) =>
          service.call('operation/undo_operation', { operationId }, { headers: { 'idempotency-key': key } }),
        check: () => requireGone(name),
      }
    },
  }
}

interface Coverage {
  readonly platform: Platform
  /** Calls of the sandbox that change something and that adrail does not make. */
  readonly unused: readonly string[]
}

/** Queries and searches of Google are POST, and so is a report run of Meta. */
const reads = [
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
async function changingCalls(sandbox: SandboxDoor, platform: Platform): Promise<string[]> {
  const { calls } = emulatedCalls.parse(await sandbox.ask('GET', 'calls'))
  return calls
    .filter(
      (call) => call.platform === platform && !call.methods.includes('GET') && !reads.includes(call.name),
    )
    .map(({ name }) => name)
    .filter((name) => !/^(oauth|permissions)\./.test(name))
}

/** Every write call × the malformed responses: the outcome is looked up, and is what the platform has. */
export function describeMalformed(
  given: { readonly service: TestService; readonly sandbox: SandboxDoor },
  calls: readonly WriteCall[],
  { platform, unused }: Coverage,
): void {
  // Platforms store nothing but what the journal does for them: one database is enough.
  const onOneDatabase = test.skipIf(testDatabase() !== '')
  onOneDatabase.each(calls.map((each, number) => [`${each.call} (${each.by})`, each, number] as const))(
    '%s ends with what the platform has, whatever malformed response it gets',
    async (title, { call, skip = 0, isRefused = false, isSlow = false, prepare }, number) => {
      const share = shareOf(number)
      for (const { what, trouble } of isSlow && shares > 1 ? share.slice(0, 1) : share) {
        const label = `${title} ${what}`
        const name = newName()
        const { request, check } = await prepare(name)
        await given.sandbox.fail({ ...trouble, call, skip })
        const answer = await untilSettled(given, () => request(name))
        expect(await given.sandbox.unspent(), label).toEqual([])
        expect(answer.results, `${label}: ${answer.text}`).toMatchObject({ success: !isRefused })
        await check(answer)
        // Circuit breakers close again.
        given.service.clock.advance(60_000)
      }
    },
    600_000,
  )

  onOneDatabase('the table has every call with an effect that these writes make', async () => {
    await given.sandbox.forget()
    for (const { prepare } of calls) {
      const name = newName()
      const { request, check } = await prepare(name)
      await check(await request(name))
    }
    const named = new Set(calls.map(({ call }) => call))
    const unnamed = (await given.sandbox.effects()).filter(({ call }) => !named.has(call))
    expect(unnamed).toEqual([])
  })

  onOneDatabase(
    'the table has every call that the sandbox says can change something, and every write',
    async () => {
      const named = new Set(calls.map(({ call }) => call))
      expect(unused.filter((call) => named.has(call))).toEqual([])
      expect([...named, ...unused].toSorted()).toEqual(
        (await changingCalls(given.sandbox, platform)).toSorted(),
      )
      const writes = Object.keys(operations)
        // The keys of the contract are its operations.
        .filter((name) => declarationOf(name as OperationName).effect === 'write')
        .filter((name) => name.startsWith(`${platform}/`))
      const missing = writes.filter((name) => !calls.some(({ by }) => by.startsWith(name)))
      expect(missing).toEqual([])
    },
  )
}
