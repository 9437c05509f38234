// Polls the leads of every connection. Each poll overlaps the previous one, so that no lead
// is missed. Notifications from platforms only make a poll happen sooner.

import { type Platform, platforms } from '@adrail/contract'
import { inBatches } from '../concurrency/inBatches.ts'
import { mapConcurrent } from '../concurrency/mapConcurrent.ts'
import { Poller } from '../concurrency/poller.ts'
import { Singleflight } from '../concurrency/singleflight.ts'
import type { ConnectionRowBackfill } from '../linking/connectionRows.ts'
import {
  computeLegacyEventRange,
  createLeadSourceBackfill,
  restartLeadSource,
} from '../linking/startLeadSource.ts'
import { definitionOf } from '../platforms/index.ts'
import { ServiceError } from '../runtime/errors.ts'
import { wakeConnectionRows } from '../store/connectionOwnedRows.ts'
import {
  acquireSource,
  findSource,
  finishReading,
  type LeadSource,
  listDueSources,
  releaseSource,
  renewSource,
  type SourceLease,
  updateLeasedSource,
  wakeSubject,
} from '../store/leadSources.ts'
import type { LeadDeps } from './leadDeps.ts'
import { needsUserAction } from './needsUserAction.ts'
import { SourceLeaseLost, storeLeads } from './storeLeads.ts'

export const readLeadsEveryMs = 5000
/** The limit applies per platform. Most of the time is spent waiting for the platform. */
const maxConcurrentReads = 4
const leaseMs = 30_000
const renewEveryMs = 10_000
/** In the last minutes, a lead may appear after later ones. */
const lateArrivalMs = 5 * 60_000
/** A problem that only the user can fix is not retried every few minutes. */
const blockedRetryMs = 60 * 60_000

