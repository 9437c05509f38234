// Keeps the tokens of credentials fresh, with one refresh at a time across all
// processes. A refused refresh is retried before the credential counts as dead.

import { Cache } from '../concurrency/cache.ts'
import { Singleflight } from '../concurrency/singleflight.ts'
import type { FreshToken } from '../platforms/connector-kit/connectedAccount.ts'
import { awaitWithinDeadline, withoutDeadline } from '../platforms/connector-kit/deadline.ts'
import { toLinkPlatform } from '../platforms/connector-kit/platformNames.ts'
import { TokenRequestError, type Tokens, type TokenVerdict } from '../platforms/connector-kit/provider.ts'
import { UpstreamFailure } from '../platforms/connector-kit/upstreamFailure.ts'
import { ServiceError } from '../runtime/errors.ts'
import { listConnectionsOfCredential } from '../store/connections.ts'
import { type Credential, findCredential, updateCredential } from '../store/credentials.ts'
import { withCredentialLease } from './credentialLease.ts'
import {
  computeNextCheckAt,
  getBackoffMs,
  getRefreshNeed,
  getRetryTime,
  hasExpired,
  isAlive,
  isUsable,
  probeEveryMs,
} from './credentialSchedule.ts'
import { recordHealthChange } from './healthChanges.ts'
import { getDefinition, getProvider, type LinkingDeps, platformNow } from './linking.ts'
import { countTokenRefresh } from './linkingMetrics.ts'
import { decryptAccessToken, decryptTokens, encryptTokens } from './tokenEncryption.ts'

/**
 * The attempts last longer than the lease of a dead process: with a
 * pause of 100 to 355 ms each, about 15 seconds.
 */
const maxLeaseAttempts = 60
const appPauseMs = 5 * 60_000
/** A token that the platform refuses right after a refresh is not refreshed again at once. */
const forcedRefreshEveryMs = 30_000

type RefreshDeps = Pick<
  LinkingDeps,
  'store' | 'runtime' | 'times' | 'vault' | 'cache' | 'log' | 'metrics' | 'providers'
>

export class TokenRefresher {
  readonly #linking: RefreshDeps
  readonly #refreshing = new Singleflight()
  /**
   * After a platform refuses the app's own credentials, adrail sends no
   * refresh for a while. Connections keep their state.
   */
  readonly #pausedUntil = new Map<string, number>()
  /**
   * The platform issued these tokens, but they could not be stored. The version is the one that they replace.
   */
  readonly #unsavedTokens: Cache<{ readonly tokens: Tokens; readonly version: number }>

  constructor(linking: RefreshDeps) {
    this.#linking = linking
    this.#unsavedTokens = new Cache(linking.runtime, { ttlMs: 10 * 60_000, maxSize: 10_000 })
  }

