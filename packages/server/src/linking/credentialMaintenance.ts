// Background maintenance of credentials: refreshes before expiry, health
// checks, expiry warnings, and the deletion of old links.

import { type Platform, platforms } from '@adrail/contract'
import { inBatches } from '../concurrency/inBatches.ts'
import { Poller } from '../concurrency/poller.ts'
import { toLinkPlatform } from '../platforms/connector-kit/platformNames.ts'
import {
  type Credential,
  findCredential,
  listDueCredentials,
  postponeCredential,
  wakeCredentials,
} from '../store/credentials.ts'
import { pruneLinks } from '../store/links.ts'
import { getConsentExpiry } from './connectionHealth.ts'
import {
  checkEveryMs,
  computeNextCheckAt,
  findExpiryWarningDays,
  findUnannouncedExpiry,
  getMaintenanceAction,
  needsConsent,
} from './credentialSchedule.ts'
import { resumeDeletions } from './dataDeletion.ts'
import { emitExpiryWarning } from './healthChanges.ts'
import { type LinkingDeps, platformNow } from './linking.ts'
import { retireOrphans } from './orphans.ts'
import type { RetirementDeps } from './retireCredential.ts'
import type { TokenRefresher } from './tokenRefresher.ts'

const linkRetentionMs = 7 * 24 * 60 * 60 * 1000

/** The event about an idle connection that stopped working is emitted within a minute. */
export const maintenanceEveryMs = 30_000

type MaintenanceDeps = RetirementDeps & Pick<LinkingDeps, 'runtime' | 'times'>

export class CredentialMaintenance {
  readonly #linking: MaintenanceDeps
  readonly #refresher: TokenRefresher
  /** The value is the warning threshold, in days, that was last logged for a credential. */
  readonly #loggedThresholds = new Map<string, number>()
  readonly #poller = new Poller(() =>
    this.#poll().catch((error) => this.#linking.log.error('linking.upkeep_failed', error)),
  )

  constructor(linking: MaintenanceDeps, refresher: TokenRefresher) {
    this.#linking = linking
    this.#refresher = refresher
  }

  /** Runs maintenance once for the credentials that are due. */
  poll(): Promise<void> {
    return this.#poller.run()
  }

  /**
   * Runs maintenance after a clock jump. No due time may stay farther
   * away than one check interval from the new time.
   */
  async pollAfterClockJump(): Promise<void> {
    const { store, runtime, times } = this.#linking
    const isStopped = () => this.#poller.isStopped
    for (const platform of platforms) {
      const latest = times[platform]() + checkEveryMs
      await inBatches(
        runtime.yieldInBackground,
        (limit) => wakeCredentials(store.db, platform, latest, limit),
        isStopped,
      )
    }
    await this.poll()
  }

  /** Resolves when the credential in progress is finished. */
  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #poll(): Promise<void> {
    const { store, runtime, times } = this.#linking
    const isStopped = () => this.#poller.isStopped
    for (const platform of platforms)
      await inBatches(runtime.yieldInBackground, (limit) => this.#maintainBatch(platform, limit), isStopped)
    await retireOrphans(this.#linking)
    await resumeDeletions(this.#linking)
    // The slowest platform clock decides, so that no link is deleted too early.
    const cutoff = Math.min(...platforms.map((platform) => times[platform]())) - linkRetentionMs
    await inBatches(runtime.yieldInBackground, (limit) => pruneLinks(store.db, cutoff, limit), isStopped)
  }

  async #maintainBatch(platform: Platform, limit: number): Promise<number> {
    const { store, runtime, times } = this.#linking
    const due = await listDueCredentials(store.db, platform, times[platform](), limit)
    for (const credential of due) {
      if (this.#poller.isStopped) break
      // Only the process that postpones the next check does the work.
      if (await postponeCredential(store.db, credential, computeNextCheckAt(credential, times[platform]())))
        await this.#maintain(credential)
      await runtime.yieldInBackground()
    }
    return due.length
  }

  async #maintain(credential: Credential): Promise<void> {
    const { log, store } = this.#linking
    const action = getMaintenanceAction(credential, platformNow(this.#linking, credential))
    try {
      if (action === 'refresh') await this.#refresher.refreshEarly(credential)
      if (action === 'inspect') await this.#refresher.inspect(credential)
      // The maintenance may have postponed the expiry.
      const current = action === 'nothing' ? credential : await findCredential(store.db, credential.id)
      if (current) await this.#emitExpiryWarning(current)
    } catch (error) {
      // A failing credential must not delay the others.
      log.info('linking.credential_upkeep_failed', {
        credentialId: credential.id,
        note: (error as Error).message,
      })
    }
    this.#logExpiryWarning(credential)
  }

  async #emitExpiryWarning(credential: Credential): Promise<void> {
    const { store, runtime } = this.#linking
    const now = platformNow(this.#linking, credential)
    const expiresAt = findUnannouncedExpiry(credential, now)
    if (expiresAt === undefined) return
    const expiry = {
      at: expiresAt,
      nextCheckAt: computeNextCheckAt({ ...credential, end_told: expiresAt }, now),
    }
    await store.db
      .transaction()
      .execute((transaction) => emitExpiryWarning(transaction, runtime, credential, expiry))
  }

  /** Logs a warning for operators once per threshold. Callers receive an event instead. */
  #logExpiryWarning(credential: Credential): void {
    const { log } = this.#linking
    const { id, platform, workspace_id } = credential
    const days = needsConsent(credential)
      ? undefined
      : findExpiryWarningDays(getConsentExpiry(credential), platformNow(this.#linking, credential))
    if (days === undefined) this.#loggedThresholds.delete(id)
    else if (this.#loggedThresholds.get(id) !== days) {
      this.#loggedThresholds.set(id, days)
      log.info('linking.credential_expiring', {
        credentialId: id,
        workspaceId: workspace_id,
        platform: toLinkPlatform(platform),
        days,
      })
    }
  }
}
