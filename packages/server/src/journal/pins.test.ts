// A write stays with the account it was planned for, whatever happens to the link before its outcome is known.

import type { WriteName } from '@adrail/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { linkedUser, linkTo } from '../../testing/linked.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const sandbox = sandboxOf(service)

/** The demo person's bakery, and the other account and page that she has. */
const bakery = { accountId: '1001200300400', pageId: '104500000000001' }
const gardenShop = { accountId: '1001200300401', pageId: '104500000000002' }

interface Case {
  readonly operation: WriteName
  /** Another one each time: what is there already needs no write. */
  body(count: number): Readonly<Record<string, unknown>>
  /** The call that has the effect, and the one by which it is looked for. */
  readonly sends: string
  readonly looks: string
  /** How often planning looks in the same way. */
  readonly planned: number
}

const cases: readonly Case[] = [
  {
    operation: 'social/upload_video',
    body: (count) => ({ url: 'https://media.foxbakery.example/rye.mp4', name: `Rye day ${count}` }),
    sends: 'advideos.create',
    looks: 'advideos.list',
    planned: 0,
  },
  {
    operation: 'social/create_leadform_audience',
    body: (count) => ({ name: `Asked ${count}`, description: '', type: 'submit', leadFormIds: ['700011'] }),
    sends: 'customaudiences.create',
    looks: 'customaudiences.list',
    planned: 0,
  },
  {
    operation: 'social/edit_campaign',
    body: (count) => ({ campaignId: '120210000000000011', amount: 20 + count }),
    sends: 'campaign.update',
    looks: 'campaign.read',
    planned: 1,
  },
]

afterEach(async () => {
  await sandbox.forgetFaults()
})

let count = 0

interface Open {
  readonly apiKey: string
  readonly userId: string
  readonly operationId: string
}

/** A write whose answer was lost, while nobody could look: its outcome is open. In a workspace of its own. */
async function leftOpen(given: Case, when: 'before' | 'after'): Promise<Open> {
  const { operation, body, sends, looks, planned } = given
  const { apiKey } = await service.newWorkspace()
  const userId = await linkedUser(service, { ...bakery, apiKey })
  // Both clocks tell the same: an audience is known by when it was made.
  await sandbox.ask('POST', 'clock', { freeze: new Date(service.clock.now()).toISOString() })
  await sandbox.forget()
  await sandbox.fail({ call: sends, kind: 'reset', when })
  await sandbox.fail({ call: looks, kind: 'status', status: 503, code: '2', times: 1000, skip: planned })
  const answer = await service.post(operation, { userId, ...body(++count) }, apiKey)
  const failure = expectRefusal(answer, 'OPERATION_PENDING')
  return { apiKey, userId, operationId: failure.operationId ?? '' }
}

/** What the record says, with the clock turned so that the runner comes by. */
async function record({ apiKey, operationId }: Open, laterMs = 3000) {
  service.clock.advance(laterMs)
  return (await service.call('operation/get_operation', { operationId }, { apiKey })).results
}

async function stateOf(open: Open, laterMs?: number): Promise<string> {
  return (await record(open, laterMs)).state
}

const sent = async (call: string) => (await sandbox.requests()).filter((request) => request.call === call)

describe.each(cases)('$operation whose user is linked to another account before it is settled', (given) => {
  test.each([
    ['after', 1],
    ['before', 2],
  ] as const)('is settled on the account it was planned for, %s its effect', async (when, tries) => {
    const open = await leftOpen(given, when)
    await linkTo(service, open.userId, gardenShop)
    await sandbox.forgetFaults()
    const relinked = (await sandbox.requests()).at(-1)?.sequence ?? 0
    await expect.poll(() => stateOf(open)).toBe('SUCCEEDED')

    const effects = (await sandbox.effects()).filter(({ call }) => call === given.sends)
    expect(effects.length).toBe(1)
    expect((await sent(given.sends)).length).toBe(tries)
    const later = (await sandbox.requests()).filter(({ sequence }) => sequence > relinked)
    expect(later.filter(({ url }) => url.includes(gardenShop.accountId))).toEqual([])
  })
})

describe.each(cases)('$operation whose account cannot be reached any more', (given) => {
  test('needs attention after the user was unlinked, and is settled when the same account is linked again', async () => {
    const open = await leftOpen(given, 'after')
    const { userId, apiKey } = open
    await service.call('auth/remove_link', { userId, platform: 'SOCIAL_A' }, { apiKey })
    await sandbox.forgetFaults()
    await expect.poll(() => stateOf(open)).toBe('NEEDS_ATTENTION')
    expect((await record(open)).reason).toContain('unlinked')
    expect((await sent(given.sends)).length).toBe(1)

    await linkTo(service, userId, bakery)
    await expect.poll(() => stateOf(open, 61 * 60_000)).toBe('SUCCEEDED')
    expect((await record(open)).reason).toBe('')
    expect((await sent(given.sends)).length).toBe(1)
  })

  test('needs attention after the user was deleted, and nothing more is sent', async () => {
    const open = await leftOpen(given, 'before')
    await service.call('user/delete_user', { userId: open.userId }, { apiKey: open.apiKey })
    await sandbox.forgetFaults()
    await expect.poll(() => stateOf(open)).toBe('NEEDS_ATTENTION')
    expect((await sent(given.sends)).length).toBe(1)
  })
})