  /**
   * Returns a working token. A caller whose token the platform refused passes the
   * version of that token, and gets a newer one, refreshed if necessary. If the same
   * version is returned, the platform will accept it in a moment.
   */
  async getFreshToken(credentialId: string, rejectedVersion = 0): Promise<FreshToken> {
    const { runtime, cache } = this.#linking
    const cached = cache.credentials.get(credentialId)
    // The cached token is the refused one. Another process may have stored a newer one.
    if (cached && cached.credential.version <= rejectedVersion) cache.credentials.delete(credentialId)
    const { credential, accessToken } = await this.#loadCached(credentialId)
    const token = { accessToken, version: credential.version }
    const now = this.#platformNow(credential)
    const isRejected = credential.version <= rejectedVersion
    const renewableInMs = getRenewableAt(credential) - now
    if (isRejected && renewableInMs > 0) return { ...token, renewableInMs }
    const need = isRejected || !isAlive(credential) ? 'hard' : getRefreshNeed(credential, now)
    if (need === 'none') return token
    const canRetry = getRetryTime(credential, need) <= now
    if (need === 'soft') {
      if (canRetry)
        void this.#refreshShared(credential, false).catch((error) => this.#logUnexpected(error, credential))
      return token
    }
    try {
      if (!canRetry) throw recentFailureError(credential, now)
      const refreshing = this.#refreshShared(credential, isRejected)
      const refreshed = requireUsable(await awaitWithinDeadline(runtime, refreshing), now)
      return {
        accessToken: decryptAccessToken(this.#linking.vault, refreshed),
        version: refreshed.version,
      }
    } catch (thrown) {
      const error =
        thrown instanceof UpstreamFailure ? unavailableError(credential, thrown.message, 2) : thrown
      const isTransient = error instanceof ServiceError && error.code === 'UPSTREAM_UNAVAILABLE'
      // The old token is used until it expires.
      if (isTransient && isAlive(credential) && !isRejected && !hasExpired(credential, now)) return token
      throw error
    }
  }

  /** Maintenance calls this method to refresh a token before a caller needs it. */
  async refreshEarly(credential: Credential): Promise<void> {
    await this.#refreshShared(credential, false)
  }

  /** Maintenance calls this method to check at the platform whether a credential still works. */
  async inspect(snapshot: Credential): Promise<void> {
    this.#assertAppAccepted(snapshot)
    await withCredentialLease(this.#linking, snapshot.id, async () => {
      const credential = await this.#loadCredential(snapshot.id)
      // Another process inspected the credential a moment ago.
      if (credential.inspected_at !== snapshot.inspected_at) return
      const verdict = await getProvider(this.#linking, snapshot).inspect?.(
        decryptTokens(this.#linking.vault, credential),
      )
      if (verdict?.kind === 'alive') {
        const { dataAccessExpiresAt: dataExpiresAt, scopes = [] } = verdict
        await this.#compareAndSet(credential, {
          inspected_at: this.#platformNow(credential),
          ...(dataExpiresAt === null ? {} : { data_access_expires_at: dataExpiresAt }),
          ...(scopes.length === 0 ? {} : { scopes: scopes.join(' ') }),
        })
      } else if (verdict && verdict.kind !== 'transient') await this.#applyVerdict(credential, verdict)
    })
  }

  /** Resolves when no refresh is in flight: issued tokens are stored before the process ends. */
  async drain(): Promise<void> {
    await this.#refreshing.drain()
  }

  /**
   * No caller waits for a background refresh, and refusals and outages
   * are retried. Only unexpected errors are logged.
   */
  #logUnexpected(error: unknown, { id }: Credential): void {
    if (error instanceof ServiceError) return
    this.#linking.log.error('linking.refresh_failed', error, { credentialId: id })
  }

  async #loadCached(id: string) {
    const cached = await this.#linking.cache.credentials.getOrLoad(id, async () => {
      const loaded = await this.#loadCredential(id)
      const credential = requireUsable(loaded, this.#platformNow(loaded))
      return { credential, accessToken: decryptAccessToken(this.#linking.vault, credential) }
    })
    if (!cached) throw new Error('A credential was neither read nor refused.')
    return cached
  }

  /**
   * Callers in this process share one refresh. A caller that rejected a
   * version joins only a refresh beyond that version.
   */
  #refreshShared(credential: Credential, isRejected: boolean): Promise<Credential> {
    const key = `${credential.id} ${isRejected ? credential.version : 'any'}`
    // The refresh completes even after its callers have left: the old tokens may already be void.
    return this.#refreshing.run(key, () =>
      withoutDeadline(() => this.#refreshWithLease(credential, isRejected)),
    )
  }

  async #refreshWithLease(snapshot: Credential, isRejected: boolean): Promise<Credential> {
    const { runtime } = this.#linking
    this.#assertAppAccepted(snapshot)
    const now = () => this.#platformNow(snapshot)
    const isResolved = (credential: Credential) =>
      credential.version > snapshot.version ||
      !isUsable(credential, now()) ||
      (!isRejected && isAlive(credential) && getRefreshNeed(credential, now()) === 'none')
    for (let attempt = 0; attempt <= maxLeaseAttempts; attempt++) {
      const refreshed = await withCredentialLease(this.#linking, snapshot.id, async () => {
        // Another process may have refreshed between the first read and the lease.
        const current = await this.#loadCredential(snapshot.id)
        if (isResolved(current)) return current
        // Another process may also have failed to refresh.
        if (getRetryTime(current, 'hard') > now()) throw recentFailureError(current, now())
        return await this.#refresh(current, isRejected)
      })
      if (refreshed) return refreshed
      const latest = await this.#loadCredential(snapshot.id)
      if (isResolved(latest)) return latest
      await runtime.pause(100 + (runtime.randomBytes(1)[0] ?? 0))
    }
    throw unavailableError(snapshot, 'another process holds the lease', 2)
  }

  async #refresh(credential: Credential, isRejected: boolean): Promise<Credential> {
    const unsaved = this.#unsavedTokens.get(credential.id)
    if (unsaved && (isRejected || unsaved.version === credential.version))
      return await this.#saveTokens(credential, unsaved.tokens)
    let result = await this.#requestTokens(credential)
    if ('kind' in result && result.kind === 'dead') {
      // The refusal may be a lost race. The credential is dead only when
      // a second attempt a moment later is refused too.
      const current = await this.#loadCredential(credential.id)
      if (current.version !== credential.version) return current
      await this.#linking.runtime.pause(2000)
      result = await this.#requestTokens(credential)
    }
    return 'kind' in result
      ? await this.#applyVerdict(credential, result)
      : await this.#saveTokens(credential, result)
  }

  async #requestTokens(credential: Credential): Promise<Tokens | TokenVerdict> {
    const result = await this.#sendRefresh(credential)
    const outcome = 'kind' in result ? result.kind : 'refreshed'
    countTokenRefresh(this.#linking.metrics, credential.platform, outcome)
    return result
  }

  async #sendRefresh(credential: Credential): Promise<Tokens | TokenVerdict> {
    try {
      const tokens = await getProvider(this.#linking, credential).refresh(
        decryptTokens(this.#linking.vault, credential),
      )
      return tokens.accessToken === '' ? { kind: 'transient', reason: 'no token in the answer' } : tokens
    } catch (error) {
      if (error instanceof TokenRequestError) return error.verdict
      // The request was not sent, so the failure is unrelated to this credential.
      if (error instanceof UpstreamFailure && error.kind === 'paused')
        throw unavailableError(credential, error.message, error.retryAfterSeconds)
      if (error instanceof UpstreamFailure) return { kind: 'transient', reason: error.kind }
      throw error
    }
  }

  async #saveTokens(credential: Credential, tokens: Tokens): Promise<Credential> {
    const { id, version } = credential
    // The tokens stay in memory until they are stored: a platform that
    // rotates refresh tokens has already voided the old one.
    this.#unsavedTokens.set(id, { tokens, version })
    const isStored = await this.#compareAndSet(credential, {
      ...encryptTokens(this.#linking.vault, credential, tokens),
      ...healthyColumns,
      refreshed_at: this.#platformNow(credential),
      version: version + 1,
    })
    if (isStored) this.#unsavedTokens.delete(id)
    // The tokens of the other process count. If the platform refuses them,
    // these tokens are tried before another refresh.
    else this.#linking.log.info('linking.refresh_overtaken', { credentialId: id })
    return await this.#loadCredential(id)
  }

  async #applyVerdict(credential: Credential, verdict: TokenVerdict): Promise<Credential> {
    const { id, platform } = credential
    const now = this.#platformNow(credential)
    switch (verdict.kind) {
      case 'dead':
        return await this.#requireConsent(credential, verdict)
      case 'blocked':
        await this.#compareAndSet(credential, {
          health: 'needs_user_action',
          health_reason: verdict.reason,
          fail_count: 0,
          retry_at: now + probeEveryMs,
        })
        return await this.#loadCredential(id)
      case 'app_rejected':
        this.#pausedUntil.set(platform, this.#linking.runtime.monotonic() + appPauseMs)
        this.#linking.log.error('linking.app_refused', new Error(verdict.reason), { platform })
        throw unavailableError(credential, verdict.reason)
      case 'transient': {
        const failures = credential.fail_count + 1
        await this.#compareAndSet(credential, {
          fail_count: failures,
          retry_at: now + getBackoffMs(failures),
          ...(failures >= 3 && isAlive(credential)
            ? { health: 'degraded', health_reason: verdict.reason }
            : {}),
        })
        throw unavailableError(credential, verdict.reason)
      }
    }
  }

  /**
   * Records that a credential needs a new consent, and logs it once
   * for every affected user. Nothing is deleted.
   */
  async #requireConsent(
    credential: Credential,
    verdict: Extract<TokenVerdict, { kind: 'dead' }>,
  ): Promise<Credential> {
    const { store, log } = this.#linking
    const { id, platform } = credential
    const { health, reason } = verdict
    if (await this.#compareAndSet(credential, { health, health_reason: reason }))
      for (const { workspace_id, user_id } of await listConnectionsOfCredential(store.db, id))
        log.info('linking.consent_required', {
          workspaceId: workspace_id,
          userId: user_id,
          platform: toLinkPlatform(platform),
          reason,
        })
    return await this.#loadCredential(id)
  }

  /** Compare and set: the first writer wins. */
  async #compareAndSet(credential: Credential, change: Partial<Omit<Credential, 'id'>>): Promise<boolean> {
    const { store, runtime, cache } = this.#linking
    const { health = credential.health, health_reason: reason = '' } = change
    const update = {
      ...change,
      look_at: computeNextCheckAt({ ...credential, ...change }, this.#platformNow(credential)),
    }
    const isWritten =
      health === credential.health
        ? await updateCredential(store.db, credential, update)
        : await store.db.transaction().execute(async (transaction) => {
            const isChanged = await updateCredential(transaction, credential, update)
            if (isChanged) await recordHealthChange(transaction, runtime, credential, { health, reason })
            return isChanged
          })
    cache.credentials.delete(credential.id)
    return isWritten
  }

  async #loadCredential(id: string): Promise<Credential> {
    const credential = await findCredential(this.#linking.store.db, id)
    // Its last connection was removed a moment ago.
    if (!credential) throw new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: 'asked-for' } })
    return credential
  }

  #platformNow(credential: Credential): number {
    return platformNow(this.#linking, credential)
  }

  #assertAppAccepted(credential: Credential): void {
    if ((this.#pausedUntil.get(credential.platform) ?? 0) > this.#linking.runtime.monotonic())
      throw unavailableError(credential, 'the platform refuses this app')
  }
}