export class LeadReader {
  readonly #deps: LeadDeps
  readonly #poller = new Poller(() =>
    this.#poll().catch((error) => this.#deps.linking.log.error('leads.poll_failed', error)),
  )
  readonly #duePoller = new Poller(() =>
    this.#markDue().catch((error) => this.#deps.linking.log.error('leads.schedule_failed', error)),
  )
  readonly #singleflight = new Singleflight()
  readonly #backfill: ConnectionRowBackfill
  /**
   * A write of this process created leads for these sources. The key has the workspace, user and platform.
   */
  readonly #requestedReads = new Map<string, () => Promise<void>>()
  #isWaking = false

  constructor(deps: LeadDeps) {
    this.#deps = deps
    this.#backfill = createLeadSourceBackfill(deps.linking)
  }

  /** Reads all due sources. */
  poll(): Promise<void> {
    return this.#deps.linking.readsLeads ? this.#poller.run() : Promise.resolve()
  }

  /** Polls soon, even if the running poll has already passed a source that just became due. */
  wake(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    void this.poll().then(() => {
      this.#isWaking = false
      return this.poll()
    })
  }

  /**
   * Schedules a read after a write created leads. If the process dies
   * first, the next regular poll finds the leads.
   */
  requestRead(workspaceId: string, userId: string, platform: Platform): void {
    const { store, readsLeads } = this.#deps.linking
    if (!readsLeads) return
    this.#requestedReads.set(`${workspaceId} ${userId} ${platform}`, async () => {
      const source = await findSource(store.db, workspaceId, userId, platform)
      if (source) await wakeSubject(store.db, platform, source.subject)
    })
  }

  /** Makes requested sources due. Any process with lead reading then reads them. */
  markDue(): Promise<void> {
    return this.#duePoller.run()
  }

  async #markDue(): Promise<void> {
    for (const [key, makeDue] of this.#requestedReads) {
      this.#requestedReads.delete(key)
      await makeDue()
    }
  }

  /** Polls after a clock jump. Sources that are due too far in the future become due at once. */
  async pollAfterClockJump(): Promise<void> {
    const { store, times, runtime } = this.#deps.linking
    for (const platform of platforms) {
      const latest = times[platform]() + definitionOf(platform).leads.pollEveryMs
      await inBatches(runtime.yieldInBackground, (limit) =>
        wakeConnectionRows(store.db, 'lead_sources', platform, latest, limit),
      )
    }
    await this.poll()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#poller.stop(), this.#duePoller.stop()])
  }

  async #poll(): Promise<void> {
    const { linking } = this.#deps
    const { runtime, store, times } = linking
    const isStopped = () => this.#poller.isStopped
    await this.#backfill.run(isStopped)
    await this.#markDue()
    const readBatch = async (platform: Platform, limit: number) => {
      const due = await listDueSources(store.db, store.clock, platform, times[platform](), limit)
      await mapConcurrent(runtime, due, maxConcurrentReads, isStopped, (source) => this.read(source))
      return due.length
    }
    // Platforms are polled in parallel, so that a slow one does not delay the others.
    await Promise.all(
      platforms.map((platform) =>
        inBatches(runtime.yieldInBackground, (limit) => readBatch(platform, limit), isStopped),
      ),
    )
  }

  /** Reads one source completely. Concurrent calls for the same source share one read. */
  async read(source: LeadSource): Promise<void> {
    await this.#singleflight.run(source.id, () => this.#readWithLease(source))
  }

  /** Does nothing while another process has the lease. Errors are recorded in the source's row. */
  async #readWithLease({ id }: LeadSource): Promise<void> {
    const { store, runtime } = this.#deps.linking
    const lease = { id, lease_owner: runtime.randomBytes(12).toString('hex') }
    // The user may have linked another page or account since the
    // source became due. The leased row is current.
    const source = await acquireSource(store.db, store.clock, lease, leaseMs)
    if (!source) return
    let renewal: Promise<unknown> = Promise.resolve()
    const stop = runtime.every(renewEveryMs, () => {
      // A failed renewal does no harm: every write checks the lease first.
      renewal = renewSource(store.db, store.clock, lease, leaseMs).catch(() => {})
    })
    try {
      await this.#readLeased(await this.#ensureEventRange(source, lease), lease)
    } catch (error) {
      if (!(error instanceof SourceLeaseLost)) await this.#recordProblem(source, lease, error)
    } finally {
      stop()
      await renewal
      await releaseSource(store.db, lease).catch(() => {})
    }
  }

  /**
   * Adds the event range to a source from an earlier release, or to
   * one that such a release gave another subject.
   */
  async #ensureEventRange(source: LeadSource, lease: SourceLease): Promise<LeadSource> {
    if (source.events_subject === source.subject) return source
    const { linking } = this.#deps
    const eventRange = await computeLegacyEventRange(linking, source)
    if (!(await updateLeasedSource(linking.store.db, lease, eventRange))) throw new SourceLeaseLost()
    return { ...source, ...eventRange }
  }

  async #readLeased(source: LeadSource, lease: SourceLease): Promise<void> {
    const { linking, accounts } = this.#deps
    const { workspace_id, user_id, platform } = source
    const now = linking.times[platform]()
    const { connector } = await accounts.connect(workspace_id, user_id, platform)
    const adapter = definitionOf(platform).leads
    if (adapter.getSubject(connector) !== source.subject) return await restartLeadSource(linking, source)
    // A notification from now on resets this time, and the source is read again.
    const provisionalDueAt = now + leaseMs
    if (!(await updateLeasedSource(linking.store.db, lease, { look_at: provisionalDueAt })))
      throw new SourceLeaseLost()
    const address = `${linking.publicUrl}/hooks/${platform}`
    const { told_address: previousAddress } = source
    const isSubscribed =
      (source.told === 1 && previousAddress === address) ||
      (await this.#subscribe(() => adapter.subscribe?.(connector, address, previousAddress)))
    const leads = await adapter.listSince(connector, Math.max(0, source.read_until - adapter.overlapMs), now)
    const storedCount = await storeLeads(
      this.#deps,
      source,
      lease,
      leads,
      now,
      async () => await adapter.loadFormNames?.(connector),
    )
    // The position never moves back, even if the clock does.
    const read_until = Math.max(source.read_until, now - lateArrivalMs)
    const isStillLeased = await finishReading(
      linking.store.db,
      lease,
      provisionalDueAt,
      now + adapter.pollEveryMs,
      {
        told: Number(isSubscribed),
        ...(isSubscribed ? { told_address: address } : {}),
        read_at: now,
        read_until,
        resume_from: Math.max(source.resume_from, read_until - adapter.overlapMs),
        problem: '',
        error: '',
      },
    )
    if (isStillLeased && storedCount > 0) linking.log.info('leads.read', { platform, leads: storedCount })
  }

  /**
   * Returns whether the platform sends notifications of leads.
   * Without them, leads arrive a few minutes later.
   */
  async #subscribe(subscribe: () => Promise<void> | undefined): Promise<boolean> {
    const { publicUrl, sandboxedPlatforms, log } = this.#deps.linking
    if (!publicUrl.startsWith('https://') && sandboxedPlatforms.length === 0) return false
    try {
      await subscribe()
      return true
    } catch (error) {
      log.info('leads.subscribe_failed', { code: toErrorCode(error) })
      return false
    }
  }

  async #recordProblem(source: LeadSource, lease: SourceLease, error: unknown): Promise<void> {
    const { store, times, log } = this.#deps.linking
    const problem = toErrorCode(error)
    const waitMs = needsUserAction(error) ? blockedRetryMs : definitionOf(source.platform).leads.pollEveryMs
    if (problem === 'INTERNAL') log.error('leads.connection_failed', error)
    const text = error instanceof ServiceError ? error.message : ''
    await updateLeasedSource(store.db, lease, {
      problem,
      error: text,
      look_at: times[source.platform]() + waitMs,
    })
  }
}

function toErrorCode(error: unknown): string {
  return error instanceof ServiceError ? error.code : 'INTERNAL'
}
