// What every step of a link's pages begins with: whose link it is, and whether our own page sent it.

import type { FastifyRequest } from 'fastify'
import { findLinkByToken } from '../linking/createLink.ts'
import type { Linking } from '../linking/linking.ts'
import { hashOf } from '../linking/linkSecrets.ts'
import { statusOf } from '../linking/linkStatus.ts'
import { signInHost } from '../linking/trip.ts'
import type { Link } from '../store/links.ts'
import { findUser } from '../store/users.ts'
import { findWorkspace } from '../store/workspaces.ts'
import { readForm } from './form.ts'
import type { Scene } from './pages.ts'

export interface TokenRoute {
  Params: { token: string }
}

const endings: ReadonlySet<string> = new Set(['completed', 'cancelled', 'failed', 'expired'])

export function isOver(linking: Linking, link: Link): boolean {
  return endings.has(statusOf(link, linking.runtime))
}

/** A form of our own page, sent by our own page. */
export async function ownStep(
  request: FastifyRequest<TokenRoute>,
  linking: Linking,
): Promise<{ link: Link; form: URLSearchParams } | undefined> {
  const form = await readForm(request.raw)
  const origin = request.headers.origin
  const site = request.headers['sec-fetch-site']
  const foreign =
    (origin !== undefined && origin !== 'null' && origin !== new URL(linking.publicUrl).origin) ||
    (site !== undefined && site !== 'same-origin')
  if (foreign || form.get('csrf') !== csrfOf(request.params.token)) return undefined
  const link = await findLinkByToken(linking, request.params.token)
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
    platform: link.platform,
    host: signInHost(linking, link),
    base: `/connect/${token}`,
    csrf: csrfOf(token),
  }
}
