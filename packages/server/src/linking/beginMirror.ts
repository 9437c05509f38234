// Mirrors of connections' campaigns: created with the connection, and
// continued when the user links the same account again.

import type { Platform } from '@adrail/contract'
import { makeId } from '../base/runtime.ts'
import { endBeside } from '../store/besideConnections.ts'
import type { ConnectionPlace } from '../store/connections.ts'
import { findMirror, hurryMirror, insertMirrors } from '../store/mirrors.ts'
import type { Db } from '../store/tables.ts'
import { MissingBeside } from './keptBeside.ts'
import type { Linking } from './linking.ts'

/**
 * Starts mirroring the account of a connection. A mirror of another
 * account is replaced, because its data does not apply.
 */
export async function beginMirror(
  { runtime }: Pick<Linking, 'runtime'>,
  db: Db,
  linked: ConnectionPlace,
  accountId: string,
): Promise<void> {
  const { workspace_id, user_id } = linked
  // Links exist for these names only.
  const platform = linked.platform as Platform
  const earlier = await findMirror(db, workspace_id, user_id, platform)
  if (earlier?.account_id === accountId) return await hurryMirror(db, workspace_id, user_id, platform)
  if (earlier) await endBeside(db, 'mirrors', linked, runtime.now())
  await insertMirrors(db, [newMirror({ runtime }, linked, accountId)])
}

/** Connections from earlier releases have no mirror. */
export function missingMirrors(linking: Linking): MissingBeside {
  return new MissingBeside(linking, 'mirrors', async (missing) => {
    const mirrors = missing.map((connection) => {
      // The selection was written when the link was completed, in its platform's own shape.
      const chosen = JSON.parse(connection.selection) as { accountId?: string; adAccountId?: string }
      return newMirror(linking, connection, chosen.adAccountId ?? chosen.accountId ?? '')
    })
    await insertMirrors(linking.store.db, mirrors)
  })
}

function newMirror(
  { runtime }: Pick<Linking, 'runtime'>,
  { workspace_id, user_id, platform }: ConnectionPlace,
  accountId: string,
) {
  return {
    id: makeId('mir', runtime),
    workspace_id,
    user_id,
    platform: platform as Platform,
    account_id: accountId,
    account_name: '',
    currency_code: '',
    time_zone: '',
    look_at: 0,
    read_at: null,
    figures_at: null,
    figures_since: '',
    open_days: 0,
    account_level: '',
    campaign_level: '',
    problem: '',
    ended_at: null,
  }
}
