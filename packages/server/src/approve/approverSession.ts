// The browser session of an approver: an API key with the scope `approve` was entered a short while ago.

import { approveLifeMs } from '../base/sessionLife.ts'
import type { Caller } from '../guard/authenticate.ts'
import { pageTokenOf } from '../guard/sessions.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Service } from '../waist/service.ts'

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
  const before = secretIn(exchange, linking.publicUrl)
  if (before !== undefined) await sessions.end('approve', before, exchange)
  const secret = await sessions.begin('approve', caller, exchange)
  return cookie(linking.publicUrl, secret, approveLifeMs / 1000)
}

/** Ends the session, and returns the `Set-Cookie` header that removes its secret. */
export async function signOut({ sessions, linking }: Service, exchange: Exchange): Promise<string> {
  const secret = secretIn(exchange, linking.publicUrl)
  if (secret !== undefined) await sessions.end('approve', secret, exchange)
  return cookie(linking.publicUrl, '', 0)
}

/**
 * The approver of a request. Absent when the session has ended, or its key is no longer valid or may not
 * approve.
 */
export async function approverAt(exchange: Exchange, service: Service): Promise<Approver | undefined> {
  const secret = secretIn(exchange, service.linking.publicUrl)
  const session = secret === undefined ? undefined : await service.sessions.find('approve', secret)
  if (!secret || !session?.caller.scopes.has('approve')) return undefined
  return { caller: session.caller, csrf: pageTokenOf(secret) }
}

function secretIn(exchange: Exchange, publicUrl: string): string | undefined {
  const name = nameFor(publicUrl)
  return (exchange.header('cookie') ?? '')
    .split(';')
    .map((each) => each.trim().split('='))
    .find(([given]) => given === name)?.[1]
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
