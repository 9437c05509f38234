// Limits and freezes have two layers: the operator's, set on the admin command line, and the workspace's own.

import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { useProcesses } from '../../testing/processes.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const { admin } = useProcesses('file')
const campaignId = '120210000000000011'

let workspaceId = ''
let apiKey = ''
let userId = ''
beforeEach(async () => {
  const made = await service.newWorkspace()
  workspaceId = made.id
  apiKey = made.apiKey
  userId = await newLinkedUser(service, { apiKey })
  // All test users share one ad account, so they have the same campaign.
  expectSuccess('social/edit_campaign', await edit(20))
})

type Settings = Parameters<typeof service.call<'workspace/update_settings'>>[1]
type Scope = Pick<Settings, 'userId' | 'keyId' | 'platform'>
const set = (settings: Settings, key = apiKey) =>
  service.call('workspace/update_settings', settings, { apiKey: key })
const change = async (settings: Settings) => expectSuccess('workspace/update_settings', await set(settings))
const settings = async (scope: Scope = {}) =>
  (await service.call('workspace/get_settings', scope, { apiKey })).results
const edit = (amount: number) =>
  service.call('social/edit_campaign', { userId, campaignId, amount }, { apiKey })

const spending = async (command: string, ...more: string[]) => {
  const { dataDir, databaseUrl } = service
  return await admin({ dataDir, databaseUrl }, 'spending', command, workspaceId, ...more)
}
const operate = async (command: string, ...more: string[]) => {
  const result = await spending(command, ...more)
  expect(result).toMatchObject({ exit: 0 })
  return JSON.parse(result.stdout)
}

const upTo = (maxCampaignPerDay: string) => ({ currencies: [{ currencyCode: 'EUR', maxCampaignPerDay }] })
const none = { currencies: [] }

const subjects: readonly [string, () => Scope, () => string[]][] = [
  ['the workspace', () => ({}), () => []],
  ['a platform', () => ({ platform: 'social' }), () => ['--platform', 'social']],
  ['a user', () => ({ userId }), () => ['--user', userId]],
]

describe('a freeze of the operator', () => {
  test.each(subjects)(
    'for %s cannot be ended by an admin key, and the refused request changes nothing',
    async (_, scope, flags) => {
      await operate('freeze', '--reason', 'Invoice is unpaid', ...flags())
      const before = await settings(scope())
      expect(before.freezes).toMatchObject([
        { byOperator: true, frozenBy: 'admin', reason: 'Invoice is unpaid' },
      ])

      const refused = await set({ ...scope(), freeze: { frozen: false }, guard: { maxCreationsPerHour: 5 } })

      expectRefusal(refused, 'OPERATOR_SETTING', { field: 'freeze' })
      expect(refused.status).toBe(403)
      expect(await settings(scope())).toEqual(before)
      const { error } = expectRefusal(await edit(60), 'SPEND_FROZEN')
      expect(error).toContain('Only the operator can end the freeze.')
      await operate('thaw', ...flags())
      expectSuccess('social/edit_campaign', await edit(60))
    },
  )

  test.each(subjects)(
    'for %s and the freeze of the workspace end independently of each other',
    async (_, scope, flags) => {
      const own = { byOperator: false, frozenBy: expect.stringMatching(/^key_/), reason: 'Own' }
      const operators = { byOperator: true, frozenBy: 'admin', reason: "Operator's" }
      const freeze = () => change({ ...scope(), freeze: { frozen: true, reason: 'Own' } })
      const thaw = () => change({ ...scope(), freeze: { frozen: false } })

      await freeze()
      const { freezes } = await operate('freeze', '--reason', "Operator's", ...flags())
      expect(freezes).toMatchObject([operators, own])
      expect((await thaw()).freezes).toMatchObject([operators])
      expectRefusal(await edit(60), 'SPEND_FROZEN')

      expect((await freeze()).freezes).toMatchObject([operators, own])
      expect((await operate('thaw', ...flags())).freezes).toMatchObject([own])
      const { error } = expectRefusal(await edit(60), 'SPEND_FROZEN')
      expect(error).toContain('workspace/update_settings can end the freeze.')
      expect((await thaw()).freezes).toEqual([])
      expectSuccess('social/edit_campaign', await edit(60))
    },
  )

  test('is the only freeze that the command line can end, and the error reports the key of the other freeze', async () => {
    await change({ freeze: { frozen: true, reason: 'Own' } })
    const result = await spending('thaw')
    expect(result.exit).not.toBe(0)
    expect(result.stderr).toMatch(/These spend increases are blocked by key_\w+, not by the operator\./)
    expect((await settings()).freezes).toHaveLength(1)
  })

  test('survives a concurrent thaw by the workspace, and a thaw by the operator keeps a concurrent workspace freeze', async () => {
    for (let round = 0; round < 4; round++) {
      if (round % 2 === 1) await change({ freeze: { frozen: true } })
      const [result] = await Promise.all([spending('freeze'), set({ freeze: { frozen: false } })])
      expect(result.exit).toBe(0)
      expect((await settings()).freezes).toMatchObject([{ byOperator: true }])
      const [thawed] = await Promise.all([spending('thaw'), change({ freeze: { frozen: true } })])
      expect(thawed.exit).toBe(0)
      expect((await settings()).freezes).toMatchObject([{ byOperator: false }])
      await change({ freeze: { frozen: false } })
    }
  })
})

