// Who is signed in: a browser that has shown a key of a workspace, and acts with what that key may do until it leaves, is
// away for too long, or the key ends.

import { hash } from 'node:crypto'
import type { Keyring } from '../base/keyring.ts'
import type { Runtime } from '../base/runtime.ts'
import { type Caller, callerOf } from '../guard/authenticate.ts'
import {
  deleteSession,
  findSession,
  insertSession,
  type KnownSession,
  noteSessionSeen,
  pruneSessions,
} from '../store/consoleSessions.ts'
import type { Store } from '../store/tables.ts'

const idleMs = 30 * 60_000
const longestMs = 12 * 60 * 60_000
/** Not every request is noted: a write a minute is enough to know about when. */
const noteEveryMs = 60_000
/** What has ended is forgotten with the next sign-in, so many at a time. */
const mostForgotten = 100

const purpose = 'console session'

interface SessionDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly keyring: Keyring
}

export interface Session {
  readonly caller: Caller
  readonly workspaceName: string
  readonly keyName: string
}

export class Sessions {
  readonly #store: Store
  readonly #runtime: Runtime
  readonly #keyring: Keyring

  constructor({ store, runtime, keyring }: SessionDeps) {
    this.#store = store
    this.#runtime = runtime
    this.#keyring = keyring
  }

  /**
   * Begins a session and returns its secret, which only the browser keeps. The secret is always new: an attacker could
   * have planted the cookie that the browser sent. It is encrypted, so that a cookie that adrail never issued costs no query.
   */
  async begin({ keyId }: Caller): Promise<string> {
    const { db } = this.#store
    const now = this.#runtime.now()
    const secret = this.#keyring.seal(purpose, '', this.#runtime.randomBytes(32).toString('base64url'))
    await insertSession(db, { id_hash: idHashOf(secret), key_id: keyId, created_at: now, seen_at: now })
    await pruneSessions(db, now - idleMs, mostForgotten)
    return secret
  }

  async find(secret: string): Promise<Session | undefined> {
    if (!this.#isIssued(secret)) return undefined
    const { db } = this.#store
    const found = await findSession(db, idHashOf(secret))
    const now = this.#runtime.now()
    if (!found || !isLive(found, now)) return undefined
    if (now - found.seen_at >= noteEveryMs) await noteSessionSeen(db, found.id_hash, now)
    return {
      caller: callerOf({ ...found, id: found.key_id }),
      workspaceName: found.workspace_name,
      keyName: found.key_name,
    }
  }

  async end(secret: string): Promise<void> {
    if (!this.#isIssued(secret)) return
    await deleteSession(this.#store.db, idHashOf(secret))
  }

  #isIssued(secret: string): boolean {
    return this.#keyring.open(purpose, '', secret) !== undefined
  }
}

function isLive({ created_at, seen_at, revoked_at, expires_at }: KnownSession, now: number): boolean {
  const isKeyLive = revoked_at === null && (expires_at === null || expires_at > now)
  return isKeyLive && now - seen_at < idleMs && now - created_at < longestMs
}

/** 256 random bits need no slow hash: there is nothing to guess. */
function idHashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** What a page of ours sends with every request; a foreign page can neither read nor make it. */
export function pageTokenOf(secret: string): string {
  return hash('sha256', `page ${secret}`, 'base64url')
}
