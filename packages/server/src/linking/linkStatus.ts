// Where a link stands, and every way in which that changes before it is completed.

import type { Platform } from '@adrail/contract'
import { makeEvent, tell } from '../events/tell.ts'
import type { LinkProblem } from '../platforms/kit/provider.ts'
import { type Link, openStatuses, updateLink } from '../store/links.ts'
import { type Linking, timeAt } from './linking.ts'

/** The status as it is now: time passes without anybody writing it down. */
export function statusOf(linking: Linking, link: Link): string {
  const open = (openStatuses as readonly string[]).includes(link.status)
  return open && link.expires_at <= timeAt(linking, link) ? 'expired' : link.status
}

export async function markOpened(linking: Linking, link: Link): Promise<void> {
  await updateLink(linking.store.db, link.id, ['created'], { status: 'opened' })
}

/** The link is over: used, cancelled, failed or expired. */
export class LinkEnded extends Error {}

/** The trip gave nothing, but the user can try again: the link stays open. */
export async function pause(linking: Linking, link: Link, problem: LinkProblem): Promise<Link> {
  await updateLink(linking.store.db, link.id, ['returned'], { status: 'opened', error_code: problem })
  return { ...link, status: 'opened', error_code: problem }
}

/** Told to the workspace, unless it was over before. */
export async function end(
  linking: Linking,
  link: Link,
  status: 'cancelled' | 'failed',
  problem: LinkProblem,
): Promise<Link> {
  const { store, runtime } = linking
  const { id: linkId, workspace_id, user_id } = link
  const ended = { status, error_code: problem, draft: '', pkce_verifier: '' }
  // Rows are written with the names of platforms and no others.
  const data = { linkId, platform: link.platform as Platform, status, linkError: problem }
  await store.db.transaction().execute(async (transaction) => {
    if (await updateLink(transaction, linkId, openStatuses, ended))
      await tell(transaction, workspace_id, [makeEvent(runtime, 'link.failed', user_id, data)])
  })
  return { ...link, status, error_code: problem }
}

/** The user gives up on a page of ours. */
export async function cancel(linking: Linking, link: Link): Promise<Link> {
  const { error_code } = link
  const status = error_code === '' ? 'cancelled' : 'failed'
  // An error code was written from one of the problems.
  return await end(linking, link, status, (error_code || 'access_denied') as LinkProblem)
}
