// Shared first steps of every link page: the link, the form check against CSRF, and the page context.

import { platformFacts } from '@adrail/contract'
import type { Exchange } from '../http/exchange.ts'
import { findLinkByToken } from '../linking/createLink.ts'
import { getProvider, type LinkingDeps } from '../linking/linking.ts'
import { sha256Hex } from '../linking/linkSecrets.ts'
import { getCurrentLinkStatus } from '../linking/linkStatus.ts'
import { getSignInHost } from '../linking/oauthFlow.ts'
import { findBrand } from '../store/brands.ts'
import type { Link } from '../store/links.ts'
import { findUser } from '../store/users.ts'
import { findWorkspace } from '../store/workspaces.ts'
import { isOwnForm, readForm } from './form.ts'
import type { Brand, Frame } from './frame.ts'
import { type Language, negotiateLanguage } from './languages.ts'
import type { LinkPageContext } from './pages.ts'
import { fillText } from './texts/sentences.ts'

/** The route parameter is the token of the requested link. */
export function getLinkToken(exchange: Exchange): string {
  return exchange.parameters['token'] ?? ''
}

const endedStatuses: ReadonlySet<string> = new Set(['completed', 'cancelled', 'failed', 'expired'])

export function isLinkEnded(linking: Pick<LinkingDeps, 'times'>, link: Link): boolean {
  return endedStatuses.has(getCurrentLinkStatus(linking, link))
}

/** Returns the link and the form, or undefined when another site sent the form or the CSRF token is wrong. */
export async function readLinkForm(
  exchange: Exchange,
  linking: Pick<LinkingDeps, 'store' | 'publicUrl'>,
): Promise<{ link: Link; form: URLSearchParams } | undefined> {
  const form = await readForm(exchange.request)
  if (
    !isOwnForm(exchange, linking.publicUrl) ||
    form.get('csrf') !== computeLinkCsrfToken(getLinkToken(exchange))
  )
    return undefined
  const link = await findLinkByToken(linking, getLinkToken(exchange))
  return link && { link, form }
}

function computeLinkCsrfToken(token: string): string {
  return sha256Hex(`csrf ${token}`)
}

export function plainFrame(exchange: Exchange): Frame {
  return { language: negotiateLanguage(exchange.header('accept-language')) }
}

/** Both names have a suffix when the sandbox emulates the platform. */
export function getDisplayNames(
  { sandboxedPlatforms }: Pick<LinkingDeps, 'sandboxedPlatforms'>,
  { platform }: Link,
  { texts }: Language,
) {
  const withSandboxSuffix = (name: string) =>
    sandboxedPlatforms.includes(platform) ? fillText(texts.sandbox, { name }) : name
  return {
    platform,
    platformName: withSandboxSuffix(texts.platforms[platform]),
    site: withSandboxSuffix(platformFacts[platform].siteName),
  }
}

export async function loadFrame(exchange: Exchange, { store }: Pick<LinkingDeps, 'store'>, link: Link) {
  const { db } = store
  const brandRow = await findBrand(db, link.workspace_id)
  const workspaceName = (await findWorkspace(db, link.workspace_id))?.name ?? ''
  const workspace = brandRow?.name || workspaceName
  const brand: Brand = {
    name: workspace,
    workspaceName,
    color: brandRow?.colour ?? '',
    logo: brandRow?.logo_hash ?? '',
    privacyUrl: brandRow?.privacy_url ?? '',
    supportUrl: brandRow?.support_url ?? '',
  }
  return { ...plainFrame(exchange), brand, workspace }
}

/** Everything that the pages of an open link show. */
export type PageDeps = Pick<LinkingDeps, 'store' | 'providers' | 'sandboxedPlatforms'>

export async function loadPageContext(
  exchange: Exchange,
  linking: PageDeps,
  link: Link,
): Promise<LinkPageContext> {
  const frame = await loadFrame(exchange, linking, link)
  const user = await findUser(linking.store.db, link.workspace_id, link.user_id)
  const token = getLinkToken(exchange)
  const { allowsPartialConsent, offersLoginChoice, includedIdentity, requestedPermissions } = getProvider(
    linking,
    link,
  )
  return {
    ...frame,
    ...getDisplayNames(linking, link, frame.language),
    user: user?.name ?? '',
    allowsPartialConsent,
    offersLoginChoice,
    includedIdentity,
    requestedPermissions,
    host: getSignInHost(linking, link),
    basePath: `/connect/${token}`,
    csrf: computeLinkCsrfToken(token),
  }
}
