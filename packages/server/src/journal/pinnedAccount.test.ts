// A write stays on the account it was planned for, even if the link changes before the outcome is known.

import type { WriteName } from '@adrail/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { disconnectAll, linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)

/** Both ad accounts and pages of the demo person. */
const bakery = { accountId: '1001200300400', pageId: '104500000000001' }
const gardenShop = { accountId: '1001200300401', pageId: '104500000000002' }

interface Case {
  readonly operation: WriteName
  /** Returns a different body for each count, because an existing object needs no write. */
  body(count: number): Readonly<Record<string, unknown>>
  /** The call that has the effect, and the call that looks the effect up. */
  readonly sends: string
  readonly reconcileCall: string
  /** Number of lookup calls during planning. */
  readonly planned: number
}

const cases: readonly Case[] = [
  {
    operation: 'social/upload_video',
    body: (count) => ({ url: 'https://media.foxbakery.example/rye.mp4', name: `Rye day ${count}` }),
    sends: 'advideos.create',
    reconcileCall: 'advideos.list',
    planned: 0,
  },
  {
    operation: 'social/create_leadform_audience',
    body: (count) => ({ name: `Asked ${count}`, description: '', type: 'submit', leadFormIds: ['700011'] }),
    sends: 'customaudiences.create',
    reconcileCall: 'customaudiences.list',
    planned: 0,
  },
  {
    operation: 'social/edit_campaign',
    body: (count) => ({ campaignId: '120210000000000011', amount: 20 + count }),
    sends: 'campaign.update',
    reconcileCall: 'campaign.read',
    planned: 1,
  },
]

afterEach(async () => {
  await sandbox.clearFaults()
  // adrail pauses an account that did not respond. The pause has to end before the next test.
  service.clock.advance(10 * 60_000)
})

let count = 0

interface Open {
  readonly apiKey: string
  readonly userId: string
  readonly operationId: string
}

/** Leaves a write with an unknown outcome in a new workspace. The response is lost, and lookups fail. */
async function leaveWriteOpen(testCase: Case, when: 'before' | 'after'): Promise<Open> {
  const { operation, body, sends, reconcileCall, planned } = testCase
  const { apiKey } = await service.newWorkspace()
  const userId = await newLinkedUser(service, { ...bakery, apiKey })
  // adrail recognizes an audience by its creation time, so both clocks show the same time.
  await sandbox.callAdmin('POST', 'clock', { freeze: new Date(service.clock.now()).toISOString() })
  await sandbox.clearRequests()
  await sandbox.injectFault({ call: sends, kind: 'reset', when })
  await sandbox.injectFault({
    call: reconcileCall,
    kind: 'status',
    status: 503,
    code: '2',
    times: 1000,
    skip: planned,
  })
  const response = await service.post(operation, { userId, ...body(++count) }, apiKey)
  const failure = expectRefusal(response, 'OPERATION_PENDING')
  return { apiKey, userId, operationId: failure.operationId ?? '' }
}

/** Advances the clock, so that the runner polls, and returns the operation. */
async function record({ apiKey, operationId }: Open, laterMs = 3000) {
  service.clock.advance(laterMs)
  return (await service.call('operation/get_operation', { operationId }, { apiKey })).results
}

async function stateOf(open: Open, laterMs?: number): Promise<string> {
  return (await record(open, laterMs)).state
}

const sent = async (call: string) => (await sandbox.requests()).filter((request) => request.call === call)

/** Counts the attempts to send the write and the effects of these attempts, over all accounts. */
async function came(testCase: Case) {
  return {
    tries: (await sandbox.requests()).filter(({ call }) => call === testCase.sends).length,
    effects: (await sandbox.effects()).filter(({ call }) => call === testCase.sends).length,
  }
}

const leaves: Readonly<Record<string, (open: Open) => Promise<unknown>>> = {
  'linked to another account': ({ userId }) => linkExistingUser(service, userId, gardenShop),
  unlinked: ({ userId, apiKey }) =>
    service.call('auth/remove_link', { userId, platform: 'SOCIAL_A' }, { apiKey }),
  deleted: ({ userId, apiKey }) => service.call('user/delete_user', { userId }, { apiKey }),
}

