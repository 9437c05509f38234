// Binds an OAuth flow to the browser that started it: one cookie
// per link, which also contains the link's token.

import type { Exchange } from '../http/exchange.ts'
import { linkLifeMs } from '../linking/createLink.ts'
import type { Linking } from '../linking/linking.ts'
import { hashOf } from '../linking/linkSecrets.ts'
import type { Link } from '../store/links.ts'

export interface Binding {
  readonly linkId: string
  readonly secret: string
  /** The cookie carries the link's token, because the platform's callback does not contain it. */
  readonly token: string
}

export function bindingCookie(linking: Linking, { linkId, secret, token }: Binding): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${linkLifeMs / 1000}`]
  if (isSecure(linking)) attributes.push('Secure')
  return [`${prefixOf(linking)}${linkId}=${secret}.${token}`, ...attributes].join('; ')
}

/** Returns the bindings of every link of this browser, the newest last. */
export function bindingsOf(exchange: Exchange, linking: Linking): Binding[] {
  const prefix = prefixOf(linking)
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

export function bindingOf(exchange: Exchange, linking: Linking, linkId: string): Binding | undefined {
  return bindingsOf(exchange, linking).find((binding) => binding.linkId === linkId)
}

/** The browser matches when its secret is the one of the link's last OAuth flow. */
export function isSameBrowser(exchange: Exchange, linking: Linking, link: Link): boolean {
  const binding = bindingOf(exchange, linking, link.id)
  return binding !== undefined && hashOf(binding.secret) === link.browser_hash
}

function prefixOf(linking: Linking): string {
  return isSecure(linking) ? '__Host-adrail-' : 'adrail-'
}

function isSecure(linking: Linking): boolean {
  return linking.publicUrl.startsWith('https:')
}
