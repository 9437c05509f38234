// Transactions acquire shared locks in one order, with the audit head of a workspace last. Otherwise two
// transactions deadlock, and PostgreSQL aborts one.

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { testDatabaseUrl, useService } from '../../testing/service.ts'
import { findConnection } from '../store/connections.ts'
import { retainCredential } from '../store/credentials.ts'
import { reserveEventNumbers } from '../store/events.ts'
import { changeSource, findSource } from '../store/leadSources.ts'
import type { Db } from '../store/tables.ts'

const service = useService({ environment: { LEADS: 'on' } })

/**
 * Locks a row, waits until another transaction waits for that row, and then locks the audit head as an event
 * does.
 */
async function headAfter(hold: (transaction: Db) => Promise<unknown>, meanwhile: () => Promise<unknown>) {
  const { db } = service.app.store
  const waiting = () =>
    sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  let others: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (transaction) => {
    await hold(transaction)
    others = meanwhile()
    await expect.poll(async () => (await waiting()).rows.length).toBe(1)
    await reserveEventNumbers(transaction, service.workspaceId, 0)
  })
  return await others
}

describe.skipIf(testDatabaseUrl() === '')('the lock on the audit head of a workspace', () => {
  test('is acquired last by a data deletion request for a person with two connections', async () => {
    const { db } = service.app.store
    const users = [
      await newLinkedUser(service, { person: 'ben' }),
      await newLinkedUser(service, { person: 'ben' }),
    ]
    // The database chooses which connection it locks first, so each round holds the row of another user.
    for (const userId of users) {
      for (const each of users) await linkExistingUser(service, each, { person: 'ben' })
      const source = await findSource(db, service.workspaceId, userId, 'social')
      const head = await headAfter(
        (transaction) => changeSource(transaction, { id: source?.id ?? '' }, { problem: '' }),
        () =>
          createSandboxAdmin(service).simulate('dataDeletion', {
            person: 'ben',
            url: `${service.url}/connect/data-deletion/social`,
          }),
      )
      expect(head).toMatchObject({ status: 200 })
      for (const each of users)
        expect(await findConnection(db, service.workspaceId, each, 'social')).toBeUndefined()
    }
  })

  test('is acquired last by a link that replaces the link to another person', async () => {
    const { db } = service.app.store
    const userId = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
    const earlier = await findConnection(db, service.workspaceId, userId, 'search')
    await headAfter(
      (transaction) => retainCredential(transaction, earlier?.credential_id ?? ''),
      () => linkExistingUser(service, userId, { platform: 'SEARCH' }),
    )
    const present = await findConnection(db, service.workspaceId, userId, 'search')
    expect(present?.credential_id).not.toBe(earlier?.credential_id)
  })
})