/** Returns a pending write whose user has left. The platform has recovered. */
async function abandoned(testCase: Case, when: 'before' | 'after', how: string): Promise<Open> {
  const open = await leaveWriteOpen(testCase, when)
  await leaves[how]?.(open)
  await sandbox.clearFaults()
  return open
}

describe.each(cases)('$operation whose user leaves while its outcome is unknown', (testCase) => {
  test.each(Object.keys(leaves))(
    'is found on the account it was planned for when it had an effect and its user was %s',
    async (how) => {
      const open = await abandoned(testCase, 'after', how)
      const lastSequence = (await sandbox.requests()).at(-1)?.sequence ?? 0
      await expect.poll(() => stateOf(open)).toBe('SUCCEEDED')
      expect(await came(testCase)).toEqual({ tries: 1, effects: 1 })
      const later = (await sandbox.requests()).filter(({ sequence }) => sequence > lastSequence)
      expect(later.filter(({ url }) => url.includes(gardenShop.accountId))).toEqual([])
    },
  )

  test.each(Object.keys(leaves))(
    'is abandoned and not resent to any account when it had no effect and its user was %s',
    async (how) => {
      const open = await abandoned(testCase, 'before', how)
      await expect.poll(() => stateOf(open, 30_000)).toBe('FAILED')
      expect((await record(open)).outcome).toMatchObject({ code: 'OPERATION_ABANDONED' })
      expect(await came(testCase)).toEqual({ tries: 1, effects: 0 })
    },
  )
})

describe('the credential of a removed link with a pending write', () => {
  const [testCase] = cases as [Case]
  const credentials = async () =>
    await service.app.store.db.selectFrom('credentials').select(['user_name', 'email']).execute()

  // The writes of earlier tests have ended by now, so maintenance can delete their credentials.
  beforeEach(async () => {
    await disconnectAll(service)
    await pollTwice(service.app.credentialMaintenance)
  })

  test('contains no user data, and is revoked on the platform once the write has ended', async () => {
    const open = await leaveWriteOpen(testCase, 'after')
    await service.call('user/delete_user', { userId: open.userId }, { apiKey: open.apiKey })
    expect(await credentials()).toEqual([{ user_name: '', email: '' }])
    await pollTwice(service.app.credentialMaintenance)
    expect(await credentials()).toHaveLength(1)

    await sandbox.clearFaults()
    await expect.poll(() => stateOf(open)).toBe('SUCCEEDED')
    await pollTwice(service.app.credentialMaintenance)
    expect(await credentials()).toEqual([])
    expect(await sent('permissions.delete')).toHaveLength(1)
  })

  test('is deleted after a day without an outcome, and linking the same account again lets adrail find the outcome', async () => {
    const open = await leaveWriteOpen(testCase, 'after')
    const { userId, apiKey } = open
    await service.call('auth/remove_link', { userId, platform: 'SOCIAL_A' }, { apiKey })
    await expect.poll(() => stateOf(open, 25 * 3_600_000)).toBe('NEEDS_ATTENTION')
    await pollTwice(service.app.credentialMaintenance)
    expect(await credentials()).toEqual([])
    await expect.poll(async () => (await record(open, 61 * 60_000)).reason).toContain('unlinked')

    await sandbox.clearFaults()
    await linkExistingUser(service, userId, bakery)
    await expect.poll(() => stateOf(open, 61 * 60_000)).toBe('SUCCEEDED')
    expect((await record(open)).reason).toBe('')
    expect(await came(testCase)).toEqual({ tries: 1, effects: 1 })
  })

  test('contains its user data again when the user links the same account again', async () => {
    const open = await leaveWriteOpen(testCase, 'after')
    const { userId, apiKey } = open
    await service.call('auth/remove_link', { userId, platform: 'SOCIAL_A' }, { apiKey })
    await linkExistingUser(service, userId, bakery)
    await sandbox.clearFaults()
    await expect.poll(() => stateOf(open)).toBe('SUCCEEDED')
    await pollTwice(service.app.credentialMaintenance)
    expect(await credentials()).toEqual([{ user_name: 'Ada Fox', email: expect.any(String) }])
  })
})
