// Keeps the tokens of credentials fresh: one refresh at a time, across all processes, and no judgement in haste.

import type { Platform } from '../config.ts'
import { ServiceError } from '../errors.ts'
import type { FreshToken } from '../platforms/connected.ts'
import { type Provider, RefreshRefused, type Tokens, type Verdict } from '../platforms/provider.ts'
import { UpstreamFailure } from '../platforms/upstream.ts'
import {
  type Credential,
  findCredential,
  leaseCredential,
  releaseCredential,
  updateCredential,
} from '../store/credentials.ts'
import type { CredentialTable } from '../store/db.ts'
import type { Linking } from './flow.ts'
import { nameOf } from './names.ts'
import type { Vault } from './vault.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Soft: refreshed in the background while the old token is still used. Hard: callers wait. */
const windows: Readonly<Record<Platform, { softMs: number; hardMs: number }>> = {
  search: { softMs: 10 * minuteMs, hardMs: minuteMs },
  pro: { softMs: 7 * dayMs, hardMs: 5 * minuteMs },
  social: { softMs: 30 * dayMs, hardMs: 0 },
}

/** Longer than any token endpoint is waited for, so that a lease never ends under a refresher that still works. */
const leaseMs = 45_000
/** With a pause of a quarter of a second between them, some fifteen seconds. */
const looksAtOthers = 60
/** After the n-th failure in a row. */
const backOffMs = [30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs]

export class TokenKeeper {
  readonly #linking: Linking
  readonly #underWay = new Map<string, Promise<Credential>>()
  /** An app whose own credentials are refused asks no more for a while; no connection changes its state for that. */
  readonly #pausedUntil = new Map<string, number>()

  constructor(linking: Linking) {
    this.#linking = linking
  }

  /**
   * A token that works now. A caller whose token was refused upstream says which version that was; a newer one is then
   * returned, refreshed if need be.
   */
  async fresh(credentialId: string, rejectedVersion?: number): Promise<FreshToken> {
    const credential = await this.#read(credentialId)
    requireAlive(credential)
    const rejected = rejectedVersion !== undefined && credential.version <= rejectedVersion
    const need = rejected ? 'hard' : this.#needOf(credential)
    if (need === 'none') return this.#opened(credential)
    if (need === 'soft') {
      this.#refreshOnce(credential, rejected).catch(() => {})
      return this.#opened(credential)
    }
    const refreshed = await this.#refreshOnce(credential, rejected)
    requireAlive(refreshed)
    return this.#opened(refreshed)
  }

  /** Refreshes ahead of time where that is due; for upkeep. */
  async renew(credential: Credential): Promise<void> {
    await this.#refreshOnce(credential, false)
  }

  /** Whether a credential is in its soft or hard window. */
  isDue(credential: Credential): boolean {
    return this.#needOf(credential) !== 'none'
  }

