// Keeps the tokens of credentials fresh, with one refresh at a time across all
// processes. A refused refresh is retried before the credential counts as dead.

import { ServiceError } from '../base/errors.ts'
import { Flights } from '../base/flights.ts'
import { Memory } from '../base/memory.ts'
import type { FreshToken } from '../platforms/kit/connected.ts'
import { unhurried, waitFor } from '../platforms/kit/deadline.ts'
import { nameOf } from '../platforms/kit/names.ts'
import { RefreshRefused, type Tokens, type Verdict } from '../platforms/kit/provider.ts'
import { UpstreamFailure } from '../platforms/kit/upstreamFailure.ts'
import { connectionsOfCredential } from '../store/connections.ts'
import { type Credential, findCredential, updateCredential } from '../store/credentials.ts'
import { alone } from './alone.ts'
import {
  backOffAfter,
  hasExpired,
  isAlive,
  isUsable,
  lookAgainAt,
  needOf,
  probeEveryMs,
  retryTimeOf,
} from './due.ts'
import { recordHealth } from './healthChanges.ts'
import { type Linking, providerOf, timeAt } from './linking.ts'
import { openAccessToken, openTokens, sealTokens } from './tokenSeals.ts'

/**
 * The attempts last longer than the lease of a dead process: with a
 * pause of 100 to 355 ms each, about 15 seconds.
 */
const looksAtOthers = 60
const pauseOfAppMs = 5 * 60_000
/** A token that the platform refuses right after a refresh is not refreshed again at once. */
const forcedEveryMs = 30_000
/** LinkedIn reports new tokens as revoked for some seconds, although they are valid. */
const brandNewMs = 60_000

export class TokenKeeper {
  readonly #linking: Linking
  readonly #refreshing = new Flights()
  /**
   * After a platform refuses the app's own credentials, adrail sends no
   * refresh for a while. Connections keep their state.
   */
  readonly #pausedUntil = new Map<string, number>()
  /**
   * The platform issued these tokens, but they could not be stored. The version is the one that they replace.
   */
  readonly #unstored: Memory<{ readonly tokens: Tokens; readonly version: number }>

  constructor(linking: Linking) {
    this.#linking = linking
    this.#unstored = new Memory(linking.runtime, { keepMs: 10 * 60_000, most: 10_000 })
  }

