// The browser session of an approver: an API key with the scope `approve` was entered a short while ago.

import type { Caller } from '../admission/authenticate.ts'
import { csrfToken } from '../admission/sessions.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Service } from '../pipeline/service.ts'
import { approveMaxAgeMs } from '../runtime/sessionLifetime.ts'

export interface Approver {
  readonly caller: Caller
  /** Contained in every form of this session. */
  readonly csrf: string
}

/**
 * Starts a session in place of the browser's earlier one, and returns the `Set-Cookie` header with its
 * secret.
 */
export async function signIn({ sessions, linking }: Service, caller: Caller, exchange: Exchange) {
  const previousSecret = readSecret(exchange, linking.publicUrl)
  if (previousSecret !== undefined) await sessions.end('approve', previousSecret, exchange)
  const secret = await sessions.begin('approve', caller, exchange)
  return serializeCookie(linking.publicUrl, secret, approveMaxAgeMs / 1000)
}

/** Ends the session, and returns the `Set-Cookie` header that removes its secret. */
export async function signOut({ sessions, linking }: Service, exchange: Exchange): Promise<string> {
  const secret = readSecret(exchange, linking.publicUrl)
  if (secret !== undefined) await sessions.end('approve', secret, exchange)
  return serializeCookie(linking.publicUrl, '', 0)
}

/**
 * The approver of a request. Absent when the session has ended, or its key is no longer valid or may not
 * approve.
 */
export async function findApprover(exchange: Exchange, service: Service): Promise<Approver | undefined> {
  const secret = readSecret(exchange, service.linking.publicUrl)
  const session = secret === undefined ? undefined : await service.sessions.find('approve', secret)
  if (!secret || !session?.caller.scopes.has('approve')) return undefined
  return { caller: session.caller, csrf: csrfToken(secret) }
}

function readSecret(exchange: Exchange, publicUrl: string): string | undefined {
  const name = cookieName(publicUrl)
  return (exchange.header('cookie') ?? '')
    .split(';')
    .map((each) => each.trim().split('='))
    .find(([key]) => key === name)?.[1]
}

function serializeCookie(publicUrl: string, value: string, maxAge: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAge}`]
  if (isSecure(publicUrl)) attributes.push('Secure')
  return [`${cookieName(publicUrl)}=${value}`, ...attributes].join('; ')
}

function cookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-adrail-approver' : 'adrail-approver'
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
