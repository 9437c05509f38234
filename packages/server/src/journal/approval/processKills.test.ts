// Kills a process before, during and after decisions. Each decision is either not recorded or takes effect
// once.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type PostResponse, post } from '../../../testing/processes.ts'
import { testDatabaseUrl } from '../../../testing/service.ts'
import {
  createPausedCampaigns,
  expireLeases,
  listEffects,
  retryUntilFinal,
  useServiceFixtures,
  waitUntilHeld,
  withStore,
  workspaceId,
} from '../../../testing/worlds.ts'
import { insertNewApiKey } from '../../admission/apiKeys.ts'
import { verifyChain } from '../../audit/chain.ts'
import { systemRuntime } from '../../runtime/runtime.ts'
import { lockSpendHead } from '../../store/raises.ts'

const makeWorld = useServiceFixtures()
const onPostgres = testDatabaseUrl() !== ''
const update = { platform: 'social', call: 'campaign.update', kind: 'stall' } as const

/** The moments of a decision at which the process dies, with the state of the write after the restart. */
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

test('an approval decision is either not recorded or takes effect once when its process is killed at any of six moments', async () => {
  const { sandbox, installation, start } = await makeWorld()
  let { service, send } = await start()
  const requester = await service.readDemoKey()
  const asAdmin = (operation: string, body: object) => post(`${service.url}/${operation}`, requester, body)
  await asAdmin('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
  // A key that the requester created cannot approve, so the test creates the approver in the database.
  const made = await withStore(installation, ({ db }) =>
    db
      .transaction()
      .execute((transaction) =>
        insertNewApiKey(transaction, systemRuntime(), { workspaceId, name: 'Approver', scopes: ['approve'] }),
      ),
  )
  const approver = made.text
  const edit = (campaignId: string) =>
    send('social/edit_campaign', { campaignId, amount: 20 }, `edit-${campaignId}`)
  const waiting: Waiting[] = []
  for (const [index, campaignId] of (await createPausedCampaigns(sandbox, moments.length)).entries()) {
    const { code, results } = await edit(campaignId)
    expect(code).toBe('APPROVAL_REQUIRED')
    const [operationId, planHash] = [String(results['operationId']), String(results['planHash'])]
    waiting.push({ moment: moments[index] as Moment, campaignId, operationId, planHash })
  }
  const decide = ({ operationId, planHash }: Waiting, decision = 'APPROVED') =>
    post(`${service.url}/approval/decide`, approver, { operationId, planHash, decision })
  const cut: Promise<PostResponse | undefined>[] = []
  const begins = (...parameters: Parameters<typeof decide>) =>
    cut.push(decide(...parameters).catch(() => undefined))
  const at = (moment: Moment) => waiting.find((each) => each.moment === moment) as Waiting

  for (const [moment, order] of [
    ['while the plan is made again', { platform: 'social', call: 'campaign.read', kind: 'stall' }],
    ['decided, and nothing sent', update],
    ['sent, and not confirmed', { ...update, when: 'after' }],
  ] as const) {
    const fault = sandbox.faults.order(order)
    begins(at(moment))
    await waitUntilHeld(fault)
  }
  expect((await decide(at('done and answered'))).status).toBe(200)
  expect((await decide(at('rejected and answered'), 'REJECTED')).status).toBe(200)
  // A lock on the spend head keeps the transaction of the last decision from committing.
  await withStore(installation, ({ db, clock }) =>
    db.transaction().execute(async (transaction) => {
      await lockSpendHead(transaction, clock, workspaceId)
      const since = sandbox.requests.nextSequence() - 1
      begins(at('in the transaction of the decision'))
      const listReads = () => sandbox.requests.list({ call: 'campaign.read', since })
      await expect.poll(() => listReads().filter(({ status }) => status === 200)).not.toEqual([])
      const waits = sql<object>`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      if (onPostgres) await expect.poll(async () => (await waits.execute(transaction)).rows).not.toEqual([])
      service.kill('SIGKILL')
      await service.exit
    }),
  )
  expect(await Promise.all(cut)).toEqual(cut.map(() => undefined))
  if (onPostgres) await expireLeases(installation)
  ;({ service, send } = await start())

  for (const each of waiting) {
    const { moment, campaignId, operationId } = each
    const listOperations = async () =>
      (await asAdmin('operation/get_operation', { operationId })).envelope.results['state']
    await expect.poll(listOperations, { message: moment }).toBe(fates[moment])
    const again = await decide(each)
    // Writes without a decision can still be approved. All other writes refuse a second decision.
    const isOpen = fates[moment] === 'AWAITING_APPROVAL'
    expect([again.status, again.envelope.results['code']], moment).toEqual(
      isOpen ? [200, undefined] : [409, 'APPROVAL_ENDED'],
    )
    const isRejected = fates[moment] === 'FAILED'
    const response = await retryUntilFinal(() => edit(campaignId))
    expect([response.code, response.results['operationId']], moment).toEqual(
      isRejected ? ['APPROVAL_REJECTED', operationId] : ['', operationId],
    )
    const changes = listEffects(sandbox, 'campaign.update').filter((effect) =>
      effect.endsWith(` ${campaignId}`),
    )
    expect(changes, moment).toHaveLength(isRejected ? 0 : 1)
  }
  await withStore(installation, async ({ db }) => {
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
