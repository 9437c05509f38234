// The session cookie: invisible to scripts, and sent only by pages of this service.

import type { Exchange } from '../http/exchange.ts'

/** Returns undefined without a cookie, or with several, which only an attacker can have caused. */
export function readSessionSecret(exchange: Exchange, publicUrl: string): string | undefined {
  const prefix = `${cookieName(publicUrl)}=`
  const cookies = (exchange.header('cookie') ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix))
  return cookies.length === 1 ? cookies[0]?.slice(prefix.length) : undefined
}

/**
 * Returns the `Set-Cookie` header. An empty secret deletes the cookie.
 * The service decides how long the session is valid.
 */
export function sessionCookie(secret: string, publicUrl: string): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict']
  if (isSecure(publicUrl)) attributes.push('Secure')
  if (secret === '') attributes.push('Max-Age=0')
  return [`${cookieName(publicUrl)}=${secret}`, ...attributes].join('; ')
}

/**
 * With the `__Host-` prefix, browsers accept the cookie only from
 * this host over TLS. No sibling domain can set it.
 */
function cookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-adrail_session' : 'adrail_session'
}

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
