// The cookie that carries a session: out of reach of scripts, and sent by pages of this service alone.

import type { Exchange } from '../http/exchange.ts'

/** The secret in the cookie; absent when there is none, or several, which only somebody else can have brought about. */
export function secretIn(exchange: Exchange, publicUrl: string): string | undefined {
  const prefix = `${nameFor(publicUrl)}=`
  const found = (exchange.header('cookie') ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix))
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined
}

/** The `Set-Cookie` header; with an empty secret it takes the cookie away. How long it is good is for the service to say. */
export function sessionCookie(secret: string, publicUrl: string): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict']
  if (isSecure(publicUrl)) attributes.push('Secure')
  if (secret === '') attributes.push('Max-Age=0')
  return [`${nameFor(publicUrl)}=${secret}`, ...attributes].join('; ')
}

/** With the prefix a browser takes it from this very host over TLS only, and no neighbour can set it. */
function nameFor(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-adrail_session' : 'adrail_session'
}

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
