// Lead sources: created with a connection, and continued when the user links it again. Leads from before
// the first link of an account in the workspace are listed, but no event is sent for them.

import type { Platform } from '@adrail/contract'
import { makeId } from '../base/runtime.ts'
import { type Connection, type ConnectionPlace, findConnection } from '../store/connections.ts'
import { findPosition, keepPosition, keepReceived, type LeadAccount } from '../store/leadPositions.ts'
import {
  changeSource,
  findSource,
  insertSource,
  type LeadSource,
  unreadSource,
} from '../store/leadSources.ts'
import type { Db } from '../store/tables.ts'
import { findWorkspace } from '../store/workspaces.ts'
import { newHook } from './hookAddresses.ts'
import { MissingBeside } from './keptBeside.ts'
import { type Linking, timeAt } from './linking.ts'

/**
 * Starts reading the leads of a connection. If the user links the
 * same account again, reading resumes where it was.
 */
export async function beginLeads(
  linking: Linking,
  db: Db,
  linked: ConnectionPlace,
  subject: string,
  linkedAt = timeAt(linking, linked),
): Promise<void> {
  if (!linking.readsLeads) return
  const { runtime, vault } = linking
  const { workspace_id, user_id } = linked
  // Links exist for these names only.
  const platform = linked.platform as Platform
  const earlier = await findSource(db, workspace_id, user_id, platform)
  if (earlier) {
    const isOther = earlier.subject !== subject
    if (isOther) {
      await keepPosition(db, linked, null)
      await keepReceived(db, linked, null)
    }
    // Another page or account has its own leads, and none of them was read.
    const anew = {
      subject,
      read_until: 0,
      read_at: null,
      told: 0,
      told_address: '',
      ...(await beginning(db, { workspace_id, platform, subject }, linkedAt)),
    }
    // A process that reads now is reading the earlier account, and
    // loses its lease so that it stores nothing more.
    const free = { lease_owner: '', lease_until: 0 }
    return await changeSource(db, earlier, { look_at: 0, problem: '', ...free, ...(isOther ? anew : {}) })
  }
  const id = makeId('lds', runtime)
  const cell = { workspaceId: workspace_id, table: 'lead_sources', id, column: 'hook_key' } as const
  await insertSource(db, {
    id,
    workspace_id,
    user_id,
    platform,
    subject,
    hook_token: await newHook(db, runtime, id),
    hook_key: vault.seal(cell, runtime.randomBytes(24).toString('base64url')),
    ...unreadSource,
    ...(await beginning(db, { workspace_id, platform, subject }, linkedAt)),
  })
}

/** Decides which leads of an account linked now are sent as events. */
async function beginning(
  db: Db,
  account: LeadAccount,
  linkedAt: number,
): Promise<Pick<LeadSource, 'events_subject' | 'linked_at' | 'events_from' | 'resume_from'>> {
  const events_subject = account.subject
  const workspace = await findWorkspace(db, account.workspace_id)
  if (workspace?.lead_history_events === 1)
    return { events_subject, linked_at: 0, events_from: 0, resume_from: 0 }
  // Platforms round submission times down to the second.
  const linked_at = Math.floor(linkedAt / 1000) * 1000
  const events_from = (await findPosition(db, account)) ?? linked_at
  return { events_subject, linked_at, events_from, resume_from: events_from }
}

/** A source from an earlier release sends events for all leads since its first read, as in that release. */
export async function beginningOfEarlier(linking: Linking, source: LeadSource) {
  const { store } = linking
  const { workspace_id, user_id, platform, subject, read_at, read_until } = source
  if (read_at !== null)
    return { events_subject: subject, linked_at: 0, events_from: 0, resume_from: read_until }
  const connection = await findConnection(store.db, workspace_id, user_id, platform)
  const linkedAt = connection ? timeOfLink(linking, connection) : linking.times[platform]()
  return await beginning(store.db, { workspace_id, platform, subject }, linkedAt)
}

/** The result is by the platform's clock. The database stores the time of linking by the service's clock. */
function timeOfLink(linking: Linking, connection: ConnectionPlace & Pick<Connection, 'updated_at'>): number {
  return connection.updated_at + timeAt(linking, connection) - linking.runtime.now()
}

/** Connections created while lead reading was off have no lead source. */
export function missingLeads(linking: Linking): MissingBeside {
  return new MissingBeside(linking, 'lead_sources', async (missing) => {
    for (const connection of missing)
      await beginLeads(
        linking,
        linking.store.db,
        connection,
        subjectIn(connection),
        timeOfLink(linking, connection),
      )
  })
}

/** Restarts a source whose connection leads to another account, after verifying that in the database. */
export async function beginOther(linking: Linking, source: LeadSource): Promise<void> {
  const { store, memory } = linking
  const { workspace_id, user_id, platform, subject } = source
  // The cached connection may be older than a link by another process to the source's account.
  memory.forgetConnection(workspace_id, user_id, platform)
  const connection = await findConnection(store.db, workspace_id, user_id, platform)
  // A different subject means that the user linked another account while lead reading was off.
  if (connection && subjectIn(connection) !== subject)
    await beginLeads(linking, store.db, connection, subjectIn(connection), timeOfLink(linking, connection))
}

function subjectIn({ selection }: Pick<Connection, 'selection'>): string {
  // The selection was written when the link was completed, in its platform's own shape.
  const chosen = JSON.parse(selection) as { accountId?: string; page?: { id: string } }
  return chosen.page?.id ?? chosen.accountId ?? ''
}
