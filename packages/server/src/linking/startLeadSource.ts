// Lead sources: created with a connection, and continued when the user links it again. Leads from before
// the first link of an account in the workspace are listed, but no event is sent for them.

import { makeId } from '../runtime/runtime.ts'
import { type Connection, type ConnectionKey, findConnection } from '../store/connections.ts'
import {
  findLeadPosition,
  type LeadAccount,
  saveLeadPosition,
  saveReceivedLeads,
} from '../store/leadPositions.ts'
import {
  findSource,
  insertSource,
  type LeadSource,
  restartSource,
  unreadSource,
} from '../store/leadSources.ts'
import type { Db } from '../store/tables.ts'
import { findWorkspace } from '../store/workspaces.ts'
import { ConnectionRowBackfill } from './connectionRows.ts'
import { createHookToken } from './hookAddresses.ts'
import { type LinkingDeps, platformNow } from './linking.ts'
import { readSelection } from './storedSelections.ts'

type LeadSourceDeps = Pick<LinkingDeps, 'runtime' | 'times' | 'vault' | 'readsLeads'>

/**
 * Starts reading the leads of a connection. If the user links the
 * same account again, reading resumes where it was.
 */
export async function startLeadSource(
  linking: LeadSourceDeps,
  db: Db,
  connection: ConnectionKey,
  subject: string,
  linkedAt = platformNow(linking, connection),
): Promise<void> {
  if (!linking.readsLeads) return
  const { runtime, vault } = linking
  const { workspace_id, user_id, platform } = connection
  const existing = await findSource(db, workspace_id, user_id, platform)
  if (existing) {
    const isOtherSubject = existing.subject !== subject
    if (isOtherSubject) {
      await saveLeadPosition(db, connection, null)
      await saveReceivedLeads(db, connection, null)
    }
    // Another page or account has its own leads, and none of them was read.
    const resetColumns = {
      subject,
      read_until: 0,
      read_at: null,
      told: 0,
      told_address: '',
      ...(await computeInitialEventRange(db, { workspace_id, platform, subject }, linkedAt)),
    }
    // A process that reads now may be reading the earlier account.
    return await restartSource(db, existing, isOtherSubject ? resetColumns : {})
  }
  const id = makeId('lds', runtime)
  const cell = { workspaceId: workspace_id, table: 'lead_sources', id, column: 'hook_key' } as const
  await insertSource(db, {
    id,
    workspace_id,
    user_id,
    platform,
    subject,
    hook_token: await createHookToken(db, runtime, id),
    hook_key: vault.encrypt(cell, runtime.randomBytes(24).toString('base64url')),
    ...unreadSource,
    ...(await computeInitialEventRange(db, { workspace_id, platform, subject }, linkedAt)),
  })
}

/** Decides which leads of an account linked now are sent as events. */
async function computeInitialEventRange(
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
  const events_from = (await findLeadPosition(db, account)) ?? linked_at
  return { events_subject, linked_at, events_from, resume_from: events_from }
}

/** A source from an earlier release sends events for all leads since its first read, as in that release. */
export async function computeLegacyEventRange(
  linking: Pick<LinkingDeps, 'store' | 'runtime' | 'times'>,
  source: LeadSource,
) {
  const { store } = linking
  const { workspace_id, user_id, platform, subject, read_at, read_until } = source
  if (read_at !== null)
    return { events_subject: subject, linked_at: 0, events_from: 0, resume_from: read_until }
  const connection = await findConnection(store.db, workspace_id, user_id, platform)
  const linkedAt = connection ? getLinkedAt(linking, connection) : linking.times[platform]()
  return await computeInitialEventRange(store.db, { workspace_id, platform, subject }, linkedAt)
}

/** The result is by the platform's clock. The database stores the time of linking by the service's clock. */
function getLinkedAt(
  linking: Pick<LinkingDeps, 'runtime' | 'times'>,
  connection: ConnectionKey & Pick<Connection, 'updated_at'>,
): number {
  return connection.updated_at + platformNow(linking, connection) - linking.runtime.now()
}

/** Connections created while lead reading was off have no lead source. */
export function createLeadSourceBackfill(
  linking: LeadSourceDeps & Pick<LinkingDeps, 'store'>,
): ConnectionRowBackfill {
  return new ConnectionRowBackfill(linking, 'lead_sources', async (connections) => {
    for (const connection of connections)
      await startLeadSource(
        linking,
        linking.store.db,
        connection,
        getLeadSubject(connection),
        getLinkedAt(linking, connection),
      )
  })
}

/** Restarts a source whose connection leads to another account, after verifying that in the database. */
export async function restartLeadSource(
  linking: LeadSourceDeps & Pick<LinkingDeps, 'store' | 'cache'>,
  source: LeadSource,
): Promise<void> {
  const { store, cache } = linking
  const { workspace_id, user_id, platform, subject } = source
  // The cached connection may be older than a link by another process to the source's account.
  cache.evictConnection(workspace_id, user_id, platform)
  const connection = await findConnection(store.db, workspace_id, user_id, platform)
  // A different subject means that the user linked another account while lead reading was off.
  if (connection && getLeadSubject(connection) !== subject)
    await startLeadSource(
      linking,
      store.db,
      connection,
      getLeadSubject(connection),
      getLinkedAt(linking, connection),
    )
}

/** Lead forms belong to the page, where the user chose one. */
function getLeadSubject(connection: Pick<Connection, 'platform' | 'selection'>): string {
  const { page, accountId } = readSelection(connection)
  return page?.id ?? accountId
}
