// Binds an OAuth flow to the browser that started it: one cookie
// per link, which also contains the link's token.

import type { Exchange } from '../http/exchange.ts'
import { linkLifetimeMs } from '../linking/createLink.ts'
import { sha256Hex } from '../linking/linkSecrets.ts'
import type { Link } from '../store/links.ts'
import type { PublicSite } from './send.ts'

export interface BrowserBinding {
  readonly linkId: string
  readonly secret: string
  /** The cookie carries the link's token, because the platform's callback does not contain it. */
  readonly token: string
}

export function bindingCookie(site: PublicSite, { linkId, secret, token }: BrowserBinding): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${linkLifetimeMs / 1000}`]
  if (isSecure(site)) attributes.push('Secure')
  return [`${cookiePrefix(site)}${linkId}=${secret}.${token}`, ...attributes].join('; ')
}

/** Returns the bindings of every link of this browser, the newest last. */
export function listBindings(exchange: Exchange, site: PublicSite): BrowserBinding[] {
  const prefix = cookiePrefix(site)
  return (exchange.header('cookie') ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix))
    .flatMap((cookie) => {
      const [name = '', value = ''] = cookie.split('=')
      const [secret, token] = value.split('.')
      return secret && token ? [{ linkId: name.slice(prefix.length), secret, token }] : []
    })
    .sort((a, b) => (a.linkId < b.linkId ? -1 : 1))
}

export function findBinding(
  exchange: Exchange,
  site: PublicSite,
  linkId: string,
): BrowserBinding | undefined {
  return listBindings(exchange, site).find((binding) => binding.linkId === linkId)
}

/** The browser matches when its secret is the one of the link's last OAuth flow. */
export function isSameBrowser(exchange: Exchange, site: PublicSite, link: Link): boolean {
  const binding = findBinding(exchange, site, link.id)
  return binding !== undefined && sha256Hex(binding.secret) === link.browser_hash
}

function cookiePrefix(site: PublicSite): string {
  return isSecure(site) ? '__Host-adrail-' : 'adrail-'
}

function isSecure({ publicUrl }: PublicSite): boolean {
  return publicUrl.startsWith('https:')
}
