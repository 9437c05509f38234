// Polls the campaigns and metrics of every connected ad account, so that
// queries across accounts need no platform calls.

import { type Platform, platforms } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import { inPieces } from '../base/pieces.ts'
import { Rounds } from '../base/rounds.ts'
import { severalAtOnce } from '../base/severalAtOnce.ts'
import { beginMirror, missingMirrors } from '../linking/beginMirror.ts'
import { deleteEnded, type MissingBeside } from '../linking/keptBeside.ts'
import { hurrySome } from '../store/besideConnections.ts'
import { deleteCampaignsOf } from '../store/mirrorCampaigns.ts'
import { deleteDaysOf } from '../store/mirrorDays.ts'
import { dueMirrors, hurryMirror, type Mirror, updateHeldMirror } from '../store/mirrors.ts'
import { keepCampaigns } from './keepCampaigns.ts'
import { keepFigures } from './keepFigures.ts'
import {
  longestMs,
  lookAfterProblem,
  mostOfQuota,
  nextLook,
  patienceMs,
  wantsFigures,
} from './lookSchedule.ts'
import { type MirrorParts, NotHeld } from './mirrorParts.ts'
import { readFigures } from './readFigures.ts'

export const lookAtAccountsEveryMs = 5000
const accountsAtOnce = 4

export class MirrorReader {
  readonly #parts: MirrorParts
  readonly #rounds = new Rounds(() =>
    this.#round().catch((error) => this.#parts.linking.log.error('mirror.poll_failed', error)),
  )
  readonly #passing = new Rounds(() =>
    this.#passOn().catch((error) => this.#parts.linking.log.error('mirror.schedule_failed', error)),
  )
  /** This process just changed these accounts. The key has the workspace, user and platform. */
  readonly #changed = new Map<string, () => Promise<void>>()
  readonly #missing: MissingBeside

  constructor(parts: MirrorParts) {
    this.#parts = parts
    this.#missing = missingMirrors(parts.linking)
  }

  /** Polls the due accounts, and deletes the data of ended mirrors. */
  round(): Promise<void> {
    return this.#rounds.run()
  }

  /** Schedules a poll after a write. If the process dies first, the next regular poll sees the change. */
  lookSoon(workspaceId: string, userId: string, platform: Platform): void {
    const { linking, isOn } = this.#parts
    if (!isOn) return
    const hurry = () => hurryMirror(linking.store.db, workspaceId, userId, platform)
    this.#changed.set(`${workspaceId} ${userId} ${platform}`, hurry)
  }

  /** Polls after a clock jump. Accounts that are due too far in the future become due at once. */
  async roundAfterTurn(): Promise<void> {
    const { store, times, runtime } = this.#parts.linking
    for (const platform of platforms) {
      const latest = times[platform]() + longestMs
      await inPieces(runtime.rest, (most) => hurrySome(store.db, 'mirrors', platform, latest, most))
    }
    await this.round()
  }

  /** Makes changed accounts due. Any process that polls accounts then polls them. */
  passOn(): Promise<void> {
    return this.#passing.run()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#rounds.stop(), this.#passing.stop()])
  }

  async #passOn(): Promise<void> {
    for (const [whose, hurry] of this.#changed) {
      this.#changed.delete(whose)
      await hurry()
    }
  }

  async #round(): Promise<void> {
    const { linking, isOn } = this.#parts
    const isOver = () => this.#rounds.isStopped
    const { db } = linking.store
    await deleteEnded(
      linking,
      'mirrors',
      isOver,
      (id, most) => deleteDaysOf(db, id, undefined, most),
      (id, most) => deleteCampaignsOf(db, id, undefined, most),
    )
    if (!isOn) return
    await this.#missing.begin(isOver)
    await this.#passOn()
    // Platforms are polled in parallel, so that a slow one does not delay the others.
    await Promise.all(
      platforms.map((platform) =>
        inPieces(linking.runtime.rest, (most) => this.#lookAtSome(platform, most), isOver),
      ),
    )
  }

  async #lookAtSome(platform: Platform, most: number): Promise<number> {
    const { linking, quotaUsed } = this.#parts
    const isEnough = () => this.#rounds.isStopped || quotaUsed(platform) >= mostOfQuota
    if (isEnough()) return 0
    const due = await dueMirrors(linking.store.db, platform, linking.times[platform](), most)
    await severalAtOnce(linking.runtime, due, accountsAtOnce, isEnough, (mirror) => this.#look(mirror))
    return isEnough() ? 0 : due.length
  }

  /** Does nothing while another process polls the account. Errors are recorded in the mirror's row. */
  async #look(mirror: Mirror): Promise<void> {
    const { store, times, metrics } = this.#parts.linking
    const held = { ...mirror, look_at: times[mirror.platform]() + patienceMs }
    if (!(await updateHeldMirror(store.db, mirror, { look_at: held.look_at }))) return
    try {
      await this.#lookHeld(held)
      metrics.count('accountLooks', mirror.platform, 'seen')
    } catch (error) {
      if (error instanceof NotHeld) return
      metrics.count('accountLooks', mirror.platform, 'failed')
      await this.#noteProblem(held, error)
    }
  }

  async #lookHeld(held: Mirror): Promise<void> {
    const { linking, accounts } = this.#parts
    const { workspace_id, user_id, platform } = held
    const now = linking.times[platform]()
    const { connector } = await accounts.connect(workspace_id, user_id, platform)
    const { account } = connector
    // An earlier release linked another account. It did not know this table.
    if (account.id !== held.account_id) return await beginMirror(linking, linking.store.db, held, account.id)
    const campaigns = await connector.campaignStates()
    await keepCampaigns(this.#parts, held, account, campaigns, now)
    const isRunning = campaigns.some(({ status }) => status === 'ACTIVE')
    if (wantsFigures(held, now, isRunning)) {
      const figures = await readFigures(held, connector, now, linking.runtime)
      if (figures) await keepFigures(this.#parts, held, figures, now)
    }
    await updateHeldMirror(linking.store.db, held, { look_at: nextLook(now, isRunning) })
  }

  async #noteProblem(held: Mirror, error: unknown): Promise<void> {
    const { store, times, log } = this.#parts.linking
    const problem = error instanceof ServiceError ? error.code : 'INTERNAL'
    if (problem === 'INTERNAL') log.error('mirror.account_failed', error)
    const isForPeople = error instanceof ServiceError && error.status < 500
    const retryAfterMs = error instanceof ServiceError ? (error.details.retryAfterSeconds ?? 0) * 1000 : 0
    const look_at = lookAfterProblem(times[held.platform](), isForPeople, retryAfterMs)
    await updateHeldMirror(store.db, held, { problem, look_at })
  }
}
