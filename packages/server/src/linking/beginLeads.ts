// Connections as sources of leads: begun with the connection, and gone on with when it is linked anew.

import type { Platform } from '@adrail/contract'
import { makeId } from '../base/runtime.ts'
import { type Connection, type ConnectionPlace, findConnection } from '../store/connections.ts'
import {
  changeSource,
  findSource,
  insertSource,
  type LeadSource,
  unreadSource,
} from '../store/leadSources.ts'
import type { Db } from '../store/tables.ts'
import { newHook } from './hookAddresses.ts'
import { MissingBeside } from './keptBeside.ts'
import type { Linking } from './linking.ts'

/** Has the leads of a connection read from now on. Linked anew to the same, it goes on where it was. */
export async function beginLeads(
  linking: Linking,
  db: Db,
  linked: ConnectionPlace,
  subject: string,
): Promise<void> {
  if (!linking.readsLeads) return
  const { runtime, vault } = linking
  const { workspace_id, user_id } = linked
  // Links are made for these names only.
  const platform = linked.platform as Platform
  const earlier = await findSource(db, workspace_id, user_id, platform)
  if (earlier) {
    const isOther = earlier.subject !== subject
    // Another page or account has leads of its own, of which none was read.
    const anew = { subject, read_until: 0, read_at: null, told: 0, told_address: '' }
    // Whoever reads it now reads what was linked before, and writes down nothing more.
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
  })
}

/** Connections that were made while leads were not read. */
export function missingLeads(linking: Linking): MissingBeside {
  return new MissingBeside(linking, 'lead_sources', async (missing) => {
    for (const connection of missing)
      await beginLeads(linking, linking.store.db, connection, subjectIn(connection))
  })
}

/** What is linked is not what a source is of: begins it anew if the database says so too. */
export async function beginOther(linking: Linking, source: LeadSource): Promise<void> {
  const { store, memory } = linking
  const { workspace_id, user_id, platform, subject } = source
  // It may have been remembered from before another process linked what the source is of.
  memory.forgetConnection(workspace_id, user_id, platform)
  const connection = await findConnection(store.db, workspace_id, user_id, platform)
  // Else it was linked while leads were not read.
  if (connection && subjectIn(connection) !== subject)
    await beginLeads(linking, store.db, connection, subjectIn(connection))
}

function subjectIn({ selection }: Pick<Connection, 'selection'>): string {
  // Written when the link was finished, by its platform's own shape.
  const chosen = JSON.parse(selection) as { accountId?: string; page?: { id: string } }
  return chosen.page?.id ?? chosen.accountId ?? ''
}
