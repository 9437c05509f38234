// Data deletion that a person requests through the platform.

import type { Platform } from '@adrail/contract'
import { recordAudit } from '../audit/chain.ts'
import { toLinkPlatform } from '../platforms/connector-kit/platformNames.ts'
import { withdrawApprovals } from '../store/approvals.ts'
import { deleteConnectionsOfCredential } from '../store/connections.ts'
import { discardCredential, listCredentialsOfPerson } from '../store/credentials.ts'
import { type Deletion, endDeletion, insertDeletion, listOpenDeletions } from '../store/deletions.ts'
import { endConnectionRows } from './connectionRows.ts'
import { buildRelinkEvents } from './healthChanges.ts'
import type { LinkingDeps } from './linking.ts'

/** Everything that the deletion of a person's data uses. */
type DeletionDeps = Pick<LinkingDeps, 'store' | 'runtime' | 'cache'>

/** Everything that a deletion request uses. */
export type DeletionRequestDeps = DeletionDeps & Pick<LinkingDeps, 'log' | 'providers' | 'publicUrl'>

/**
 * Returns the response to the platform, with the URL at which the person can
 * query the status, or undefined when the message is not the platform's.
 */
export async function requestDataDeletion(
  linking: DeletionRequestDeps,
  platform: Platform,
  form: URLSearchParams,
): Promise<Readonly<Record<string, string>> | undefined> {
  const { store, log, runtime, providers } = linking
  const notices = providers[platform].removalNotices
  const removal = notices?.parse(form)
  if (!notices || removal === undefined) return undefined
  const deletion = {
    code: runtime.randomBytes(16).toString('hex'),
    platform,
    upstream_user_id: removal.personId,
    requested_at: removal.at,
    done_at: null,
  }
  // The request is stored first: maintenance finishes deletions that fail or take longer.
  await insertDeletion(store.db, deletion)
  await executeDeletion(linking, deletion)
  log.info('linking.deletion_requested', { platform })
  return notices.toDeletionResponse(
    `${linking.publicUrl}/connect/data-deletion/${deletion.code}`,
    deletion.code,
  )
}

/** Resumes deletions that could not be completed at once. */
export async function resumeDeletions(linking: DeletionDeps): Promise<void> {
  for (const deletion of await listOpenDeletions(linking.store.db, 100))
    await executeDeletion(linking, deletion)
}

/**
 * Deletes connections, tokens and names. Rows that open writes still
 * need stay, without a name, until those writes end.
 */
async function executeDeletion(linking: DeletionDeps, deletion: Deletion): Promise<void> {
  const { store, runtime } = linking
  const loadRemaining = () =>
    listCredentialsOfPerson(store.db, deletion.platform, deletion.upstream_user_id, deletion.requested_at)
  for (const credential of await loadRemaining()) await deleteCredential(linking, credential)
  if ((await loadRemaining()).length === 0) await endDeletion(store.db, deletion.code, runtime.now())
}

const deletionReason = 'data_deletion'

async function deleteCredential(
  { store, runtime, cache }: DeletionDeps,
  credential: { readonly id: string; readonly workspace_id: string },
): Promise<void> {
  const now = runtime.now()
  const deletedConnections = await store.db.transaction().execute(async (transaction) => {
    const connections = await deleteConnectionsOfCredential(transaction, credential.id)
    for (const connection of connections) {
      await withdrawApprovals(transaction, connection)
      await endConnectionRows(transaction, connection, now)
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
          before: { platform: toLinkPlatform(platform) },
          after: { reason: deletionReason },
        },
        buildRelinkEvents(runtime, [connection], 'removed', deletionReason),
      )
    }
    return connections
  })
  cache.credentials.delete(credential.id)
  for (const { workspace_id, user_id, platform } of deletedConnections)
    cache.evictConnection(workspace_id, user_id, platform)
}
