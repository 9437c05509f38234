// Browser sessions. A session acts with the scopes of the API key that started it. A session ends when its
// user signs out, when it expires or is revoked, or when its key expires or is revoked.

import { hash } from 'node:crypto'
import { recordAudit } from '../audit/chain.ts'
import type { Keyring } from '../base/keyring.ts'
import type { Log } from '../base/log.ts'
import type { Runtime } from '../base/runtime.ts'
import { consoleIdleMs, liveSince, sessionIdOf } from '../base/sessionLife.ts'
import {
  deleteSession,
  findSession,
  insertSession,
  type KnownSession,
  noteSessionProved,
  noteSessionSeen,
  pruneSessions,
  type SessionPage,
} from '../store/consoleSessions.ts'
import type { Store } from '../store/tables.ts'
import { type Caller, callerOf } from './authenticate.ts'

const minuteMs = 60_000
/** How long the console accepts an earlier re-entry of the key for actions that need it. */
const proofMs = 5 * minuteMs
/** The last use is stored at most once per minute, which is accurate enough. */
const noteEveryMs = minuteMs
/** The maximum number of expired sessions that a sign-in deletes. */
const maxPruned = 100

/** The encryption purpose of each page's secrets, so that the secret of one page is not valid for another. */
const purposes: Readonly<Record<SessionPage, string>> = {
  console: 'console session',
  approve: 'approve session',
}

interface SessionDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly keyring: Keyring
  readonly log: Log
}

export interface Session {
  readonly sessionId: string
  readonly caller: Caller
  readonly workspaceName: string
  readonly keyName: string
  /** Whether the key was entered again within the last minutes. */
  readonly isProved: boolean
}

/** The request by which a session starts or ends. */
interface SessionRequest {
  readonly requestId: string
  readonly address: string
}

export class Sessions {
  readonly #store: Store
  readonly #runtime: Runtime
  readonly #keyring: Keyring
  readonly #log: Log

  constructor({ store, runtime, keyring, log }: SessionDeps) {
    this.#store = store
    this.#runtime = runtime
    this.#keyring = keyring
    this.#log = log
  }

  /**
   * Starts a session and returns its secret, which only the browser stores. The secret is always new: an
   * attacker could have planted the cookie that the browser sent. The secret is encrypted, so that a cookie
   * that adrail never issued costs no query.
   */
  async begin(page: SessionPage, caller: Caller, request: SessionRequest): Promise<string> {
    const { db } = this.#store
    const now = this.#runtime.now()
    const secret = this.#keyring.seal(purposes[page], '', this.#runtime.randomBytes(32).toString('base64url'))
    const id_hash = idHashOf(secret)
    const { address } = request
    await db.transaction().execute(async (transaction) => {
      await insertSession(transaction, {
        id_hash,
        key_id: caller.keyId,
        workspace_id: caller.workspaceId,
        created_at: now,
        seen_at: now,
        page,
        address,
        proved_at: 0,
      })
      await recordAudit(transaction, this.#entry('session.started', page, caller, id_hash, request))
    })
    this.#logged('session.started', page, caller, id_hash, request)
    await pruneSessions(db, now - consoleIdleMs, maxPruned)
    return secret
  }

  async find(page: SessionPage, secret: string): Promise<Session | undefined> {
    const found = await this.#known(page, secret)
    const now = this.#runtime.now()
    if (!found || !isLive(found, now)) return undefined
    if (now - found.seen_at >= noteEveryMs) await noteSessionSeen(this.#store.db, found, now)
    return {
      sessionId: sessionIdOf(found.id_hash),
      caller: callerIn(found),
      workspaceName: found.workspace_name,
      keyName: found.key_name,
      isProved: now - found.proved_at < proofMs,
    }
  }

  /** Records that the key of the session was entered again. */
  async prove(secret: string): Promise<void> {
    await noteSessionProved(this.#store.db, idHashOf(secret), this.#runtime.now())
  }

  async end(page: SessionPage, secret: string, request: SessionRequest): Promise<void> {
    const found = await this.#known(page, secret)
    if (!found) return
    const { id_hash } = found
    const caller = callerIn(found)
    const isEnded = await this.#store.db.transaction().execute(async (transaction) => {
      if (!(await deleteSession(transaction, id_hash))) return false
      await recordAudit(transaction, this.#entry('session.ended', page, caller, id_hash, request))
      return true
    })
    if (isEnded) this.#logged('session.ended', page, caller, id_hash, request)
  }

  async #known(page: SessionPage, secret: string): Promise<KnownSession | undefined> {
    if (this.#keyring.open(purposes[page], '', secret) === undefined) return undefined
    return await findSession(this.#store.db, idHashOf(secret))
  }

  #entry(
    event: string,
    page: SessionPage,
    { workspaceId, keyId }: Caller,
    idHash: string,
    { requestId }: SessionRequest,
  ) {
    const surface = page === 'console' ? ('console' as const) : ('http' as const)
    const at = this.#runtime.now()
    const subject = sessionIdOf(idHash)
    return { workspaceId, at, event, actor: keyId, requestId, surface, subject, after: { page } }
  }

  #logged(
    event: 'session.started' | 'session.ended',
    page: SessionPage,
    caller: Caller,
    idHash: string,
    request: SessionRequest,
  ): void {
    const { workspaceId, keyId } = caller
    const { requestId, address } = request
    const sessionId = sessionIdOf(idHash)
    this.#log.info(event, { requestId, page, sessionId, workspaceId, keyId, address })
  }
}

function isLive(session: KnownSession, now: number): boolean {
  const { revoked_at, expires_at } = session
  const isKeyLive = revoked_at === null && (expires_at === null || expires_at > now)
  const { consoleSeen, consoleStarted, approveStarted } = liveSince(now)
  const { page, seen_at, created_at } = session
  if (page === 'approve') return isKeyLive && created_at > approveStarted
  return isKeyLive && seen_at > consoleSeen && created_at > consoleStarted
}

function callerIn(session: KnownSession): Caller {
  return callerOf({ ...session, id: session.key_id })
}

/** 256 random bits cannot be guessed, so they need no slow hash. */
function idHashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/**
 * The anti-CSRF token that a page of adrail sends with every request. A foreign page can neither read nor
 * create it.
 */
export function pageTokenOf(secret: string): string {
  return hash('sha256', `page ${secret}`, 'base64url')
}
