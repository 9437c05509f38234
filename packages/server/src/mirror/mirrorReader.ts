// Polls the campaigns and metrics of every connected ad account, so that
// queries across accounts need no platform calls.

import { type Platform, platforms } from '@adrail/contract'
import { inBatches } from '../concurrency/inBatches.ts'
import { mapConcurrent } from '../concurrency/mapConcurrent.ts'
import { Poller } from '../concurrency/poller.ts'
import { type ConnectionRowBackfill, deleteEndedRows } from '../linking/connectionRows.ts'
import { createMirrorBackfill, startMirror } from '../linking/startMirror.ts'
import { ServiceError } from '../runtime/errors.ts'
import { wakeConnectionRows } from '../store/connectionOwnedRows.ts'
import { deleteMirrorCampaigns } from '../store/mirrorCampaigns.ts'
import { deleteMirrorDays } from '../store/mirrorDays.ts'
import { listDueMirrors, type Mirror, updateLeasedMirror, wakeMirror } from '../store/mirrors.ts'
import { type MirrorDeps, MirrorLeaseLost } from './mirrorDeps.ts'
import {
  isMetricsDue,
  maxMirrorPollMs,
  maxQuotaShare,
  mirrorLeaseMs,
  nextPollAt,
  retryAtAfterProblem,
} from './mirrorSchedule.ts'
import { readMetrics } from './readMetrics.ts'
import { storeCampaigns } from './saveCampaigns.ts'
import { storeMetrics } from './saveMetrics.ts'

export const pollAccountsEveryMs = 5000
const maxConcurrentPolls = 4

export class MirrorReader {
  readonly #deps: MirrorDeps
  readonly #poller = new Poller(() =>
    this.#pollAll().catch((error) => this.#deps.linking.log.error('mirror.poll_failed', error)),
  )
  readonly #duePoller = new Poller(() =>
    this.#markDue().catch((error) => this.#deps.linking.log.error('mirror.schedule_failed', error)),
  )
  /** This process just changed these accounts. The key has the workspace, user and platform. */
  readonly #requestedPolls = new Map<string, () => Promise<void>>()
  readonly #backfill: ConnectionRowBackfill

  constructor(deps: MirrorDeps) {
    this.#deps = deps
    this.#backfill = createMirrorBackfill(deps.linking)
  }

  /** Polls the due accounts, and deletes the data of ended mirrors. */
  poll(): Promise<void> {
    return this.#poller.run()
  }

  /** Schedules a poll after a write. If the process dies first, the next regular poll sees the change. */
  requestPoll(workspaceId: string, userId: string, platform: Platform): void {
    const { linking, isEnabled } = this.#deps
    if (!isEnabled) return
    const wake = () => wakeMirror(linking.store.db, workspaceId, userId, platform)
    this.#requestedPolls.set(`${workspaceId} ${userId} ${platform}`, wake)
  }

  /** Polls after a clock jump. Accounts that are due too far in the future become due at once. */
  async pollAfterClockJump(): Promise<void> {
    const { store, times, runtime } = this.#deps.linking
    for (const platform of platforms) {
      const latest = times[platform]() + maxMirrorPollMs
      await inBatches(runtime.yieldInBackground, (limit) =>
        wakeConnectionRows(store.db, 'mirrors', platform, latest, limit),
      )
    }
    await this.poll()
  }

  /** Makes changed accounts due. Any process that polls accounts then polls them. */
  markDue(): Promise<void> {
    return this.#duePoller.run()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#poller.stop(), this.#duePoller.stop()])
  }

  async #markDue(): Promise<void> {
    for (const [key, wake] of this.#requestedPolls) {
      this.#requestedPolls.delete(key)
      await wake()
    }
  }

  async #pollAll(): Promise<void> {
    const { linking, isEnabled } = this.#deps
    const isStopped = () => this.#poller.isStopped
    const { db } = linking.store
    await deleteEndedRows(
      linking,
      'mirrors',
      isStopped,
      (id, limit) => deleteMirrorDays(db, id, undefined, limit),
      (id, limit) => deleteMirrorCampaigns(db, id, undefined, limit),
    )
    if (!isEnabled) return
    await this.#backfill.run(isStopped)
    await this.#markDue()
    // Platforms are polled in parallel, so that a slow one does not delay the others.
    await Promise.all(
      platforms.map((platform) =>
        inBatches(linking.runtime.yieldInBackground, (limit) => this.#pollBatch(platform, limit), isStopped),
      ),
    )
  }

  async #pollBatch(platform: Platform, limit: number): Promise<number> {
    const { linking, getUsedQuotaShare } = this.#deps
    const isExhausted = () => this.#poller.isStopped || getUsedQuotaShare(platform) >= maxQuotaShare
    if (isExhausted()) return 0
    const due = await listDueMirrors(linking.store.db, platform, linking.times[platform](), limit)
    await mapConcurrent(linking.runtime, due, maxConcurrentPolls, isExhausted, (mirror) => this.#poll(mirror))
    return isExhausted() ? 0 : due.length
  }

  /** Does nothing while another process polls the account. Errors are recorded in the mirror's row. */
  async #poll(mirror: Mirror): Promise<void> {
    const { store, times, metrics } = this.#deps.linking
    const leased = { ...mirror, look_at: times[mirror.platform]() + mirrorLeaseMs }
    if (!(await updateLeasedMirror(store.db, mirror, { look_at: leased.look_at }))) return
    try {
      await this.#pollLeased(leased)
      metrics.count('accountLooks', mirror.platform, 'seen')
    } catch (error) {
      if (error instanceof MirrorLeaseLost) return
      metrics.count('accountLooks', mirror.platform, 'failed')
      await this.#recordProblem(leased, error)
    }
  }

  async #pollLeased(mirror: Mirror): Promise<void> {
    const { linking, accounts } = this.#deps
    const { workspace_id, user_id, platform } = mirror
    const now = linking.times[platform]()
    const { connector } = await accounts.connect(workspace_id, user_id, platform)
    const { account } = connector
    // An earlier release linked another account. It did not know this table.
    if (account.id !== mirror.account_id)
      return await startMirror(linking, linking.store.db, mirror, account.id)
    const campaigns = await connector.campaignStates()
    await storeCampaigns(this.#deps, mirror, account, campaigns, now)
    const isRunning = campaigns.some(({ status }) => status === 'ACTIVE')
    if (isMetricsDue(mirror, now, isRunning)) {
      const metrics = await readMetrics(mirror, connector, now, linking.runtime)
      if (metrics) await storeMetrics(this.#deps, mirror, metrics, now)
    }
    await updateLeasedMirror(linking.store.db, mirror, { look_at: nextPollAt(now, isRunning) })
  }

  async #recordProblem(mirror: Mirror, error: unknown): Promise<void> {
    const { store, times, log } = this.#deps.linking
    const problem = error instanceof ServiceError ? error.code : 'INTERNAL'
    if (problem === 'INTERNAL') log.error('mirror.account_failed', error)
    const isUserActionNeeded = error instanceof ServiceError && error.status < 500
    const retryAfterMs = error instanceof ServiceError ? (error.details.retryAfterSeconds ?? 0) * 1000 : 0
    const look_at = retryAtAfterProblem(times[mirror.platform](), isUserActionNeeded, retryAfterMs)
    await updateLeasedMirror(store.db, mirror, { problem, look_at })
  }
}
