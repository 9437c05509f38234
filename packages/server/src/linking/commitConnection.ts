// Completion of a link: credential, connection and link change in one transaction.

import { recordAudit } from '../audit/chain.ts'
import { makeEvent } from '../events/emit.ts'
import type { Grant } from '../platforms/connector-kit/provider.ts'
import { ServiceError } from '../runtime/errors.ts'
import { makeId } from '../runtime/runtime.ts'
import {
  type AffectedConnection,
  findConnection,
  listConnectionsOfCredential,
  replaceConnection,
} from '../store/connections.ts'
import {
  discardCredential,
  findCredential,
  findCredentialOfPerson,
  insertCredential,
  renewCredential,
} from '../store/credentials.ts'
import { type Link, updateLink } from '../store/links.ts'
import type { Db } from '../store/tables.ts'
import { lockUser } from '../store/users.ts'
import { isAlive } from './credentialSchedule.ts'
import { buildHealthyEvents, toConnectionData } from './healthChanges.ts'
import { getDefinition, type LinkingDeps, platformNow } from './linking.ts'
import { retireCredential } from './retireCredential.ts'
import { startLeadSource } from './startLeadSource.ts'
import { startMirror } from './startMirror.ts'
import { encryptTokens } from './tokenEncryption.ts'

/** The ids come from the lists that the page showed. */
export interface LinkChoice {
  readonly accountId: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
}

export async function commitConnection(
  linking: LinkingDeps,
  link: Link,
  grant: Grant,
  choice: LinkChoice,
): Promise<void> {
  const { store, runtime, vault, cache } = linking
  // The user can choose only from the lists of this consent, even if the submitted form contains other ids.
  const account = grant.accounts.find(({ id, unusable }) => id === choice.accountId && unusable === '')
  const page = grant.pages.find(({ id, unusable }) => id === choice.pageId && unusable === '')
  const selectionFormat = getDefinition(link).selection
  if (!account || (selectionFormat.includesPage && !page))
    throw new ServiceError('INVALID_FIELD', {
      values: {
        problem: 'The chosen account is not on the list. Nothing changed. Choose an account from the list.',
      },
    })

  const unused = await store.db.transaction().execute(async (transaction) => {
    // Deleting a user deletes the link too, and the update then finds no link.
    await lockUser(transaction, link.workspace_id, link.user_id)
    const isUpdated = await updateLink(transaction, link.id, ['selecting'], {
      status: 'completed',
      error_code: '',
      draft: '',
      pkce_verifier: '',
    })
    // An earlier submission of the same form has completed the link.
    if (!isUpdated) return undefined
    const { workspace_id, user_id, platform } = link
    const { credentialId, recoveredConnections } = await saveCredential(linking, transaction, link, grant)
    const existing = await findConnection(transaction, workspace_id, user_id, platform)
    const replacedConnection = existing?.credential_id === credentialId ? undefined : existing
    if (replacedConnection && (await hasBrokenCredential(transaction, replacedConnection)))
      recoveredConnections.push(replacedConnection)
    const id = existing?.id ?? makeId('con', runtime)
    const now = runtime.now()
    await replaceConnection(transaction, {
      workspace_id,
      user_id,
      platform,
      id,
      credential_id: credentialId,
      selection: JSON.stringify(
        selectionFormat.fromOptions({
          account,
          page,
          withPhotoAccount: choice.withPhotoAccount,
          chosenAt: platformNow(linking, link),
        }),
      ),
      page_token: vault.encrypt(
        { workspaceId: workspace_id, table: 'connections', id, column: 'page_token' },
        page?.token ?? '',
      ),
      created_at: now,
      updated_at: now,
    })
    await startLeadSource(linking, transaction, link, page?.id ?? account.id)
    await startMirror(linking, transaction, link, account.id)
    const record = {
      workspaceId: workspace_id,
      at: now,
      event: 'connection.made',
      actor: 'user',
      userId: user_id,
      subject: id,
      after: { platform, linkId: link.id, credentialId, accountId: account.id },
    }
    const data = { linkId: link.id, ...toConnectionData({ ...link, id }) }
    const completed = makeEvent(runtime, 'link.completed', user_id, data)
    const discarded =
      replacedConnection && (await discardCredential(transaction, replacedConnection.credential_id, now))
    // The audit chain is locked last, as everywhere: a transaction that
    // holds one of the rows above may be about to append to it.
    await recordAudit(transaction, record, [completed, ...buildHealthyEvents(runtime, recoveredConnections)])
    cache.credentials.delete(credentialId)
    return discarded
  })
  cache.evictConnection(link.workspace_id, link.user_id, link.platform)
  if (unused) await retireCredential(linking, unused)
}

async function hasBrokenCredential(
  db: Db,
  { credential_id }: { readonly credential_id: string },
): Promise<boolean> {
  const credential = await findCredential(db, credential_id)
  return credential !== undefined && !isAlive(credential)
}

interface SavedCredential {
  readonly credentialId: string
  /** These connections did not work before. */
  readonly recoveredConnections: AffectedConnection[]
}

/**
 * A person has one credential per workspace: a new consent recovers every connection of that person there.
 */
async function saveCredential(
  linking: Pick<LinkingDeps, 'runtime' | 'times' | 'vault'>,
  db: Db,
  link: Link,
  grant: Grant,
): Promise<SavedCredential> {
  const { runtime, vault } = linking
  const { workspace_id, platform } = link
  const { person, tokens } = grant
  const buildFreshColumns = (id: string) => ({
    user_name: person.name,
    email: person.email,
    health: 'active' as const,
    health_reason: '',
    fail_count: 0,
    retry_at: 0,
    refreshed_at: 0,
    inspected_at: platformNow(linking, link),
    orphaned_at: null,
    ...encryptTokens(vault, { id, workspace_id }, tokens),
  })
  const findExistingCredential = () => findCredentialOfPerson(db, workspace_id, platform, person.id)
  const existing = await findExistingCredential()
  if (!existing) {
    const id = makeId('crd', runtime)
    const identity = { id, workspace_id, platform, upstream_user_id: person.id, version: 1 }
    if (await insertCredential(db, { ...identity, ...buildFreshColumns(id) }))
      return { credentialId: id, recoveredConnections: [] }
  }
  // Otherwise the same person completed another link a moment ago.
  const current = existing ?? (await findExistingCredential())
  if (current === undefined) throw new Error('A credential is neither there nor can it be made.')
  const { id } = current
  const { refresh_token, refresh_expires_at, ...columns } = buildFreshColumns(id)
  // If the platform does not return a refresh token again, the stored
  // one stays: it must never be overwritten with nothing.
  await renewCredential(db, id, {
    ...columns,
    ...(refresh_token === '' ? {} : { refresh_token, refresh_expires_at }),
  })
  return {
    credentialId: id,
    recoveredConnections: isAlive(current) ? [] : await listConnectionsOfCredential(db, id),
  }
}
