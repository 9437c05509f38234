// Data deletion that a person requests through the platform.
//
// https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback

import type { Platform } from '@adrail/contract'
import { recordAudit } from '../audit/chain.ts'
import { nameOf } from '../platforms/kit/names.ts'
import { withdrawApprovals } from '../store/approvals.ts'
import { deleteConnectionsOfCredential } from '../store/connections.ts'
import { credentialsOfPerson, discardCredential } from '../store/credentials.ts'
import { type Deletion, endDeletion, insertDeletion, openDeletions } from '../store/deletions.ts'
import { needingRelink } from './healthChanges.ts'
import { endAllBeside } from './keptBeside.ts'
import type { Linking } from './linking.ts'

/**
 * Returns the code with which the person can query the status, or
 * undefined when the message is not the platform's.
 */
export async function requestDeletion(
  linking: Linking,
  platform: Platform,
  signed: string,
): Promise<string | undefined> {
  const { store, log, runtime, providers } = linking
  const removal = providers[platform].removal?.(signed)
  if (removal === undefined) return undefined
  const deletion = {
    code: runtime.randomBytes(16).toString('hex'),
    platform,
    upstream_user_id: removal.personId,
    requested_at: removal.at,
    done_at: null,
  }
  // The request is stored first: maintenance finishes deletions that fail or take longer.
  await insertDeletion(store.db, deletion)
  await carryOut(linking, deletion)
  log.info('linking.deletion_requested', { platform })
  return deletion.code
}

/** Resumes deletions that could not be completed at once. */
export async function settleDeletions(linking: Linking): Promise<void> {
  for (const deletion of await openDeletions(linking.store.db, 100)) await carryOut(linking, deletion)
}

/**
 * Deletes connections, tokens and names. Rows that open writes still
 * need stay, without a name, until those writes end.
 */
async function carryOut(linking: Linking, deletion: Deletion): Promise<void> {
  const { store, runtime } = linking
  const left = () =>
    credentialsOfPerson(store.db, deletion.platform, deletion.upstream_user_id, deletion.requested_at)
  for (const credential of await left()) await forget(linking, credential)
  if ((await left()).length === 0) await endDeletion(store.db, deletion.code, runtime.now())
}

const reason = 'data_deletion'

async function forget(
  { store, runtime, memory }: Linking,
  credential: { readonly id: string; readonly workspace_id: string },
): Promise<void> {
  const now = runtime.now()
  const ended = await store.db.transaction().execute(async (transaction) => {
    const connections = await deleteConnectionsOfCredential(transaction, credential.id)
    for (const connection of connections) {
      await withdrawApprovals(transaction, connection)
      await endAllBeside(transaction, connection, now)
    }
    await discardCredential(transaction, credential.id, now)
    // The audit chain is locked last, as everywhere: a transaction that
    // holds one of the rows above may be about to append to it.
    for (const connection of connections) {
      const { id, user_id, platform } = connection
      await recordAudit(
        transaction,
        {
          workspaceId: credential.workspace_id,
          at: now,
          event: 'connection.removed',
          actor: 'service',
          userId: user_id,
          subject: id,
          before: { platform: nameOf(platform) },
          after: { reason },
        },
        needingRelink(runtime, [connection], 'removed', reason),
      )
    }
    return connections
  })
  memory.credentials.delete(credential.id)
  for (const { workspace_id, user_id, platform } of ended)
    memory.forgetConnection(workspace_id, user_id, platform)
}
