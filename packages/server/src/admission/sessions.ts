// Browser sessions. A session acts with the scopes of the API key that started it. A session ends when its
// user signs out, when it expires or is revoked, or when its key expires or is revoked.

import { hash } from 'node:crypto'
import { recordAudit } from '../audit/chain.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { Log } from '../observability/log.ts'
import { minuteMs } from '../runtime/durations.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { consoleIdleMs, sessionCutoffs, toSessionId } from '../runtime/sessionLifetime.ts'
import {
  deleteSession,
  findSession,
  insertSession,
  pruneSessions,
  recordSessionProof,
  recordSessionUse,
  type SessionPage,
  type SessionWithKey,
} from '../store/consoleSessions.ts'
import type { Store } from '../store/tables.ts'
import { type Caller, toCaller } from './authenticate.ts'

/** How long the console accepts an earlier re-entry of the key for actions that need it. */
const reauthenticationMaxAgeMs = 5 * minuteMs
/** The last use is stored at most once per minute, which is accurate enough. */
const lastUseIntervalMs = minuteMs
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
  readonly isReauthenticated: boolean
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
    const secret = this.#keyring.encrypt(
      purposes[page],
      '',
      this.#runtime.randomBytes(32).toString('base64url'),
    )
    const id_hash = hashSessionSecret(secret)
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
      await recordAudit(transaction, this.#auditEntry('session.started', page, caller, id_hash, request))
    })
    this.#logEvent('session.started', page, caller, id_hash, request)
    await pruneSessions(db, now - consoleIdleMs, maxPruned)
    return secret
  }

  async find(page: SessionPage, secret: string): Promise<Session | undefined> {
    const session = await this.#findStored(page, secret)
    const now = this.#runtime.now()
    if (!session || !isLive(session, now)) return undefined
    if (now - session.seen_at >= lastUseIntervalMs) await recordSessionUse(this.#store.db, session, now)
    return {
      sessionId: toSessionId(session.id_hash),
      caller: sessionCaller(session),
      workspaceName: session.workspace_name,
      keyName: session.key_name,
      isReauthenticated: now - session.proved_at < reauthenticationMaxAgeMs,
    }
  }

  /** Records that the key of the session was entered again. */
  async recordReauthentication(secret: string): Promise<void> {
    await recordSessionProof(this.#store.db, hashSessionSecret(secret), this.#runtime.now())
  }

  async end(page: SessionPage, secret: string, request: SessionRequest): Promise<void> {
    const session = await this.#findStored(page, secret)
    if (!session) return
    const { id_hash } = session
    const caller = sessionCaller(session)
    const isEnded = await this.#store.db.transaction().execute(async (transaction) => {
      if (!(await deleteSession(transaction, id_hash))) return false
      await recordAudit(transaction, this.#auditEntry('session.ended', page, caller, id_hash, request))
      return true
    })
    if (isEnded) this.#logEvent('session.ended', page, caller, id_hash, request)
  }

  async #findStored(page: SessionPage, secret: string): Promise<SessionWithKey | undefined> {
    if (this.#keyring.decrypt(purposes[page], '', secret) === undefined) return undefined
    return await findSession(this.#store.db, hashSessionSecret(secret))
  }

  #auditEntry(
    event: string,
    page: SessionPage,
    { workspaceId, keyId }: Caller,
    idHash: string,
    { requestId }: SessionRequest,
  ) {
    const surface = page === 'console' ? ('console' as const) : ('http' as const)
    const at = this.#runtime.now()
    const subject = toSessionId(idHash)
    return { workspaceId, at, event, actor: keyId, requestId, surface, subject, after: { page } }
  }

  #logEvent(
    event: 'session.started' | 'session.ended',
    page: SessionPage,
    caller: Caller,
    idHash: string,
    request: SessionRequest,
  ): void {
    const { workspaceId, keyId } = caller
    const { requestId, address } = request
    const sessionId = toSessionId(idHash)
    this.#log.info(event, { requestId, page, sessionId, workspaceId, keyId, address })
  }
}

function isLive(session: SessionWithKey, now: number): boolean {
  const { revoked_at, expires_at } = session
  const isKeyLive = revoked_at === null && (expires_at === null || expires_at > now)
  const { consoleSeenAfter, consoleStartedAfter, approveStartedAfter } = sessionCutoffs(now)
  const { page, seen_at, created_at } = session
  if (page === 'approve') return isKeyLive && created_at > approveStartedAfter
  return isKeyLive && seen_at > consoleSeenAfter && created_at > consoleStartedAfter
}

function sessionCaller(session: SessionWithKey): Caller {
  return toCaller({ ...session, id: session.key_id })
}

/** 256 random bits cannot be guessed, so they need no slow hash. */
function hashSessionSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/**
 * The anti-CSRF token that a page of adrail sends with every request. A foreign page can neither read nor
 * create it.
 */
export function csrfToken(secret: string): string {
  return hash('sha256', `page ${secret}`, 'base64url')
}
