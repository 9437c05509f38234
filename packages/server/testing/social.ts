// Fixtures of the social operations' tests: a linked user, the sandbox, and the error cases that all
// operations share.

import type { OperationName } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { minuteMs } from '../src/runtime/durations.ts'
import type { UserlessBody } from './calls.ts'
import { type LinkedCalls, useLinkedCalls } from './calls.ts'
import { expectRefusal } from './expectations.ts'
import { newLinkedUser } from './linked.ts'
import { createSandboxAdmin, type FaultSpec } from './sandbox.ts'
import { type TestOptions, useService } from './service.ts'

export const springCampaignId = '120210000000000011'

export type SocialCalls = LinkedCalls

/** Starts a service with a user who is linked to the demo person's bakery. */
export function useSocial(
  options: Pick<TestOptions, 'environment' | 'controlsDatabaseClock'> = {},
): SocialCalls {
  const service = useService(options)
  return useLinkedCalls(service, createSandboxAdmin(service), () => newLinkedUser(service))
}

/** Creates an object directly at the platform as the demo person. Returns its id. */
export async function createAtPlatform(
  social: SocialCalls,
  edge: 'campaigns' | 'adsets' | 'ads',
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { adAccountId } = social.service.app.sandbox?.social ?? {}
  const parsed = z
    .object({ id: z.string() })
    .safeParse(await post(social, `act_${adAccountId}/${edge}`, fields))
  if (!parsed.success) throw new Error(`${edge} could not be made.`)
  return parsed.data.id
}

/** Changes an object directly at the platform as the demo person. */
export async function changeAtPlatform(
  social: SocialCalls,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await post(social, id, fields)
}

