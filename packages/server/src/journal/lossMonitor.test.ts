// The database loses confirmed writes, as PostgreSQL does after a failover to a standby that was behind.

import { type EventData, eventDeclarationOf } from '@adrail/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { minimalProCampaign } from '../../testing/proCampaign.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { minimalSearchCampaign } from '../../testing/searchCampaign.ts'
import { testDatabaseUrl, useService } from '../../testing/service.ts'
import { minimalSocialCampaign } from '../../testing/socialCampaign.ts'
import { dayMs, minuteMs } from '../runtime/durations.ts'
import { entryRetentionMs, pruneJournal } from './pruneJournal.ts'

const service = useService()
let userId = ''
let keys = 0

beforeAll(async () => {
  userId = await newLinkedUser(service)
  for (const platform of ['SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
})

const creations = [
  {
    operation: 'search/create_search_campaign',
    platform: 'search',
    bodyOf: (name: string) => minimalSearchCampaign(userId, name),
    creates: 'campaign.create',
  },
  {
    operation: 'social/create_campaign',
    platform: 'social',
    bodyOf: (name: string) => ({ userId, ...minimalSocialCampaign(name) }),
    creates: 'campaign.create',
  },
  {
    operation: 'pro/create_campaign',
    platform: 'pro',
    bodyOf: (name: string) => ({ userId, ...minimalProCampaign(name) }),
    creates: 'adCampaignGroup.created',
  },
  {
    operation: 'social/upload_video',
    platform: 'social',
    bodyOf: (name: string) => ({ userId, name, url: 'https://media.foxbakery.example/rye.mp4' }),
    creates: 'video.create',
  },
] as const

type Creation = (typeof creations)[number]

async function create({ operation, bodyOf }: Creation, name: string, key = `key-${keys++}`) {
  const options = key === '' ? {} : { headers: { 'idempotency-key': key } }
  const response = await service.call(operation, bodyOf(name) as never, options)
  const { operationId, ...results } = response.results as Record<string, unknown> & { operationId: string }
  return { status: response.status, text: response.text, operationId, results }
}

async function lose(...operationIds: readonly string[]): Promise<void> {
  await service.app.store.db.deleteFrom('operations').where('id', 'in', operationIds).execute()
}

/** Moves the time of the detected loss back. */
async function age(byMs: number): Promise<void> {
  const { db } = service.app.store
  await db
    .updateTable('database_state')
    .set((set) => ({ lost_at: set('lost_at', '-', byMs) }))
    .execute()
}

describe.each(creations)('$operation', (creation) => {
  const sandbox = createSandboxAdmin(service, creation.platform)
  const created = async () => (await sandbox.effects()).filter(({ kind }) => kind === creation.creates).length

  test('recognizes the object that a lost write with the same idempotency key created', async () => {
    await age(2 * dayMs)
    const first = await create(creation, 'Lost', `${creation.operation}-lost`.replace('/', '-'))
    expect(first.status, first.text).toBe(200)
    const before = await created()
    await lose(first.operationId)
    const again = await create(creation, 'Lost', `${creation.operation}-lost`.replace('/', '-'))
    expect([again.status, again.results], again.text).toEqual([200, first.results])
    expect(again.operationId).not.toBe(first.operationId)
    expect(await created()).toBe(before)
  })

  test('creates its own object when a lost write with another idempotency key created one', async () => {
    const first = await create(creation, `Equal ${keys}`)
    await lose(first.operationId)
    await service.app.losses.poll()
    await age(2 * minuteMs)
    const before = await created()
    const other = await create(creation, `Other ${keys}`)
    expect(other.status, other.text).toBe(200)
    expect(other.results).not.toEqual(first.results)
    expect(await created()).toBe(before + 1)
  })
})

describe('a loss of writes', () => {
  const [search] = creations
  const declared = eventDeclarationOf('database.writes_lost').data.strict()
  const lookups = async () =>
    (await createSandboxAdmin(service, 'search').requests('googleAds:search')).length
  const events = async (workspaceId = service.workspaceId) => {
    const { db } = service.app.store
    const rows = db.selectFrom('events').select('data').where('type', '=', 'database.writes_lost')
    return (await rows.where('workspace_id', '=', workspaceId).orderBy('seq').execute()).map(
      // The declaration has just validated the data.
      ({ data }) => declared.parse(JSON.parse(data)) as EventData<'database.writes_lost'>,
    )
  }
  let counted = 0
  const callsFor = async (key?: string) => {
    const before = await lookups()
    const { results } = await create(search, `Counted ${counted++}`, key)
    expect(results['success']).toBe(true)
    return (await lookups()) - before
  }

  test('makes creations with an idempotency key check for an existing object first, for 24 hours', async () => {
    await age(2 * dayMs)
    // The first creation also reads data that later creations find in the cache.
    await callsFor()
    const usual = await callsFor()
    const { operationId } = await create(search, `Soon lost ${keys}`)
    await lose(operationId)
    expect(await callsFor()).toBe(usual + 1)
    await age(dayMs - minuteMs)
    expect(await callsFor()).toBe(usual + 1)
    // Without an idempotency key, adrail cannot recognize an object.
    expect(await callsFor('')).toBe(usual)
    await age(2 * minuteMs)
    expect(await callsFor()).toBe(usual)
  })

  test('is reported once to every workspace, with the operation ids of the lost writes that a process knows', async () => {
    await age(2 * dayMs)
    const other = await service.newWorkspace()
    const { length } = await events()
    const [intact, lost] = [await create(search, `Kept ${keys}`), await create(search, `Gone ${keys}`)]
    await lose(lost.operationId)
    await service.app.losses.poll()
    await service.app.losses.poll()
    const writes = (await events()).slice(length).flatMap((event) => event.writes)
    expect(writes.map(({ operationId }) => operationId)).toEqual([lost.operationId])
    expect(writes).not.toContainEqual(expect.objectContaining({ operationId: intact.operationId }))
    expect(await events(other.id)).toEqual([{ reason: 'write_missing', writes: [] }])
    const text = await (await fetch(service.app.metricsUrl)).text()
    expect(text).toMatch(/^adrail_database_writes_lost 1$/m)
    expect(text).toMatch(/^adrail_writes_forgotten_total [1-9]/m)
  })

  test('is detected by a process whose write in progress is gone, and the retry recognizes the created object', async () => {
    await age(2 * dayMs)
    const { length } = await events()
    const social = creations[1]
    const sandbox = createSandboxAdmin(service, 'social')
    // The first batch reads, the second one creates.
    const fault = await sandbox.injectFault({ call: 'batch', skip: 1, kind: 'stall', when: 'after' })
    const first = create(social, 'In progress', 'in-progress')
    await expect.poll(() => sandbox.isHolding(fault)).toBe(true)
    const { db } = service.app.store
    const heldWrite = db.selectFrom('operations').select('id').where('idempotency_key', '=', 'in-progress')
    const { id } = await heldWrite.executeTakeFirstOrThrow()
    await lose(id)
    await sandbox.release(fault)
    expect((await first).status).toBe(504)
    await service.app.losses.poll()
    const writes = (await events()).slice(length).flatMap((event) => event.writes)
    expect(writes).toEqual([expect.objectContaining({ operationId: id })])
    const before = (await sandbox.effects()).filter(({ kind }) => kind === 'campaign.create').length
    expect((await create(social, 'In progress', 'in-progress')).status).toBe(200)
    expect((await sandbox.effects()).filter(({ kind }) => kind === 'campaign.create')).toHaveLength(before)
  })

  test('is not reported when the journal deletes a write in progress because of its age', async () => {
    await age(2 * dayMs)
    const { length } = await events()
    const social = creations[1]
    const sandbox = createSandboxAdmin(service, 'social')
    // The first batch plans, the second one creates.
    await sandbox.injectFault({ call: 'batch', skip: 1, kind: 'late' })
    expect((await create(social, 'Very old', 'very-old')).status).toBe(504)
    const { store } = service.app
    const requestedAt = service.clock.now() - entryRetentionMs - 1
    await sql`update operations set created_at = ${requestedAt} where idempotency_key = 'very-old'`.execute(
      store.db,
    )
    const fault = await sandbox.injectFault({ call: 'batch', kind: 'stall' })
    const resumed = create(social, 'Very old', 'very-old')
    await expect.poll(() => sandbox.isHolding(fault)).toBe(true)
    await pruneJournal(store, service.clock, () => false)
    await sandbox.release(fault)
    expect((await resumed).status).toBe(504)
    await service.app.losses.poll()
    expect((await events()).slice(length)).toEqual([])
  })

  test('makes a creation that another process resumes check the marker of the previous period as well', async () => {
    await age(2 * dayMs)
    const social = creations[1]
    const sandbox = createSandboxAdmin(service, 'social')
    const { db } = service.app.store
    const first = await create(social, 'Taken up', 'taken-up')
    await lose(first.operationId)
    // The first batch plans. The other batches look up the campaign.
    await sandbox.injectFault({ call: 'batch', skip: 1, kind: 'status', status: 500, times: 100 })
    expect((await create(social, 'Taken up', 'taken-up')).status).toBe(504)
    const entry = db
      .selectFrom('operations')
      .select(['id', 'lease_until'])
      .where('idempotency_key', '=', 'taken-up')
    const { id } = await entry.executeTakeFirstOrThrow()
    // Simulates a request two days later, in the next retention period.
    await sql`
      update operations set marker = ${'f'.repeat(24)}, created_at = created_at + ${2 * dayMs} where id = ${id}
    `.execute(db)
    await sandbox.clearFaults()
    const state = async () =>
      (await service.call('operation/get_operation', { operationId: id })).results.state
    await expect
      .poll(async () => {
        // While a process works on the entry, a jump of the clock would end its requests to the platform.
        const { lease_until } = await entry.executeTakeFirstOrThrow()
        if (lease_until === 0) service.clock.advance(minuteMs)
        return state()
      })
      .toBe('SUCCEEDED')
    const again = await create(social, 'Taken up', 'taken-up')
    expect(again.results).toEqual(first.results)
  })

  test.skipIf(testDatabaseUrl() === '')(
    'is reported as a failover when another PostgreSQL server took over',
    async () => {
      await age(2 * dayMs)
      const { length } = await events()
      await service.app.store.db.updateTable('database_state').set({ timeline: '00000000' }).execute()
      const usual = await callsFor('')
      expect(await callsFor()).toBe(usual + 1)
      await service.app.losses.poll()
      expect((await events()).slice(length)).toEqual([{ reason: 'failover', writes: [] }])
      const state = await service.app.store.db.selectFrom('database_state').selectAll().execute()
      expect(state).toEqual([expect.objectContaining({ timeline: '00000001', reason: 'failover' })])
    },
  )
})