  #needOf(credential: Credential): 'none' | 'soft' | 'hard' {
    const { softMs, hardMs } = windows[credential.platform as Platform]
    const now = this.#linking.runtime.now()
    const leftMs = (credential.access_expires_at ?? Number.POSITIVE_INFINITY) - now
    if (leftMs <= hardMs) return 'hard'
    if (leftMs > softMs || credential.retry_at > now) return 'none'
    // A social token can only be exchanged while it lives, and once a day is often enough.
    if (credential.platform === 'social' && now - credential.refreshed_at < dayMs) return 'none'
    return credential.platform === 'pro' && credential.refresh_token === '' ? 'none' : 'soft'
  }

  #refreshOnce(credential: Credential, rejected: boolean): Promise<Credential> {
    const running = this.#underWay.get(credential.id)
    if (running) return running
    const started = this.#refreshLeased(credential, rejected).finally(() =>
      this.#underWay.delete(credential.id),
    )
    this.#underWay.set(credential.id, started)
    return started
  }

  async #refreshLeased(seen: Credential, rejected: boolean): Promise<Credential> {
    const { store, runtime } = this.#linking
    const owner = runtime.randomBytes(12).toString('hex')
    const isFresh = (credential: Credential) =>
      credential.version > seen.version || (!rejected && this.#needOf(credential) === 'none')
    for (let look = 0; !(await leaseCredential(store.db, store.clock, seen.id, owner, leaseMs)); look++) {
      const waiting = await this.#read(seen.id)
      if (isFresh(waiting) || !isAlive(waiting)) return waiting
      if (look >= looksAtOthers)
        throw new ServiceError('UPSTREAM_UNAVAILABLE', {
          values: { platform: nameOf(seen.platform) },
          retryAfterSeconds: 2,
          note: 'another process holds the refresh lease',
        })
      await runtime.pause(100 + (runtime.randomBytes(1)[0] ?? 0))
    }
    try {
      // Another process may have finished between our look and our lease.
      const current = await this.#read(seen.id)
      if (isFresh(current) || !isAlive(current)) return current
      return await this.#refresh(current)
    } finally {
      await releaseCredential(store.db, seen.id, owner)
    }
  }

  async #refresh(credential: Credential): Promise<Credential> {
    const { runtime, vault } = this.#linking
    const provider = this.#providerOf(credential)
    const now = runtime.now()
    if ((this.#pausedUntil.get(credential.platform) ?? 0) > now)
      throw refreshFailed(credential, 'the app is refused')
    try {
      const tokens = await provider.refresh(openTokens(vault, credential))
      return await this.#write(credential, {
        ...sealTokens(vault, credential, tokens),
        health: 'active',
        health_reason: '',
        fail_count: 0,
        retry_at: 0,
        refreshed_at: now,
      })
    } catch (error) {
      const verdict: Verdict =
        error instanceof RefreshRefused
          ? error.verdict
          : error instanceof UpstreamFailure
            ? { kind: 'passing', reason: error.kind }
            : { kind: 'passing', reason: 'fault' }
      if (!(error instanceof RefreshRefused || error instanceof UpstreamFailure))
        this.#linking.log.fault('refresh failed', error, { credentialId: credential.id })
      return await this.#judge(credential, verdict)
    }
  }

  async #judge(credential: Credential, verdict: Verdict): Promise<Credential> {
    if (verdict.kind === 'dead') return await this.#confirmDeath(credential, verdict)
    const now = this.#linking.runtime.now()
    if (verdict.kind === 'app') {
      this.#pausedUntil.set(credential.platform, now + 5 * minuteMs)
      this.#linking.log.fault('the platform refuses this app', new Error(verdict.reason), {
        platform: credential.platform,
      })
      throw refreshFailed(credential, verdict.reason)
    }
    if (verdict.kind === 'blocked')
      return await this.#write(credential, {
        health: 'needs_user_action',
        health_reason: verdict.reason,
        retry_at: now + 60 * minuteMs,
      })
    const failures = credential.fail_count + 1
    const saved = await this.#write(credential, {
      fail_count: failures,
      retry_at: now + (backOffMs[Math.min(failures, backOffMs.length) - 1] ?? 0),
      ...(failures >= 3 ? { health: 'degraded', health_reason: verdict.reason } : {}),
    })
    // The old token serves as long as it lives.
    if ((saved.access_expires_at ?? Number.POSITIVE_INFINITY) > now) return saved
    throw refreshFailed(credential, verdict.reason)
  }

  /** A refused refresh token may be a lost race: it is dead only when a second try a moment later is refused as well. */
  async #confirmDeath(credential: Credential, verdict: Verdict & { kind: 'dead' }): Promise<Credential> {
    const again = await this.#read(credential.id)
    if (again.version !== credential.version) return again
    await this.#linking.runtime.pause(2000)
    try {
      const tokens = await this.#providerOf(credential).refresh(openTokens(this.#linking.vault, credential))
      return await this.#write(credential, {
        ...sealTokens(this.#linking.vault, credential, tokens),
        refreshed_at: this.#linking.runtime.now(),
      })
    } catch (error) {
      if (!(error instanceof RefreshRefused) || error.verdict.kind !== 'dead')
        throw refreshFailed(credential, 'refused once')
    }
    return await this.flag(credential, verdict)
  }

  /** Writes down that a credential needs its person. Nothing is deleted. */
  async flag(credential: Credential, verdict: Verdict & { kind: 'dead' }): Promise<Credential> {
    const flagged = await this.#write(credential, { health: verdict.health, health_reason: verdict.reason })
    if (flagged.health !== credential.health)
      this.#linking.log.info('credential needs a new consent', {
        credentialId: credential.id,
        platform: credential.platform,
        reason: verdict.reason,
      })
    return flagged
  }

  async noteInspection(
    credential: Credential,
    at: number,
    dataAccessExpiresAt: number | null,
  ): Promise<void> {
    const known = dataAccessExpiresAt === null ? {} : { data_access_expires_at: dataAccessExpiresAt }
    await this.#write(credential, { inspected_at: at, ...known })
  }

  /** Compare and set: whoever was faster is right. */
  async #write(credential: Credential, change: Partial<Omit<Credential, 'id'>>): Promise<Credential> {
    const carriesTokens = change.access_token !== undefined
    const next = { ...change, version: credential.version + (carriesTokens ? 1 : 0) }
    const written = await updateCredential(this.#linking.store.db, credential, next)
    if (!written) this.#linking.log.info('another process was faster', { credentialId: credential.id })
    return await this.#read(credential.id)
  }

  async #read(id: string): Promise<Credential> {
    const credential = await findCredential(this.#linking.store.db, id)
    if (!credential) throw new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: 'linked' } })
    return credential
  }

  #opened(credential: Credential): FreshToken {
    return {
      accessToken: openTokens(this.#linking.vault, credential).accessToken,
      version: credential.version,
    }
  }

  #providerOf(credential: Credential): Provider {
    return this.#linking.providers[credential.platform as Platform]
  }
}

