// Who is signed in. The session itself is a cookie that no script can read; what stands here is only what the page shows,
// and the token by which the service knows that a request is from this page.

import type { OperationName } from '@adrail/client'
import { signal } from '@preact/signals'

export type Platform = 'social' | 'search' | 'pro'

export interface SignedIn {
  readonly signedIn: true
  readonly sessionId: string
  readonly demo: boolean
  readonly pageToken: string
  readonly workspace: { readonly workspaceId: string; readonly name: string }
  readonly key: { readonly keyId: string; readonly name: string }
  /** What the key may do; nothing else is offered. */
  readonly operations: readonly OperationName[]
  /** The platforms that are the sandbox's. */
  readonly sandboxed: readonly Platform[]
  /** Empty unless the service runs its own sandbox. */
  readonly sandboxUrl: string
}

export interface SignedOut {
  readonly signedIn: false
  /** Whether the demo's key may be used without typing it. */
  readonly demo: boolean
}

/** Absent until the service was asked. */
export const session = signal<SignedIn | SignedOut | undefined>(undefined)

/** Why that could not be learned; empty when it could. */
export const sessionProblem = signal('')

export async function learnSession(): Promise<void> {
  try {
    const response = await fetch('/console/session')
    const { results } = await response.json()
    if (response.ok && results.signedIn) claimStorage(results.key.keyId)
    if (response.ok) session.value = results
    sessionProblem.value = response.ok ? '' : String(results.error)
  } catch {
    sessionProblem.value = 'The service did not answer. Try again in a moment.'
  }
}

/** Whether the link of a demo was opened whose secret is used up. */
export const isDemoLinkUsed = signal(false)

/** Exchanges the secret in the link of a demo for a cookie. It leaves the address bar first. */
export async function redeemDemoLink(): Promise<void> {
  const [, secret] = /^#demo=([\w-]+)$/.exec(location.hash) ?? []
  if (secret === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const response = await post('/demo/access', { secret }).catch(() => undefined)
  isDemoLinkUsed.value = response?.status === 401
}

type GivenKey = { readonly apiKey: string } | { readonly demo: true }

/** Empty when it went well, else what is wrong. */
export async function signIn(given: GivenKey): Promise<string> {
  const response = await post('/console/session', given)
  if (response.ok) {
    await learnSession()
    return ''
  }
  if (response.status === 401) return 'This key is unknown, expired or revoked.'
  const { results } = await response.json()
  return String(results.error)
}

/** Enters the key of the session again. Empty when it is the right one, else what is wrong. */
export async function proveKey(given: GivenKey): Promise<string> {
  const known = session.peek()
  const pageToken = known?.signedIn ? known.pageToken : ''
  try {
    const response = await post('/console/session/proof', given, { 'x-adrail-page': pageToken })
    if (response.ok) return ''
    if (response.status === 401) return 'This is not the key that you signed in with.'
    const { results } = await response.json()
    return String(results.error)
  } catch {
    return 'The service did not respond. Try again.'
  }
}

/** Other tabs of this browser, which have drafts of their own. */
const tabs = new BroadcastChannel('adrail-sign-out')
tabs.onmessage = () => {
  sessionStorage.clear()
  void learnSession()
}

export async function signOut(): Promise<void> {
  await post('/console/session/end', {})
  sessionStorage.clear()
  tabs.postMessage('')
  await learnSession()
}

const ownerName = 'key'

/** Drafts belong to a key: they are deleted when someone else signs in, also after a session that expired. */
function claimStorage(keyId: string): void {
  if (sessionStorage.getItem(ownerName) === keyId) return
  sessionStorage.clear()
  sessionStorage.setItem(ownerName, keyId)
}

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** How the client calls: with the session in place of a key. A session that has ended leads back to the sign-in. */
export const throughSession: typeof fetch = async (target, init) => {
  const known = session.peek()
  const response = await callAs(known, target, init)
  if (response.status === 401) session.value = { signedIn: false, demo: known?.demo ?? false }
  if (response.status !== 403 || !known?.signedIn || !(await isOfAnotherSession(response))) return response
  // Somebody signed in on another page of this browser: nothing was done, and under the same key it can be done now.
  await learnSession()
  const now = session.peek()
  const isSame = now?.signedIn && now.key.keyId === known.key.keyId && now.pageToken !== known.pageToken
  return isSame ? await callAs(now, target, init) : response
}

function callAs(known: SignedIn | SignedOut | undefined, ...[target, init]: Parameters<typeof fetch>) {
  const headers = new Headers(init?.headers)
  headers.delete('x-api-key')
  if (known?.signedIn) headers.set('x-adrail-page', known.pageToken)
  return fetch(target, { ...init, headers })
}

async function isOfAnotherSession(response: Response): Promise<boolean> {
  try {
    const { results } = await response.clone().json()
    return results.code === 'ORIGIN_NOT_ALLOWED'
  } catch {
    // Somebody in between refuses in words of its own.
    return false
  }
}

export function may(operation: OperationName): boolean {
  const known = session.value
  return known?.signedIn === true && known.operations.includes(operation)
}

/** Whether it is the key of this session. */
export function isOwnKey(keyId: string): boolean {
  const known = session.value
  return known?.signedIn === true && known.key.keyId === keyId
}

/** Whether it is the session of this browser. */
export function isOwnSession(sessionId: string): boolean {
  const known = session.value
  return known?.signedIn === true && known.sessionId === sessionId
}