  /**
   * Returns a working token. A caller whose token the platform refused passes the
   * version of that token, and gets a newer one, refreshed if necessary. If the same
   * version is returned, the platform will accept it in a moment.
   */
  async fresh(credentialId: string, rejectedVersion = 0): Promise<FreshToken> {
    const { runtime, memory } = this.#linking
    const remembered = memory.credentials.get(credentialId)
    // The cached token is the refused one. Another process may have stored a newer one.
    if (remembered && remembered.credential.version <= rejectedVersion)
      memory.credentials.delete(credentialId)
    const { credential, accessToken } = await this.#warm(credentialId)
    const token = { accessToken, version: credential.version }
    const now = this.#timeAt(credential)
    const rejected = credential.version <= rejectedVersion
    const renewableInMs = renewableAtOf(credential) - now
    if (rejected && renewableInMs > 0) return { ...token, renewableInMs }
    const need = rejected || !isAlive(credential) ? 'hard' : needOf(credential, now)
    if (need === 'none') return token
    const mayAsk = retryTimeOf(credential, need) <= now
    if (need === 'soft') {
      if (mayAsk)
        void this.#refreshOnce(credential, false).catch((error) => this.#overlook(error, credential))
      return token
    }
    try {
      if (!mayAsk) throw failedLately(credential, now)
      const refreshing = this.#refreshOnce(credential, rejected)
      const refreshed = requireUsable(await waitFor(runtime, refreshing), now)
      return {
        accessToken: openAccessToken(this.#linking.vault, refreshed),
        version: refreshed.version,
      }
    } catch (thrown) {
      const error = thrown instanceof UpstreamFailure ? unavailable(credential, thrown.message, 2) : thrown
      const isPassing = error instanceof ServiceError && error.code === 'UPSTREAM_UNAVAILABLE'
      // The old token is used until it expires.
      if (isPassing && isAlive(credential) && !rejected && !hasExpired(credential, now)) return token
      throw error
    }
  }

  /** Maintenance calls this method to refresh a token before a caller needs it. */
  async renew(credential: Credential): Promise<void> {
    await this.#refreshOnce(credential, false)
  }

  /** Maintenance calls this method to check at the platform whether a credential still works. */
  async inspect(seen: Credential): Promise<void> {
    this.#requireApp(seen)
    await alone(this.#linking, seen.id, async () => {
      const credential = await this.#read(seen.id)
      // Another process inspected the credential a moment ago.
      if (credential.inspected_at !== seen.inspected_at) return
      const verdict = await providerOf(this.#linking, seen).inspect?.(
        openTokens(this.#linking.vault, credential),
      )
      if (verdict?.kind === 'alive') {
        const { dataAccessExpiresAt: ends, scopes = [] } = verdict
        await this.#write(credential, {
          inspected_at: this.#timeAt(credential),
          ...(ends === null ? {} : { data_access_expires_at: ends }),
          ...(scopes.length === 0 ? {} : { scopes: scopes.join(' ') }),
        })
      } else if (verdict && verdict.kind !== 'passing') await this.#judge(credential, verdict)
    })
  }

  /** Resolves when no refresh is in flight: issued tokens are stored before the process ends. */
  async settle(): Promise<void> {
    await this.#refreshing.settle()
  }

  /**
   * No caller waits for a background refresh, and refusals and outages
   * are retried. Only unexpected errors are logged.
   */
  #overlook(error: unknown, { id }: Credential): void {
    if (error instanceof ServiceError) return
    this.#linking.log.error('linking.refresh_failed', error, { credentialId: id })
  }

  async #warm(id: string) {
    const warm = await this.#linking.memory.credentials.recall(id, async () => {
      const read = await this.#read(id)
      const credential = requireUsable(read, this.#timeAt(read))
      return { credential, accessToken: openAccessToken(this.#linking.vault, credential) }
    })
    if (!warm) throw new Error('A credential was neither read nor refused.')
    return warm
  }

  /**
   * Callers in this process share one refresh. A caller that rejected a
   * version joins only a refresh beyond that version.
   */
  #refreshOnce(credential: Credential, rejected: boolean): Promise<Credential> {
    const name = `${credential.id} ${rejected ? credential.version : 'any'}`
    // The refresh completes even after its callers have left: the old tokens may already be void.
    return this.#refreshing.share(name, () => unhurried(() => this.#refreshAlone(credential, rejected)))
  }

  async #refreshAlone(seen: Credential, rejected: boolean): Promise<Credential> {
    const { runtime } = this.#linking
    this.#requireApp(seen)
    const now = () => this.#timeAt(seen)
    const isSettled = (credential: Credential) =>
      credential.version > seen.version ||
      !isUsable(credential, now()) ||
      (!rejected && isAlive(credential) && needOf(credential, now()) === 'none')
    for (let look = 0; look <= looksAtOthers; look++) {
      const refreshed = await alone(this.#linking, seen.id, async () => {
        // Another process may have refreshed between the first read and the lease.
        const current = await this.#read(seen.id)
        if (isSettled(current)) return current
        // Another process may also have failed to refresh.
        if (retryTimeOf(current, 'hard') > now()) throw failedLately(current, now())
        return await this.#refresh(current, rejected)
      })
      if (refreshed) return refreshed
      const waiting = await this.#read(seen.id)
      if (isSettled(waiting)) return waiting
      await runtime.pause(100 + (runtime.randomBytes(1)[0] ?? 0))
    }
    throw unavailable(seen, 'another process holds the lease', 2)
  }

  async #refresh(credential: Credential, rejected: boolean): Promise<Credential> {
    const unstored = this.#unstored.get(credential.id)
    if (unstored && (rejected || unstored.version === credential.version))
      return await this.#store(credential, unstored.tokens)
    let answer = await this.#ask(credential)
    if ('kind' in answer && answer.kind === 'dead') {
      // The refusal may be a lost race. The credential is dead only when
      // a second attempt a moment later is refused too.
      const current = await this.#read(credential.id)
      if (current.version !== credential.version) return current
      await this.#linking.runtime.pause(2000)
      answer = await this.#ask(credential)
    }
    return 'kind' in answer ? await this.#judge(credential, answer) : await this.#store(credential, answer)
  }

  async #ask(credential: Credential): Promise<Tokens | Verdict> {
    const answer = await this.#answerTo(credential)
    const outcome = 'kind' in answer ? answer.kind : 'refreshed'
    this.#linking.metrics.count('tokenRefreshes', credential.platform, outcome)
    return answer
  }

  async #answerTo(credential: Credential): Promise<Tokens | Verdict> {
    try {
      const tokens = await providerOf(this.#linking, credential).refresh(
        openTokens(this.#linking.vault, credential),
      )
      return tokens.accessToken === '' ? { kind: 'passing', reason: 'no token in the answer' } : tokens
    } catch (error) {
      if (error instanceof RefreshRefused) return error.verdict
      // The request was not sent, so it says nothing about this credential.
      if (error instanceof UpstreamFailure && error.kind === 'paused')
        throw unavailable(credential, error.message, error.retryAfterSeconds)
      if (error instanceof UpstreamFailure) return { kind: 'passing', reason: error.kind }
      throw error
    }
  }

  async #store(credential: Credential, tokens: Tokens): Promise<Credential> {
    const { id, version } = credential
    // The tokens stay in memory until they are stored: a platform that
    // rotates refresh tokens has already voided the old one.
    this.#unstored.set(id, { tokens, version })
    const stored = await this.#write(credential, {
      ...sealTokens(this.#linking.vault, credential, tokens),
      ...healthy,
      refreshed_at: this.#timeAt(credential),
      version: version + 1,
    })
    if (stored) this.#unstored.delete(id)
    // The tokens of the other process count. If the platform refuses them,
    // these tokens are tried before another refresh.
    else this.#linking.log.info('linking.refresh_overtaken', { credentialId: id })
    return await this.#read(id)
  }

  async #judge(credential: Credential, verdict: Verdict): Promise<Credential> {
    const { id, platform } = credential
    const now = this.#timeAt(credential)
    switch (verdict.kind) {
      case 'dead':
        return await this.#flag(credential, verdict)
      case 'blocked':
        await this.#write(credential, {
          health: 'needs_user_action',
          health_reason: verdict.reason,
          fail_count: 0,
          retry_at: now + probeEveryMs,
        })
        return await this.#read(id)
      case 'app':
        this.#pausedUntil.set(platform, this.#linking.runtime.monotonic() + pauseOfAppMs)
        this.#linking.log.error('linking.app_refused', new Error(verdict.reason), { platform })
        throw unavailable(credential, verdict.reason)
      case 'passing': {
        const failures = credential.fail_count + 1
        await this.#write(credential, {
          fail_count: failures,
          retry_at: now + backOffAfter(failures),
          ...(failures >= 3 && isAlive(credential)
            ? { health: 'degraded', health_reason: verdict.reason }
            : {}),
        })
        throw unavailable(credential, verdict.reason)
      }
    }
  }

  /**
   * Records that a credential needs a new consent, and logs it once
   * for every affected user. Nothing is deleted.
   */
  async #flag(credential: Credential, verdict: Extract<Verdict, { kind: 'dead' }>): Promise<Credential> {
    const { store, log } = this.#linking
    const { id, platform } = credential
    const { health, reason } = verdict
    if (await this.#write(credential, { health, health_reason: reason }))
      for (const { workspace_id, user_id } of await connectionsOfCredential(store.db, id))
        log.info('linking.consent_required', {
          workspaceId: workspace_id,
          userId: user_id,
          platform: nameOf(platform),
          reason,
        })
    return await this.#read(id)
  }

  /** Compare and set: the first writer wins. */
  async #write(credential: Credential, change: Partial<Omit<Credential, 'id'>>): Promise<boolean> {
    const { store, runtime, memory } = this.#linking
    const { health = credential.health, health_reason: reason = '' } = change
    const whole = { ...change, look_at: lookAgainAt({ ...credential, ...change }, this.#timeAt(credential)) }
    const written =
      health === credential.health
        ? await updateCredential(store.db, credential, whole)
        : await store.db.transaction().execute(async (transaction) => {
            const changed = await updateCredential(transaction, credential, whole)
            if (changed) await recordHealth(transaction, runtime, credential, { health, reason })
            return changed
          })
    memory.credentials.delete(credential.id)
    return written
  }

  async #read(id: string): Promise<Credential> {
    const credential = await findCredential(this.#linking.store.db, id)
    // Its last connection was removed a moment ago.
    if (!credential) throw new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: 'asked-for' } })
    return credential
  }

  #timeAt(credential: Credential): number {
    return timeAt(this.#linking, credential)
  }

  #requireApp(credential: Credential): void {
    if ((this.#pausedUntil.get(credential.platform) ?? 0) > this.#linking.runtime.monotonic())
      throw unavailable(credential, 'the platform refuses this app')
  }
}

const healthy = { health: 'active', health_reason: '', fail_count: 0, retry_at: 0 } as const

/** A refused token is replaced from this time on. */
function renewableAtOf({ platform, issued_at, refreshed_at }: Credential): number {
  const settledAt = platform === 'pro' ? issued_at + brandNewMs : 0
  return Math.max(refreshed_at + forcedEveryMs, settledAt)
}

/** Returns the credential, or throws when it needs action by its person. */
function requireUsable(credential: Credential, now: number): Credential {
  if (isUsable(credential, now)) return credential
  const { health, health_reason, platform } = credential
  throw new ServiceError('ACCOUNT_RELINK_REQUIRED', {
    values: { platform, reason: health_reason || health },
  })
}

function failedLately(credential: Credential, now: number): ServiceError {
  const seconds = Math.ceil((retryTimeOf(credential, 'hard') - now) / 1000)
  return unavailable(credential, 'it failed a moment ago', Math.max(1, seconds))
}

function unavailable({ id, platform }: Credential, note: string, retryAfterSeconds = 30): ServiceError {
  return new ServiceError('UPSTREAM_UNAVAILABLE', {
    values: { platform },
    retryAfterSeconds,
    note: `refresh of ${id}: ${note}`,
  })
}
