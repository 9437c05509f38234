// Sessions of browsers: someone has shown an API key, and acts with what that key may do until they sign out, the session
// expires or is revoked, or the key expires or is revoked.

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
/** How long the console accepts that the key was shown again, for actions that need it. */
const proofMs = 5 * minuteMs
/** Not every request is noted: a write a minute is enough to know about when. */
const noteEveryMs = minuteMs
/** Expired sessions are deleted with the next sign-in, so many at a time. */
const maxPruned = 100

/** The purpose of each page's secrets: the secret of one page is no secret of another. */
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
  /** The key was shown again within the last minutes. */
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
   * Begins a session and returns its secret, which only the browser keeps. The secret is always new: an attacker could
   * have planted the cookie that the browser sent. It is encrypted, so that a cookie that adrail never issued costs no query.
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

  /** Notes that the key of the session was shown again. */
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

/** 256 random bits need no slow hash: there is nothing to guess. */
function idHashOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** What a page of ours sends with every request; a foreign page can neither read nor make it. */
export function pageTokenOf(secret: string): string {
  return hash('sha256', `page ${secret}`, 'base64url')
}
