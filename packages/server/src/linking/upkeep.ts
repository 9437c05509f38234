// Background maintenance of credentials: refreshes before expiry, health
// checks, expiry warnings, and the deletion of old links.

import { type Platform, platforms } from '@adrail/contract'
import { inPieces } from '../base/pieces.ts'
import { Rounds } from '../base/rounds.ts'
import { nameOf } from '../platforms/kit/names.ts'
import {
  type Credential,
  dueCredentials,
  findCredential,
  lookAgain,
  putOffLook,
} from '../store/credentials.ts'
import { deleteLinksBefore } from '../store/links.ts'
import { endOf } from './connectionHealth.ts'
import { settleDeletions } from './deletion.ts'
import { endsWithinDays, endToTell, isDead, lookAgainAt, lookEveryMs, upkeepOf } from './due.ts'
import { tellEnd } from './healthChanges.ts'
import { type Linking, timeAt } from './linking.ts'
import { retireOrphans } from './orphans.ts'
import type { TokenKeeper } from './tokenKeeper.ts'

const keepLinksMs = 7 * 24 * 60 * 60 * 1000

/** The event about an idle connection that stopped working is emitted within a minute. */
export const upkeepEveryMs = 30_000

export class Upkeep {
  readonly #linking: Linking
  readonly #keeper: TokenKeeper
  /** The value is the warning threshold, in days, that was last logged for a credential. */
  readonly #warned = new Map<string, number>()
  readonly #rounds = new Rounds(() =>
    this.#round().catch((error) => this.#linking.log.error('linking.upkeep_failed', error)),
  )

  constructor(linking: Linking, keeper: TokenKeeper) {
    this.#linking = linking
    this.#keeper = keeper
  }

  /** Runs maintenance once for the credentials that are due. */
  round(): Promise<void> {
    return this.#rounds.run()
  }

  /**
   * Runs maintenance after a clock jump. No due time may stay farther
   * away than one check interval from the new time.
   */
  async roundAfterTurn(): Promise<void> {
    const { store, runtime, times } = this.#linking
    const isOver = () => this.#rounds.isStopped
    for (const platform of platforms) {
      const latest = times[platform]() + lookEveryMs
      await inPieces(runtime.rest, (most) => lookAgain(store.db, platform, latest, most), isOver)
    }
    await this.round()
  }

  /** Resolves when the credential in progress is finished. */
  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  async #round(): Promise<void> {
    const { store, runtime, times } = this.#linking
    const isOver = () => this.#rounds.isStopped
    for (const platform of platforms)
      await inPieces(runtime.rest, (most) => this.#keepSome(platform, most), isOver)
    await retireOrphans(this.#linking)
    await settleDeletions(this.#linking)
    // The slowest platform clock decides, so that no link is deleted too early.
    const endedBefore = Math.min(...platforms.map((platform) => times[platform]())) - keepLinksMs
    await inPieces(runtime.rest, (most) => deleteLinksBefore(store.db, endedBefore, most), isOver)
  }

  async #keepSome(platform: Platform, most: number): Promise<number> {
    const { store, runtime, times } = this.#linking
    const due = await dueCredentials(store.db, platform, times[platform](), most)
    for (const credential of due) {
      if (this.#rounds.isStopped) break
      // Only the process that postpones the next check does the work.
      if (await putOffLook(store.db, credential, lookAgainAt(credential, times[platform]())))
        await this.#keep(credential)
      await runtime.rest()
    }
    return due.length
  }

  async #keep(credential: Credential): Promise<void> {
    const { log, store } = this.#linking
    const wanted = upkeepOf(credential, timeAt(this.#linking, credential))
    try {
      if (wanted === 'refresh') await this.#keeper.renew(credential)
      if (wanted === 'inspect') await this.#keeper.inspect(credential)
      // The maintenance may have postponed the expiry.
      const current = wanted === 'nothing' ? credential : await findCredential(store.db, credential.id)
      if (current) await this.#tellEnd(current)
    } catch (error) {
      // A failing credential must not delay the others.
      log.info('linking.credential_upkeep_failed', {
        credentialId: credential.id,
        note: (error as Error).message,
      })
    }
    this.#warn(credential)
  }

  async #tellEnd(credential: Credential): Promise<void> {
    const { store, runtime } = this.#linking
    const now = timeAt(this.#linking, credential)
    const at = endToTell(credential, now)
    if (at === undefined) return
    const ends = { at, lookAgainAt: lookAgainAt({ ...credential, end_told: at }, now) }
    await store.db.transaction().execute((transaction) => tellEnd(transaction, runtime, credential, ends))
  }

  /** Logs a warning for operators once per threshold. Callers receive an event instead. */
  #warn(credential: Credential): void {
    const { log } = this.#linking
    const { id, platform, workspace_id } = credential
    const days = isDead(credential)
      ? undefined
      : endsWithinDays(endOf(credential), timeAt(this.#linking, credential))
    if (days === undefined) this.#warned.delete(id)
    else if (this.#warned.get(id) !== days) {
      this.#warned.set(id, days)
      log.info('linking.credential_expiring', {
        credentialId: id,
        workspaceId: workspace_id,
        platform: nameOf(platform),
        days,
      })
    }
  }
}
