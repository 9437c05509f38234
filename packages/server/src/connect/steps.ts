// Shared first steps of every link page: the link, the form check against CSRF, and the page context.

import type { Platform } from '@adrail/contract'
import type { Exchange } from '../http/exchange.ts'
import { findLinkByToken } from '../linking/createLink.ts'
import { type Linking, providerOf } from '../linking/linking.ts'
import { hashOf } from '../linking/linkSecrets.ts'
import { statusOf } from '../linking/linkStatus.ts'
import { signInHost } from '../linking/trip.ts'
import { findBrand } from '../store/brands.ts'
import type { Link } from '../store/links.ts'
import { findUser } from '../store/users.ts'
import { findWorkspace } from '../store/workspaces.ts'
import { isOwnForm, readForm } from './form.ts'
import type { Brand, Frame } from './frame.ts'
import { type Language, languageOf } from './languages.ts'
import type { Scene } from './pages.ts'
import { fillText } from './texts/sentences.ts'

/** The route parameter is the token of the requested link. */
export function tokenOf(exchange: Exchange): string {
  return exchange.parameters['token'] ?? ''
}

const endings: ReadonlySet<string> = new Set(['completed', 'cancelled', 'failed', 'expired'])

export function isOver(linking: Linking, link: Link): boolean {
  return endings.has(statusOf(linking, link))
}

/** Returns the link and the form, or undefined when another site sent the form or the CSRF token is wrong. */
export async function ownStep(
  exchange: Exchange,
  linking: Linking,
): Promise<{ link: Link; form: URLSearchParams } | undefined> {
  const form = await readForm(exchange.request)
  if (!isOwnForm(exchange, linking.publicUrl) || form.get('csrf') !== csrfOf(tokenOf(exchange)))
    return undefined
  const link = await findLinkByToken(linking, tokenOf(exchange))
  return link && { link, form }
}

function csrfOf(token: string): string {
  return hashOf(`csrf ${token}`)
}

export function plainFrame(exchange: Exchange): Frame {
  return { language: languageOf(exchange.header('accept-language')) }
}

/** Pages use these names for the site that requests the sign-in. They are the same in all languages. */
const sites: Readonly<Record<Platform, string>> = {
  social: 'Facebook',
  search: 'Google Ads',
  pro: 'LinkedIn',
}

/** Both names have a suffix when the sandbox emulates the platform. */
export function namesOf(linking: Linking, link: Link, { texts }: Language) {
  // Rows contain only names of platforms.
  const platform = link.platform as Platform
  const named = (name: string) =>
    linking.sandboxed.includes(platform) ? fillText(texts.sandbox, { name }) : name
  return { platform, platformName: named(texts.platforms[platform]), site: named(sites[platform]) }
}

export async function frameOf(exchange: Exchange, linking: Linking, link: Link) {
  const { db } = linking.store
  const set = await findBrand(db, link.workspace_id)
  const workspaceName = (await findWorkspace(db, link.workspace_id))?.name ?? ''
  const workspace = set?.name || workspaceName
  const brand: Brand = {
    name: workspace,
    workspaceName,
    colour: set?.colour ?? '',
    logo: set?.logo_hash ?? '',
    privacyUrl: set?.privacy_url ?? '',
    supportUrl: set?.support_url ?? '',
  }
  return { ...plainFrame(exchange), brand, workspace }
}

export async function sceneOf(exchange: Exchange, linking: Linking, link: Link): Promise<Scene> {
  const frame = await frameOf(exchange, linking, link)
  const user = await findUser(linking.store.db, link.workspace_id, link.user_id)
  const token = tokenOf(exchange)
  return {
    ...frame,
    ...namesOf(linking, link, frame.language),
    user: user?.name ?? '',
    grantsParts: providerOf(linking, link).grantsParts,
    requested: providerOf(linking, link).requested,
    host: signInHost(linking, link),
    base: `/connect/${token}`,
    csrf: csrfOf(token),
  }
}
