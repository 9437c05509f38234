// The current session. The session itself is a cookie that no script can read. This module has only the data
// that the page shows, and the token that proves to the service that a request comes from this page.

import type { OperationName, Platform } from '@adrail/client'
import { signal } from '@preact/signals'

export interface SignedInSession {
  readonly signedIn: true
  readonly sessionId: string
  readonly demo: boolean
  readonly pageToken: string
  readonly workspace: { readonly workspaceId: string; readonly name: string }
  readonly key: { readonly keyId: string; readonly name: string }
  /** The operations that the key may call. The console offers no others. */
  readonly operations: readonly OperationName[]
  /** The platforms that the sandbox provides. */
  readonly sandboxed: readonly Platform[]
  /** Empty unless the service runs its own sandbox. */
  readonly sandboxUrl: string
}

export interface SignedOutSession {
  readonly signedIn: false
  /** Whether the demo key may be used without entering it. */
  readonly demo: boolean
}

/** Undefined until the session is loaded. */
export const session = signal<SignedInSession | SignedOutSession | undefined>(undefined)

/** Why loading the session failed. Empty after success. */
export const sessionProblem = signal('')

export async function loadSession(): Promise<void> {
  try {
    const response = await fetch('/console/session')
    const { results } = await response.json()
    if (response.ok && results.signedIn) claimStorage(results.key.keyId)
    if (response.ok) session.value = results
    sessionProblem.value = response.ok ? '' : String(results.error)
  } catch {
    sessionProblem.value = 'adrail did not respond. Retry in a moment.'
  }
}

/** Whether a demo link was opened whose secret is already used. */
export const isDemoLinkUsed = signal(false)

/** Exchanges the secret in a demo link for a cookie. The secret leaves the address bar first. */
export async function redeemDemoLink(): Promise<void> {
  const [, secret] = /^#demo=([\w-]+)$/.exec(location.hash) ?? []
  if (secret === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const response = await post('/demo/access', { secret }).catch(() => undefined)
  isDemoLinkUsed.value = response?.status === 401
}

type KeyCredential = { readonly apiKey: string } | { readonly demo: true }

/** Signs in. Returns an empty string after success, otherwise the error message. */
export async function signIn(credential: KeyCredential): Promise<string> {
  const response = await post('/console/session', credential)
  if (response.ok) {
    await loadSession()
    return ''
  }
  if (response.status === 401) return 'This key is unknown, expired or revoked.'
  const { results } = await response.json()
  return String(results.error)
}

/**
 * Enters the key of the session again. Returns an empty string for the right key, otherwise the error
 * message.
 */
export async function reauthenticate(credential: KeyCredential): Promise<string> {
  const currentSession = session.peek()
  const pageToken = currentSession?.signedIn ? currentSession.pageToken : ''
  try {
    const response = await post('/console/session/proof', credential, { 'x-adrail-page': pageToken })
    if (response.ok) return ''
    if (response.status === 401) return 'This is not the key that you signed in with.'
    const { results } = await response.json()
    return String(results.error)
  } catch {
    return 'adrail did not respond. Retry in a moment.'
  }
}

/** Notifies other tabs of this browser, which have drafts of their own. */
const signOutChannel = new BroadcastChannel('adrail-sign-out')
signOutChannel.onmessage = () => {
  sessionStorage.clear()
  void loadSession()
}

export async function signOut(): Promise<void> {
  await post('/console/session/end', {})
  sessionStorage.clear()
  signOutChannel.postMessage('')
  await loadSession()
}

const ownerStorageKey = 'key'

/**
 * Drafts belong to a key. They are deleted when another person signs in, also after a session that expired.
 */
function claimStorage(keyId: string): void {
  if (sessionStorage.getItem(ownerStorageKey) === keyId) return
  sessionStorage.clear()
  sessionStorage.setItem(ownerStorageKey, keyId)
}

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/**
 * A `fetch` for the client that authenticates with the session instead of a key. An expired session leads
 * back to the sign-in.
 */
export const fetchWithSession: typeof fetch = async (target, init) => {
  const currentSession = session.peek()
  const response = await fetchAs(currentSession, target, init)
  if (response.status === 401) session.value = { signedIn: false, demo: currentSession?.demo ?? false }
  if (response.status !== 403 || !currentSession?.signedIn || !(await isSessionMismatch(response)))
    return response
  // Someone signed in on another page of this browser. Nothing was executed, so the request can be sent again
  // under the same key.
  await loadSession()
  const renewedSession = session.peek()
  const isSameKey =
    renewedSession?.signedIn &&
    renewedSession.key.keyId === currentSession.key.keyId &&
    renewedSession.pageToken !== currentSession.pageToken
  return isSameKey ? await fetchAs(renewedSession, target, init) : response
}

function fetchAs(
  currentSession: SignedInSession | SignedOutSession | undefined,
  ...[target, init]: Parameters<typeof fetch>
) {
  const headers = new Headers(init?.headers)
  headers.delete('x-api-key')
  if (currentSession?.signedIn) headers.set('x-adrail-page', currentSession.pageToken)
  return fetch(target, { ...init, headers })
}

async function isSessionMismatch(response: Response): Promise<boolean> {
  try {
    const { results } = await response.clone().json()
    return results.code === 'ORIGIN_NOT_ALLOWED'
  } catch {
    // A proxy refused the request with a response of its own.
    return false
  }
}

export function canCall(operation: OperationName): boolean {
  const currentSession = session.value
  return currentSession?.signedIn === true && currentSession.operations.includes(operation)
}

export function isOwnKey(keyId: string): boolean {
  const currentSession = session.value
  return currentSession?.signedIn === true && currentSession.key.keyId === keyId
}

export function isOwnSession(sessionId: string): boolean {
  const currentSession = session.value
  return currentSession?.signedIn === true && currentSession.sessionId === sessionId
}
