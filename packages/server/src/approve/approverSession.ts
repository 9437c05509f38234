// Who decides at a browser: somebody who has shown an API key a short while ago. The browser keeps a sealed note of which
// key that was, never the key itself; whether the key is still good is asked at every step.

import type { Caller } from '../guard/authenticate.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Service } from '../waist/service.ts'

export interface Approver {
  readonly caller: Caller
  /** Stands in every form of this session. */
  readonly csrf: string
}

interface Note {
  readonly keyId: string
  readonly csrf: string
  readonly until: number
}

const lifeMs = 15 * 60 * 1000
const purpose = 'approver'

/** The `Set-Cookie` header with which a browser is signed in. */
export function signInCookie({ runtime, keyring, linking }: Service, { keyId }: Caller): string {
  const csrf = runtime.randomBytes(24).toString('base64url')
  const note: Note = { keyId, csrf, until: runtime.now() + lifeMs }
  return cookie(linking.publicUrl, keyring.seal(purpose, '', JSON.stringify(note)), lifeMs / 1000)
}

/** The same for signing out. */
export function signOutCookie({ linking }: Service): string {
  return cookie(linking.publicUrl, '', 0)
}

/** Nobody when the session is over, or its key is not good any more or may not approve. */
export async function approverAt(exchange: Exchange, service: Service): Promise<Approver | undefined> {
  const { runtime, keyring, linking, authenticator } = service
  const name = nameFor(linking.publicUrl)
  const sealed = (exchange.header('cookie') ?? '')
    .split(';')
    .map((each) => each.trim().split('='))
    .find(([given]) => given === name)?.[1]
  const opened = sealed === undefined ? undefined : keyring.open(purpose, '', sealed)
  if (opened === undefined) return undefined
  // The seal proves that it was made above.
  const { keyId, csrf, until } = JSON.parse(opened) as Note
  if (until <= runtime.now()) return undefined
  const caller = await authenticator.recognise(keyId)
  return caller?.scopes.has('approve') ? { caller, csrf } : undefined
}

function cookie(publicUrl: string, value: string, maxAge: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAge}`]
  if (isSecure(publicUrl)) attributes.push('Secure')
  return [`${nameFor(publicUrl)}=${value}`, ...attributes].join('; ')
}

function nameFor(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-adrail-approver' : 'adrail-approver'
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
