// Completion of a link: credential, connection and link change in one transaction.

import { recordAudit } from '../audit/chain.ts'
import { ServiceError } from '../base/errors.ts'
import { makeId } from '../base/runtime.ts'
import { makeEvent } from '../events/tell.ts'
import type { AccountOption, Grant, PageOption } from '../platforms/kit/provider.ts'
import type { ChosenPage, SocialSelection } from '../platforms/kit/selections.ts'
import {
  type Concerned,
  connectionsOfCredential,
  findConnection,
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
import { holdUser } from '../store/users.ts'
import { beginLeads } from './beginLeads.ts'
import { beginMirror } from './beginMirror.ts'
import { isAlive } from './due.ts'
import { aboutConnection, healed } from './healthChanges.ts'
import { type Linking, timeAt } from './linking.ts'
import { retire } from './retire.ts'
import { sealTokens } from './tokenSeals.ts'

/** The ids come from the lists that the page showed. */
export interface Choice {
  readonly accountId: string
  readonly pageId: string
  readonly withPhotoAccount: boolean
}

export async function commitConnection(
  linking: Linking,
  link: Link,
  grant: Grant,
  choice: Choice,
): Promise<void> {
  const { store, runtime, vault, memory } = linking
  // The user can choose only from the lists of this consent, even if the submitted form contains other ids.
  const account = grant.accounts.find(({ id, unusable }) => id === choice.accountId && unusable === '')
  const page = grant.pages.find(({ id, unusable }) => id === choice.pageId && unusable === '')
  if (!account || (link.platform === 'social' && !page))
    throw new ServiceError('INVALID_FIELD', { values: { problem: 'The chosen account is not on the list.' } })

  const unused = await store.db.transaction().execute(async (transaction) => {
    // Deleting a user deletes the link too, and the update then finds no link.
    await holdUser(transaction, link.workspace_id, link.user_id)
    const done = await updateLink(transaction, link.id, ['selecting'], {
      status: 'completed',
      error_code: '',
      draft: '',
      pkce_verifier: '',
    })
    // An earlier submission of the same form has completed the link.
    if (!done) return undefined
    const { workspace_id, user_id, platform } = link
    const { credentialId, mended } = await saveCredential(linking, transaction, link, grant)
    const earlier = await findConnection(transaction, workspace_id, user_id, platform)
    const replaced = earlier?.credential_id === credentialId ? undefined : earlier
    if (replaced && (await isBroken(transaction, replaced))) mended.push(replaced)
    const id = earlier?.id ?? makeId('con', runtime)
    const now = runtime.now()
    await replaceConnection(transaction, {
      workspace_id,
      user_id,
      platform,
      id,
      credential_id: credentialId,
      selection: JSON.stringify(selectionOf(account, page, choice.withPhotoAccount, timeAt(linking, link))),
      page_token: vault.seal(
        { workspaceId: workspace_id, table: 'connections', id, column: 'page_token' },
        page?.token ?? '',
      ),
      created_at: now,
      updated_at: now,
    })
    await beginLeads(linking, transaction, link, page?.id ?? account.id)
    await beginMirror(linking, transaction, link, account.id)
    const record = {
      workspaceId: workspace_id,
      at: now,
      event: 'connection.made',
      actor: 'user',
      userId: user_id,
      subject: id,
      after: { platform, linkId: link.id, credentialId, accountId: account.id },
    }
    const about = { linkId: link.id, ...aboutConnection({ ...link, id }) }
    const completed = makeEvent(runtime, 'link.completed', user_id, about)
    const discarded = replaced && (await discardCredential(transaction, replaced.credential_id, now))
    // The audit chain is locked last, as everywhere: a transaction that
    // holds one of the rows above may be about to append to it.
    await recordAudit(transaction, record, [completed, ...healed(runtime, mended)])
    memory.credentials.delete(credentialId)
    return discarded
  })
  memory.forgetConnection(link.workspace_id, link.user_id, link.platform)
  if (unused) await retire(linking, unused)
}

async function isBroken(db: Db, { credential_id }: { readonly credential_id: string }): Promise<boolean> {
  const credential = await findCredential(db, credential_id)
  return credential !== undefined && !isAlive(credential)
}

interface SavedCredential {
  readonly credentialId: string
  /** These connections did not work before. */
  readonly mended: Concerned[]
}

/**
 * A person has one credential per workspace: a new consent recovers every connection of that person there.
 */
async function saveCredential(linking: Linking, db: Db, link: Link, grant: Grant): Promise<SavedCredential> {
  const { runtime, vault } = linking
  const { workspace_id, platform } = link
  const { person, tokens } = grant
  const healedFor = (id: string) => ({
    user_name: person.name,
    email: person.email,
    health: 'active' as const,
    health_reason: '',
    fail_count: 0,
    retry_at: 0,
    refreshed_at: 0,
    inspected_at: timeAt(linking, link),
    lease_owner: '',
    lease_until: 0,
    orphaned_at: null,
    ...sealTokens(vault, { id, workspace_id }, tokens),
  })
  const find = () => findCredentialOfPerson(db, workspace_id, platform, person.id)
  const known = await find()
  if (!known) {
    const id = makeId('crd', runtime)
    const named = { id, workspace_id, platform, upstream_user_id: person.id, version: 1 }
    if (await insertCredential(db, { ...named, ...healedFor(id) })) return { credentialId: id, mended: [] }
  }
  // Otherwise the same person completed another link a moment ago.
  const present = known ?? (await find())
  if (present === undefined) throw new Error('A credential is neither there nor can it be made.')
  const { id } = present
  const { refresh_token, refresh_expires_at, ...renewed } = healedFor(id)
  // If the platform does not return a refresh token again, the stored
  // one stays: it must never be overwritten with nothing.
  await renewCredential(db, id, {
    ...renewed,
    ...(refresh_token === '' ? {} : { refresh_token, refresh_expires_at }),
  })
  return { credentialId: id, mended: isAlive(present) ? [] : await connectionsOfCredential(db, id) }
}

function selectionOf(
  account: AccountOption,
  page: PageOption | undefined,
  withPhotoAccount: boolean,
  picturesAt: number,
): unknown {
  if (!page) return account.kept
  const { businessId = '', ...kept } = account.kept
  const chosen = (option: ChosenPage): ChosenPage => ({
    id: option.id,
    name: option.name,
    pictureUrl: option.pictureUrl,
    businessManagerId: option.businessManagerId || businessId,
  })
  return {
    // Only social accounts come with a page, and their option has these fields.
    ...(kept as unknown as Omit<SocialSelection, 'page'>),
    page: chosen(page),
    ...(page.photoAccount && withPhotoAccount ? { photoAccount: chosen(page.photoAccount) } : {}),
    picturesAt,
  } satisfies SocialSelection
}
