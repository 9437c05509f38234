// How a link ended, or that there is none: on a page of ours, or back at the caller's.

import type { Platform } from '@adrail/contract'
import type { Exchange } from '../http/exchange.ts'
import { linkLifeMs } from '../linking/createLink.ts'
import { type Linking, providerOf } from '../linking/linking.ts'
import { statusOf } from '../linking/linkStatus.ts'
import { problemTexts } from '../linking/problems.ts'
import { finalRedirect } from '../linking/redirects.ts'
import type { LinkProblem } from '../platforms/kit/provider.ts'
import { connectionsOf } from '../store/connections.ts'
import type { Link } from '../store/links.ts'
import { findWorkspace } from '../store/workspaces.ts'
import { onwardPage, plainPage, platformName, resultPage } from './pages.ts'
import { refusedWords } from './permissionWords.ts'
import { redirect, sendPage } from './send.ts'

/** The link has just ended: back to the caller, or to the page that says how, which can be loaded again. */
export async function sendOnward(
  exchange: Exchange,
  linking: Linking,
  link: Link,
  token: string,
): Promise<void> {
  const onward = await finalRedirect(linking, link)
  if (onward === undefined) return redirect(exchange, linking, `/connect/${token}`)
  const workspace = (await findWorkspace(linking.store.db, link.workspace_id))?.name ?? ''
  return sendPage(exchange, linking, onwardPage(workspace, onward, `Back to ${workspace} …`))
}

/** The link is over, and somebody opens it. */
export async function sendOutcome(exchange: Exchange, linking: Linking, link: Link): Promise<void> {
  const workspace = (await findWorkspace(linking.store.db, link.workspace_id))?.name ?? ''
  const onward = await finalRedirect(linking, link)
  const status = statusOf(linking, link)
  const name = platformName(link.platform)
  const texts: Readonly<Record<string, { title: string; text: string }>> = {
    completed: {
      title: 'Connected',
      text: `Your ${name} account is connected to ${workspace}.${await refusedAt(linking, link, workspace)}`,
    },
    cancelled: { title: 'Not connected', text: 'You stopped before the end. Nothing was changed.' },
    expired: {
      title: 'This link has expired',
      text: `Links are good for ${linkLifeMs / 60_000} minutes. Ask ${workspace} for a new one.`,
    },
  }
  const { title, text } = texts[status] ?? {
    title: 'Not connected',
    text: `${problemTexts[link.error_code as LinkProblem] ?? 'Something went wrong.'} Nothing was changed.`,
  }
  return sendPage(
    exchange,
    linking,
    resultPage(workspace, { good: status === 'completed', title, text, onward }),
  )
}

/** What a consent did without, as far as its connection is still the one that the link made. */
async function refusedAt(linking: Linking, link: Link, workspace: string): Promise<string> {
  // Where it is all or nothing, what is missing was not asked for.
  if (!providerOf(linking, link).grantsParts) return ''
  const connections = await connectionsOf(linking.store.db, link.workspace_id, [link.user_id])
  const granted = connections.find(({ platform }) => platform === link.platform)?.scopes ?? ''
  // Links are written with the names of platforms and no others.
  const refused = refusedWords(link.platform as Platform, granted.split(' '))
  return refused === ''
    ? ''
    : ` You did not allow it to ${refused}; everything else works. Ask ${workspace} for a new link to allow it later.`
}

export function sendUnknown(exchange: Exchange, linking: Linking): void {
  const text =
    'This link does not exist, or not any more. Check that you opened all of it, or ask for a new one.'
  sendPage(exchange, linking, plainPage('Unknown link', text), { status: 404 })
}
