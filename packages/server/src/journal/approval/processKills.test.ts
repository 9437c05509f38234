// A process that is killed before, in and after decisions: each is lost whole, or carried out once.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type PostAnswer, post } from '../../../testing/processes.ts'
import { testDatabase } from '../../../testing/service.ts'
import {
  effects,
  endLeases,
  held,
  insist,
  pausedCampaigns,
  useWorlds,
  withStore,
  workspaceId,
} from '../../../testing/worlds.ts'
import { verifyChain } from '../../audit/chain.ts'
import { systemRuntime } from '../../base/runtime.ts'
import { createKey } from '../../guard/apiKeys.ts'
import { holdSpendHead } from '../../store/raises.ts'

const makeWorld = useWorlds()
const onPostgres = testDatabase() !== ''
const update = { platform: 'social', call: 'campaign.update', kind: 'stall' } as const

/** When the process dies, seen from the decision, and what is true of the write afterwards. */
const fates = {
  'while the plan is made again': 'AWAITING_APPROVAL',
  'decided, and nothing sent': 'SUCCEEDED',
  'sent, and not confirmed': 'SUCCEEDED',
  'done and answered': 'SUCCEEDED',
  'rejected and answered': 'FAILED',
  'in the transaction of the decision': 'AWAITING_APPROVAL',
} as const
type Moment = keyof typeof fates
const moments = Object.keys(fates) as readonly Moment[]

interface Waiting {
  readonly moment: Moment
  readonly campaignId: string
  readonly operationId: string
  readonly planHash: string
}

test('a decision is lost whole or carried out once, whenever the process that makes it is killed', async () => {
  const { sandbox, place, begin } = await makeWorld()
  let { service, ask } = await begin()
  const requester = await service.demoKey()
  const asAdmin = (operation: string, body: object) => post(`${service.url}/${operation}`, requester, body)
  await asAdmin('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
  // A key that the requester created could not approve.
  const made = await withStore(place, ({ db }) =>
    db
      .transaction()
      .execute((transaction) =>
        createKey(transaction, systemRuntime(), { workspaceId, name: 'Approver', scopes: ['approve'] }),
      ),
  )
  const approver = made.text
  const edit = (campaignId: string) =>
    ask('social/edit_campaign', { campaignId, amount: 20 }, `edit-${campaignId}`)
  const waiting: Waiting[] = []
  for (const [index, campaignId] of (await pausedCampaigns(sandbox, moments.length)).entries()) {
    const { code, results } = await edit(campaignId)
    expect(code).toBe('APPROVAL_REQUIRED')
    const [operationId, planHash] = [String(results['operationId']), String(results['planHash'])]
    waiting.push({ moment: moments[index] as Moment, campaignId, operationId, planHash })
  }
  const decide = ({ operationId, planHash }: Waiting, decision = 'APPROVED') =>
    post(`${service.url}/approval/decide`, approver, { operationId, planHash, decision })
  const cut: Promise<PostAnswer | undefined>[] = []
  const begins = (...given: Parameters<typeof decide>) => cut.push(decide(...given).catch(() => undefined))
  const at = (moment: Moment) => waiting.find((each) => each.moment === moment) as Waiting

  for (const [moment, order] of [
    ['while the plan is made again', { platform: 'social', call: 'campaign.read', kind: 'stall' }],
    ['decided, and nothing sent', update],
    ['sent, and not confirmed', { ...update, when: 'after' }],
  ] as const) {
    const fault = sandbox.faults.order(order)
    begins(at(moment))
    await held(fault)
  }
  expect((await decide(at('done and answered'))).status).toBe(200)
  expect((await decide(at('rejected and answered'), 'REJECTED')).status).toBe(200)
  // The last one is kept from its end by somebody who holds what its transaction needs.
  await withStore(place, ({ db, clock }) =>
    db.transaction().execute(async (transaction) => {
      await holdSpendHead(transaction, clock, workspaceId)
      const since = sandbox.requests.nextSequence() - 1
      begins(at('in the transaction of the decision'))
      const looks = () => sandbox.requests.list({ call: 'campaign.read', since })
      await expect.poll(() => looks().filter(({ status }) => status === 200)).not.toEqual([])
      const waits = sql<object>`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      if (onPostgres) await expect.poll(async () => (await waits.execute(transaction)).rows).not.toEqual([])
      service.kill('SIGKILL')
      await service.exit
    }),
  )
  expect(await Promise.all(cut)).toEqual(cut.map(() => undefined))
  if (onPostgres) await endLeases(place)
  ;({ service, ask } = await begin())

  for (const each of waiting) {
    const { moment, campaignId, operationId } = each
    const known = async () =>
      (await asAdmin('operation/get_operation', { operationId })).envelope.results['state']
    await expect.poll(known, { message: moment }).toBe(fates[moment])
    const again = await decide(each)
    // What was not decided can be, now; nothing else is decided twice.
    const isOpen = fates[moment] === 'AWAITING_APPROVAL'
    expect([again.status, again.envelope.results['code']], moment).toEqual(
      isOpen ? [200, undefined] : [409, 'APPROVAL_ENDED'],
    )
    const isRejected = fates[moment] === 'FAILED'
    const answer = await insist(() => edit(campaignId))
    expect([answer.code, answer.results['operationId']], moment).toEqual(
      isRejected ? ['APPROVAL_REJECTED', operationId] : ['', operationId],
    )
    const changes = effects(sandbox, 'campaign.update').filter((effect) => effect.endsWith(` ${campaignId}`))
    expect(changes, moment).toHaveLength(isRejected ? 0 : 1)
  }
  await withStore(place, async ({ db }) => {
    const decisions = await db
      .selectFrom('audit_entries')
      .select('operation_id')
      .where('event', '=', 'approval.decided')
      .execute()
    const decided = decisions.map(({ operation_id }) => operation_id)
    expect(decided.sort()).toEqual(waiting.map(({ operationId }) => operationId).sort())
    expect((await verifyChain(db, workspaceId)).problem).toBe('')
  })
})