describe('limits of the operator', () => {
  test.each(subjects)(
    'for %s apply together with looser, stricter and no limits of the workspace',
    async (_, scope, flags) => {
      await operate('limit', JSON.stringify(upTo('175')), ...flags())
      const refusedByOperator = async () => {
        const { error } = expectRefusal(await edit(101), 'SPEND_LIMIT_EXCEEDED')
        expect(error).toContain('Only the operator can change this limit.')
      }
      await refusedByOperator()

      expect(await change({ ...scope(), guard: {} })).toMatchObject({
        guard: none,
        operator: { guard: upTo('175') },
      })
      await refusedByOperator()

      expect(await change({ ...scope(), guard: upTo('100000') })).toMatchObject({
        guard: upTo('100000'),
        operator: { guard: upTo('175') },
      })
      await refusedByOperator()

      await change({ ...scope(), guard: upTo('105') })
      const { error } = expectRefusal(await edit(61), 'SPEND_LIMIT_EXCEEDED')
      expect(error).toContain('To change the limit, call workspace/update_settings.')
      expectSuccess('social/edit_campaign', await edit(60))

      const remaining = await operate('limit', '{}', ...flags())
      expect(remaining).toMatchObject({ guard: upTo('105'), operator: { guard: none } })
      expectRefusal(await edit(61), 'SPEND_LIMIT_EXCEEDED')
      expect(await change({ ...scope(), guard: {} })).toMatchObject({
        guard: none,
        operator: { guard: none },
      })
      expectSuccess('social/edit_campaign', await edit(62))
    },
  )

  test('leave earlier limits and approval rules of the workspace unchanged', async () => {
    const approval = { kinds: ['CREATE' as const], currencies: [] }
    await change({ guard: upTo('105'), approval })
    const both = await operate('limit', JSON.stringify(upTo('175')))
    expect(both).toMatchObject({ guard: upTo('105'), approval, operator: { guard: upTo('175') } })
    expectRefusal(await edit(61), 'SPEND_LIMIT_EXCEEDED')
    expect(await change({ approval: {} })).toMatchObject({
      guard: upTo('105'),
      operator: { guard: upTo('175') },
    })
    expect(await change({ guard: {} })).toMatchObject({ guard: none, operator: { guard: upTo('175') } })
  })

  test('for an API key also apply to its successors, and an admin key cannot remove them', async () => {
    const { id: keyId } = await service.newKey({ workspaceId, scopes: ['read'] })
    await operate('limit', '{"maxCreationsPerHour":7}', '--key', keyId)
    await change({ keyId, guard: { maxCreationsPerHour: 3 } })
    const rotated = await service.call('workspace/rotate_key', { keyId, overlapHours: 1 }, { apiKey })
    const successor = expectSuccess('workspace/rotate_key', rotated).key.keyId
    const operator = { guard: { maxCreationsPerHour: 7 } }
    expect(await settings({ keyId: successor })).toMatchObject({
      guard: { maxCreationsPerHour: 3 },
      operator,
    })
    await change({ keyId: successor, guard: {} })
    expect(await settings({ keyId: successor })).toMatchObject({ guard: none, operator })
  })

  test('for an API key prevent it from rotating a key without these limits', async () => {
    const scopes = ['admin', 'read'] as const
    const limited = await service.newKey({ workspaceId, scopes })
    const other = await service.newKey({ workspaceId, scopes })
    await operate('limit', '{"maxCreationsPerHour":7}', '--key', limited.id)
    await change({ keyId: other.id, guard: { maxCreationsPerHour: 7 } })
    const rotate = () =>
      service.call('workspace/rotate_key', { keyId: other.id, overlapHours: 1 }, { apiKey: limited.text })
    expectRefusal(await rotate(), 'BEYOND_OWN_KEY', { field: 'keyId' })
    await operate('limit', '{"maxCreationsPerHour":7}', '--key', other.id)
    await change({ keyId: other.id, guard: {} })
    expectSuccess('workspace/rotate_key', await rotate())
  })

  test('are stored together with limits that the workspace sets at the same time', async () => {
    for (let round = 1; round <= 4; round++) {
      const [operators, own] = [upTo(String(round * 10)), upTo(String(round))]
      const [result] = await Promise.all([
        spending('limit', JSON.stringify(operators)),
        change({ guard: own }),
      ])
      expect(result.exit).toBe(0)
      expect(await settings()).toMatchObject({ guard: own, operator: { guard: operators } })
    }
  })
})