export function isAlive({ health }: Pick<Credential, 'health'>): boolean {
  return health === 'active' || health === 'degraded'
}

function requireAlive(credential: Credential): void {
  if (isAlive(credential)) return
  throw new ServiceError('ACCOUNT_RELINK_REQUIRED', {
    values: { platform: nameOf(credential.platform), reason: credential.health_reason || credential.health },
  })
}

function refreshFailed(credential: Credential, note: string): ServiceError {
  return new ServiceError('UPSTREAM_UNAVAILABLE', {
    values: { platform: nameOf(credential.platform) },
    retryAfterSeconds: 30,
    note: `refresh of ${credential.id}: ${note}`,
  })
}

type SealedTokens = Pick<
  CredentialTable,
  | 'access_token'
  | 'refresh_token'
  | 'access_expires_at'
  | 'refresh_expires_at'
  | 'data_access_expires_at'
  | 'issued_at'
  | 'scopes'
>

export function sealTokens(
  vault: Vault,
  { id, workspace_id }: Pick<Credential, 'id' | 'workspace_id'>,
  tokens: Tokens,
): SealedTokens {
  const cell = (column: string) => ({ workspaceId: workspace_id, table: 'credentials' as const, id, column })
  return {
    access_token: vault.seal(cell('access_token'), tokens.accessToken),
    refresh_token: vault.seal(cell('refresh_token'), tokens.refreshToken),
    access_expires_at: tokens.accessExpiresAt,
    refresh_expires_at: tokens.refreshExpiresAt,
    data_access_expires_at: tokens.dataAccessExpiresAt,
    issued_at: tokens.issuedAt,
    scopes: tokens.scopes.join(' '),
  }
}

export function openTokens(vault: Vault, credential: Credential): Tokens {
  const { id, workspace_id } = credential
  const cell = (column: string) => ({ workspaceId: workspace_id, table: 'credentials' as const, id, column })
  return {
    accessToken: vault.open(cell('access_token'), credential.access_token),
    refreshToken: vault.open(cell('refresh_token'), credential.refresh_token),
    accessExpiresAt: credential.access_expires_at,
    refreshExpiresAt: credential.refresh_expires_at,
    dataAccessExpiresAt: credential.data_access_expires_at,
    issuedAt: credential.issued_at,
    scopes: credential.scopes.split(' '),
  }
}