async function post(
  { service }: SocialCalls,
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { url = '', social } = service.app.sandbox ?? {}
  const params = new URLSearchParams({ access_token: social?.accessToken ?? '' })
  for (const [name, value] of Object.entries(fields))
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const response = await fetch(`${url}/v26.0/${path}`, { method: 'POST', body: params })
  const data: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(data)}`)
  return data
}

interface RefusalCase<Name extends OperationName> {
  readonly operation: Name
  readonly body: UserlessBody<Name>
  /** First platform call of the operation. */
  readonly failingCall: string
  /**
   * Lifetime of cached responses. The clock advances by this time before each call, so the call reaches the
   * platform.
   */
  readonly cacheMs?: number
  /** Page edges use the page access token. */
  readonly token?: 'page'
}

/** Tests the error cases of every operation that calls the platform for a user. */
export function describeRefusals<Name extends OperationName>(
  social: SocialCalls,
  refusalCase: RefusalCase<Name>,
): void {
  const { operation, body, failingCall, cacheMs = 0, token } = refusalCase
  const { service, sandbox } = social
  const callOperation = (userId = social.userId, apiKey = service.apiKey) => {
    service.clock.advance(cacheMs)
    return service.call(operation, { userId, ...body } as never, { apiKey })
  }
  const injectFault = (faultSpec: FaultSpec) => sandbox.injectFault({ call: failingCall, ...faultSpec })

  describe(`${operation} for a user without an account or of another workspace`, () => {
    test('returns ACCOUNT_NOT_LINKED and recommends auth/create_link when the user has no linked account', async () => {
      const { results } = await service.call('user/create_user', { name: 'Nobody' })
      const response = await callOperation(results.user.userId)
      expectRefusal(response, 'ACCOUNT_NOT_LINKED')
      expect(response.results.error).toContain('auth/create_link')
    })

    test('returns USER_NOT_FOUND for a user of another workspace', async () => {
      const { apiKey } = await service.newWorkspace()
      expectRefusal(await callOperation(social.userId, apiKey), 'USER_NOT_FOUND')
    })
  })

  describe(`${operation} when the platform fails`, () => {
    test('retries a transient failure', async () => {
      await injectFault({ kind: 'status', status: 503, code: '2' })
      expect((await callOperation()).results.error).toBe('')
    })

    test('returns UPSTREAM_ERROR after four failed attempts', async () => {
      await injectFault({ kind: 'status', status: 503, code: '2', times: 4 })
      expectRefusal(await callOperation(), 'UPSTREAM_ERROR')
    })

    test('returns 502, 503 or 504 when connections break, and 502 when responses are malformed', async () => {
      await injectFault({ kind: 'reset', times: 4 })
      const brokenResponse = await callOperation()
      expect([502, 503, 504]).toContain(brokenResponse.status)
      await sandbox.clearFaults()
      await injectFault({ kind: 'garbage', times: 4 })
      expect((await callOperation()).status).toBe(502)
      await injectFault({ kind: 'html', times: 4 })
      expectRefusal(await callOperation(), 'UPSTREAM_ERROR')
    })

    test('refreshes a refused token and retries the request', async () => {
      await injectFault({ kind: 'status', status: 400, code: '190/463' })
      await sandbox.clearRequests()
      expect((await callOperation()).results.error).toBe('')
      const calls = (await sandbox.requests()).map(({ call }) => call)
      expect(calls).toContain(token === 'page' ? 'page.read' : 'oauth.access_token')
    })

    test('returns UPSTREAM_UNAVAILABLE with retry-after while refreshed tokens are refused, and then recovers', async () => {
      await injectFault({ kind: 'status', status: 400, code: '190/460', times: 2 })
      const response = await callOperation()
      expectRefusal(response, 'UPSTREAM_UNAVAILABLE')
      expect(response.headers.get('retry-after')).toBe('30')
      service.clock.advance(30_000)
      expect((await callOperation()).results.error).toBe('')
    })

    test.each([
      ['200', 403, 'PERMISSION_MISSING'],
      ['10', 403, 'PERMISSION_MISSING'],
      ['294', 403, 'PERMISSION_MISSING'],
      ['368', 400, 'ACCOUNT_SUSPENDED'],
      ['190/459', 400, 'ACCOUNT_SUSPENDED'],
      ['300', 400, 'PLATFORM_REJECTED'],
    ] as const)('returns refusal %s of the platform as a final error', async (code, status, expected) => {
      await injectFault({ kind: 'status', status, code })
      expectRefusal(await callOperation(), expected)
    })

    test('returns INTERNAL when the platform rejects an invalid request of adrail', async () => {
      await injectFault({ kind: 'status', status: 400, code: '2500' })
      expectRefusal(await callOperation(), 'INTERNAL')
    })

    test('returns UPSTREAM_RATE_LIMITED while the platform blocks the account, and resumes afterwards', async () => {
      await injectFault({ kind: 'status', status: 400, code: '80004', retryAfterSeconds: 120 })
      const blockedResponse = await callOperation()
      expectRefusal(blockedResponse, 'UPSTREAM_RATE_LIMITED')
      expect(Number(blockedResponse.headers.get('retry-after'))).toBeGreaterThan(20)
      if (cacheMs === 0) {
        await sandbox.clearRequests()
        expectRefusal(await callOperation(), 'UPSTREAM_RATE_LIMITED')
        expect(await sandbox.requests()).toEqual([])
      }
      service.clock.advance(10 * minuteMs)
      expect((await callOperation()).results.error).toBe('')
    })
  })

  describe(`${operation} after the user removed the app`, () => {
    test('returns ACCOUNT_RELINK_REQUIRED and recommends auth/create_link', async () => {
      const person = 'agnes'
      const account = { accountId: '1005200300400', pageId: '104500000000501' }
      const removedUserId = await newLinkedUser(service, { person, ...account })
      await sandbox.simulate('revoke', { platform: 'social', person })
      const response = await callOperation(removedUserId)
      expectRefusal(response, 'ACCOUNT_RELINK_REQUIRED')
      expect(response.results.error).toContain('auth/create_link')
    })
  })
}