const healthyColumns = { health: 'active', health_reason: '', fail_count: 0, retry_at: 0 } as const

/** A refused token is replaced from this time on. */
function getRenewableAt(credential: Credential): number {
  const { issued_at, refreshed_at } = credential
  const { newTokenGraceMs } = getDefinition(credential).tokenPolicy
  return Math.max(refreshed_at + forcedRefreshEveryMs, issued_at + newTokenGraceMs)
}

/** Returns the credential, or throws when it needs action by its person. */
function requireUsable(credential: Credential, now: number): Credential {
  if (isUsable(credential, now)) return credential
  const { health, health_reason, platform } = credential
  throw new ServiceError('ACCOUNT_RELINK_REQUIRED', {
    values: { platform, reason: health_reason || health },
  })
}

function recentFailureError(credential: Credential, now: number): ServiceError {
  const seconds = Math.ceil((getRetryTime(credential, 'hard') - now) / 1000)
  return unavailableError(credential, 'it failed a moment ago', Math.max(1, seconds))
}

function unavailableError({ id, platform }: Credential, note: string, retryAfterSeconds = 30): ServiceError {
  return new ServiceError('UPSTREAM_UNAVAILABLE', {
    values: { platform },
    retryAfterSeconds,
    note: `refresh of ${id}: ${note}`,
  })
}
