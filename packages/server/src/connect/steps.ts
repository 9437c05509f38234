// What every step of a link's pages begins with: whose link it is, and whether our own page sent it.

import type { Platform } from '@adrail/contract'
import type { Exchange } from '../http/exchange.ts'
import { findLinkByToken } from '../linking/createLink.ts'
import { type Linking, providerOf } from '../linking/linking.ts'
import { hashOf } from '../linking/linkSecrets.ts'
import { statusOf } from '../linking/linkStatus.ts'
import { signInHost } from '../linking/trip.ts'
import type { Link } from '../store/links.ts'
import { findUser } from '../store/users.ts'
import { findWorkspace } from '../store/workspaces.ts'
import { readForm } from './form.ts'
import type { Scene } from './pages.ts'

/** The token of the link whose page was asked for. */
export function tokenOf(exchange: Exchange): string {
  return exchange.parameters['token'] ?? ''
}

const endings: ReadonlySet<string> = new Set(['completed', 'cancelled', 'failed', 'expired'])

export function isOver(linking: Linking, link: Link): boolean {
  return endings.has(statusOf(linking, link))
}

/** A form of our own page, sent by our own page. */
export async function ownStep(
  exchange: Exchange,
  linking: Linking,
): Promise<{ link: Link; form: URLSearchParams } | undefined> {
  const form = await readForm(exchange.request)
  const origin = exchange.header('origin')
  const site = exchange.header('sec-fetch-site')
  const isOwn = origin === undefined || origin === new URL(linking.publicUrl).origin
  // Where a browser says that our own page sent the form, that page may have been opened without an origin to tell.
  const foreign = site === undefined ? !isOwn : site !== 'same-origin' || !(isOwn || origin === 'null')
  if (foreign || form.get('csrf') !== csrfOf(tokenOf(exchange))) return undefined
  const link = await findLinkByToken(linking, tokenOf(exchange))
  return link && { link, form }
}

function csrfOf(token: string): string {
  return hashOf(`csrf ${token}`)
}

/** What a page about a link tells. */
export async function sceneOf(linking: Linking, link: Link, token: string): Promise<Scene> {
  const { db } = linking.store
  const workspace = await findWorkspace(db, link.workspace_id)
  const user = await findUser(db, link.workspace_id, link.user_id)
  return {
    workspace: workspace?.name ?? '',
    user: user?.name ?? '',
    // Links are written with the names of platforms and no others.
    platform: link.platform as Platform,
    grantsParts: providerOf(linking, link).grantsParts,
    host: signInHost(linking, link),
    base: `/connect/${token}`,
    csrf: csrfOf(token),
  }
}
