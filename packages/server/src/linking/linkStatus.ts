// The status of a link, and every change of it before the link is completed.

import { emitEvents, makeEvent } from '../events/emit.ts'
import type { LinkFailureReason } from '../platforms/connector-kit/provider.ts'
import { type Link, openLinkStatuses, updateLink } from '../store/links.ts'
import { type LinkingDeps, platformNow } from './linking.ts'

/** A stored open status means `expired` after the link's expiry, because no process writes that status. */
export function getCurrentLinkStatus(linking: Pick<LinkingDeps, 'times'>, link: Link): string {
  const isOpen = (openLinkStatuses as readonly string[]).includes(link.status)
  return isOpen && link.expires_at <= platformNow(linking, link) ? 'expired' : link.status
}

export async function markLinkOpened({ store }: Pick<LinkingDeps, 'store'>, link: Link): Promise<void> {
  await updateLink(store.db, link.id, ['created'], { status: 'opened' })
}

/** The link was used, canceled, failed or expired. */
export class LinkEnded extends Error {}

/** The OAuth flow failed, but the user can retry: the link stays open. */
export async function reopenLink(
  { store }: Pick<LinkingDeps, 'store'>,
  link: Link,
  problem: LinkFailureReason,
): Promise<Link> {
  await updateLink(store.db, link.id, ['returned'], { status: 'opened', error_code: problem })
  return { ...link, status: 'opened', error_code: problem }
}

/** The workspace receives an event, unless the link had already ended. */
export async function endLink(
  { store, runtime }: Pick<LinkingDeps, 'store' | 'runtime'>,
  link: Link,
  status: 'cancelled' | 'failed',
  problem: LinkFailureReason,
): Promise<Link> {
  const { id: linkId, workspace_id, user_id } = link
  const changes = { status, error_code: problem, draft: '', pkce_verifier: '' }
  const data = { linkId, platform: link.platform, status, linkError: problem }
  await store.db.transaction().execute(async (transaction) => {
    if (await updateLink(transaction, linkId, openLinkStatuses, changes))
      await emitEvents(transaction, workspace_id, [makeEvent(runtime, 'link.failed', user_id, data)])
  })
  return { ...link, status, error_code: problem }
}

/** The user cancels on a page of adrail. */
export async function cancelLink(linking: Pick<LinkingDeps, 'store' | 'runtime'>, link: Link): Promise<Link> {
  const { error_code } = link
  const status = error_code === '' ? 'cancelled' : 'failed'
  // The cast is safe, because only a `LinkFailureReason` is ever stored as the error code.
  return await endLink(linking, link, status, (error_code || 'access_denied') as LinkFailureReason)
}
