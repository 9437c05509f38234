// Mirrors of connections' campaigns: created with the connection, and
// continued when the user links the same account again.

import { makeId } from '../runtime/runtime.ts'
import { endConnectionRow } from '../store/connectionOwnedRows.ts'
import type { ConnectionKey } from '../store/connections.ts'
import { findMirror, insertMirrors, unreadMirror, wakeMirror } from '../store/mirrors.ts'
import type { Db } from '../store/tables.ts'
import { ConnectionRowBackfill } from './connectionRows.ts'
import type { LinkingDeps } from './linking.ts'
import { readSelection } from './storedSelections.ts'

/**
 * Starts mirroring the account of a connection. A mirror of another
 * account is replaced, because its data does not apply.
 */
export async function startMirror(
  { runtime }: Pick<LinkingDeps, 'runtime'>,
  db: Db,
  connection: ConnectionKey,
  accountId: string,
): Promise<void> {
  const { workspace_id, user_id, platform } = connection
  const existing = await findMirror(db, workspace_id, user_id, platform)
  if (existing?.account_id === accountId) return await wakeMirror(db, workspace_id, user_id, platform)
  if (existing) await endConnectionRow(db, 'mirrors', connection, runtime.now())
  await insertMirrors(db, [buildMirrorRow({ runtime }, connection, accountId)])
}

/** Connections from earlier releases have no mirror. */
export function createMirrorBackfill(linking: Pick<LinkingDeps, 'store' | 'runtime'>): ConnectionRowBackfill {
  return new ConnectionRowBackfill(linking, 'mirrors', async (connections) => {
    const mirrors = connections.map((connection) =>
      buildMirrorRow(linking, connection, readSelection(connection).accountId),
    )
    await insertMirrors(linking.store.db, mirrors)
  })
}

function buildMirrorRow(
  { runtime }: Pick<LinkingDeps, 'runtime'>,
  { workspace_id, user_id, platform }: ConnectionKey,
  accountId: string,
) {
  return {
    id: makeId('mir', runtime),
    workspace_id,
    user_id,
    platform,
    account_id: accountId,
    ...unreadMirror,
  }
}
