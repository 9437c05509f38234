// What the tests of all social operations need: a linked user, the sandbox beside it, and what must hold for each.

import type { OperationName } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { UserlessBody } from './calls.ts'
import { type LinkedCalls, useLinkedCalls } from './calls.ts'
import { expectRefusal } from './expectations.ts'
import { linkedUser } from './linked.ts'
import { sandboxOf, type Trouble } from './sandbox.ts'
import { type TestOptions, useService } from './service.ts'

const minuteMs = 60_000

export const spring = '120210000000000011'

export type Social = LinkedCalls

/** The user is linked to the bakery of the demo person. */
export function useSocial(options: Pick<TestOptions, 'environment' | 'turnsDatabase'> = {}): Social {
  const service = useService(options)
  return useLinkedCalls(service, sandboxOf(service), () => linkedUser(service))
}

/** Makes something at the platform past the service, as the demo person; its id. */
export async function makeAtPlatform(
  social: Social,
  edge: 'campaigns' | 'adsets' | 'ads',
  members: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { adAccountId } = social.service.app.sandbox?.social ?? {}
  const made = z
    .object({ id: z.string() })
    .safeParse(await post(social, `act_${adAccountId}/${edge}`, members))
  if (!made.success) throw new Error(`${edge} could not be made.`)
  return made.data.id
}

/** Changes something at the platform past the service, as the demo person. */
export async function changeAtPlatform(
  social: Social,
  id: string,
  members: Readonly<Record<string, unknown>>,
): Promise<void> {
  await post(social, id, members)
}

async function post(
  { service }: Social,
  path: string,
  members: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { url = '', social } = service.app.sandbox ?? {}
  const params = new URLSearchParams({ access_token: social?.accessToken ?? '' })
  for (const [name, value] of Object.entries(members))
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const response = await fetch(`${url}/v26.0/${path}`, { method: 'POST', body: params })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

interface Refusals<Name extends OperationName> {
  readonly operation: Name
  readonly body: UserlessBody<Name>
  /** The platform's call that the operation makes first. */
  readonly fails: string
  /** How long answers are remembered: the clock is turned past it before a call that must reach the platform. */
  readonly rememberedMs?: number
  /** Page edges use a token of their own. */
  readonly token?: 'page'
}

/** What holds for every operation that asks the platform for a user. */
export function describeRefusals<Name extends OperationName>(social: Social, refusals: Refusals<Name>): void {
  const { operation, body, fails, rememberedMs = 0, token } = refusals
  const { service, sandbox } = social
  const ask = (userId = social.userId, apiKey = service.apiKey) => {
    service.clock.advance(rememberedMs)
    return service.call(operation, { userId, ...body } as never, { apiKey })
  }
  const fail = (trouble: Trouble) => sandbox.fail({ call: fails, ...trouble })

  describe(`${operation} for a user who cannot be served`, () => {
    test('answers 409 and names auth/create_link when nothing is linked', async () => {
      const { results } = await service.call('user/create_user', { name: 'Nobody' })
      const answer = await ask(results.user.userId)
      expectRefusal(answer, 'ACCOUNT_NOT_LINKED')
      expect(answer.results.error).toContain('auth/create_link')
    })

    test("answers another workspace's user as unknown", async () => {
      const { apiKey } = await service.newWorkspace()
      expectRefusal(await ask(social.userId, apiKey), 'USER_NOT_FOUND')
    })
  })

  describe(`${operation} when the platform fails`, () => {
    test('tries a passing failure again', async () => {
      await fail({ kind: 'status', status: 503, code: '2' })
      expect((await ask()).results.error).toBe('')
    })

    test('gives up after four tries of a failure that stays', async () => {
      await fail({ kind: 'status', status: 503, code: '2', times: 4 })
      expectRefusal(await ask(), 'UPSTREAM_ERROR')
    })

    test('answers 503 when connections break, and 502 when answers are garbage', async () => {
      await fail({ kind: 'reset', times: 4 })
      const broken = await ask()
      expect([502, 503, 504]).toContain(broken.status)
      await sandbox.forgetFaults()
      await fail({ kind: 'garbage', times: 4 })
      expect((await ask()).status).toBe(502)
      await fail({ kind: 'html', times: 4 })
      expectRefusal(await ask(), 'UPSTREAM_ERROR')
    })

    test('renews a refused token once and asks again', async () => {
      await fail({ kind: 'status', status: 400, code: '190/463' })
      await sandbox.forget()
      expect((await ask()).results.error).toBe('')
      const calls = (await sandbox.requests()).map(({ call }) => call)
      expect(calls).toContain(token === 'page' ? 'page.read' : 'oauth.access_token')
    })

    test('says when to come again while renewed tokens are refused as well, and heals', async () => {
      await fail({ kind: 'status', status: 400, code: '190/460', times: 2 })
      const answer = await ask()
      expectRefusal(answer, 'UPSTREAM_UNAVAILABLE')
      expect(answer.headers.get('retry-after')).toBe('30')
      service.clock.advance(30_000)
      expect((await ask()).results.error).toBe('')
    })

    test.each([
      ['200', 403, 'PERMISSION_MISSING'],
      ['10', 403, 'PERMISSION_MISSING'],
      ['294', 403, 'PERMISSION_MISSING'],
      ['368', 400, 'ACCOUNT_SUSPENDED'],
      ['190/459', 400, 'ACCOUNT_SUSPENDED'],
      ['300', 400, 'PLATFORM_REJECTED'],
    ] as const)('passes refusal %s on as a definite one', async (code, status, expected) => {
      await fail({ kind: 'status', status, code })
      expectRefusal(await ask(), expected)
    })

    test('answers a mistake of ours as such', async () => {
      await fail({ kind: 'status', status: 400, code: '2500' })
      expectRefusal(await ask(), 'INTERNAL')
    })

    test('stops asking while the platform blocks the account, and goes on afterwards', async () => {
      await fail({ kind: 'status', status: 400, code: '80004', retryAfterSeconds: 120 })
      const refused = await ask()
      expectRefusal(refused, 'UPSTREAM_RATE_LIMITED')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20)
      if (rememberedMs === 0) {
        await sandbox.forget()
        expectRefusal(await ask(), 'UPSTREAM_RATE_LIMITED')
        expect(await sandbox.requests()).toEqual([])
      }
      service.clock.advance(10 * minuteMs)
      expect((await ask()).results.error).toBe('')
    })
  })

  describe(`${operation} after the person removed the app`, () => {
    test('answers 409 and names auth/create_link', async () => {
      const person = 'agnes'
      const account = { accountId: '1005200300400', pageId: '104500000000501' }
      const removed = await linkedUser(service, { person, ...account })
      await sandbox.simulate('revoke', { platform: 'social', person })
      const answer = await ask(removed)
      expectRefusal(answer, 'ACCOUNT_RELINK_REQUIRED')
      expect(answer.results.error).toContain('auth/create_link')
    })
  })
}
