// Polls the leads of every connection. Each poll overlaps the previous one, so that no lead
// is missed. Notifications from platforms only make a poll happen sooner.

import { type Platform, platforms } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import { Flights } from '../base/flights.ts'
import { inPieces } from '../base/pieces.ts'
import { Rounds } from '../base/rounds.ts'
import { severalAtOnce } from '../base/severalAtOnce.ts'
import { beginningOfEarlier, beginOther, missingLeads } from '../linking/beginLeads.ts'
import type { MissingBeside } from '../linking/keptBeside.ts'
import { hurrySome } from '../store/besideConnections.ts'
import {
  dueSources,
  findSource,
  finishReading,
  hurrySubject,
  type LeadSource,
  leaseSource,
  renewSource,
  type SourceHold,
  updateHeldSource,
} from '../store/leadSources.ts'
import { keepLeads, NotHeld } from './keep.ts'
import type { LeadParts } from './leadParts.ts'
import { needsPerson } from './needsPerson.ts'
import { readings } from './readings.ts'
import type { LeadReading } from './readLead.ts'

export const readLeadsEveryMs = 5000
/** The limit applies per platform. Most of the time is spent waiting for the platform. */
const connectionsAtOnce = 4
const leaseMs = 30_000
const renewEveryMs = 10_000
/** In the last minutes, a lead may appear after later ones. */
const unsettledMs = 5 * 60_000
/** A problem that only the user can fix is not retried every few minutes. */
const blockedMs = 60 * 60_000

export class LeadReader {
  readonly #parts: LeadParts
  readonly #rounds = new Rounds(() =>
    this.#round().catch((error) => this.#parts.linking.log.error('leads.poll_failed', error)),
  )
  readonly #passing = new Rounds(() =>
    this.#passOn().catch((error) => this.#parts.linking.log.error('leads.schedule_failed', error)),
  )
  readonly #flights = new Flights()
  readonly #missing: MissingBeside
  /**
   * A write of this process created leads for these sources. The key has the workspace, user and platform.
   */
  readonly #created = new Map<string, () => Promise<void>>()
  #isHurrying = false

  constructor(parts: LeadParts) {
    this.#parts = parts
    this.#missing = missingLeads(parts.linking)
  }

  /** Reads all due sources. */
  round(): Promise<void> {
    return this.#parts.linking.readsLeads ? this.#rounds.run() : Promise.resolve()
  }

  /** Polls soon, even if the running poll has already passed a source that just became due. */
  hurry(): void {
    if (this.#isHurrying) return
    this.#isHurrying = true
    void this.round().then(() => {
      this.#isHurrying = false
      return this.round()
    })
  }

  /**
   * Schedules a read after a write created leads. If the process dies
   * first, the next regular poll finds the leads.
   */
  readSoon(workspaceId: string, userId: string, platform: Platform): void {
    const { store, readsLeads } = this.#parts.linking
    if (!readsLeads) return
    this.#created.set(`${workspaceId} ${userId} ${platform}`, async () => {
      const source = await findSource(store.db, workspaceId, userId, platform)
      if (source) await hurrySubject(store.db, platform, source.subject)
    })
  }

  /** Makes requested sources due. Any process with lead reading then reads them. */
  passOn(): Promise<void> {
    return this.#passing.run()
  }

  async #passOn(): Promise<void> {
    for (const [whose, makeDue] of this.#created) {
      this.#created.delete(whose)
      await makeDue()
    }
  }

  /** Polls after a clock jump. Sources that are due too far in the future become due at once. */
  async roundAfterTurn(): Promise<void> {
    const { store, times, runtime } = this.#parts.linking
    for (const platform of platforms) {
      const latest = times[platform]() + readings[platform].everyMs
      await inPieces(runtime.rest, (most) => hurrySome(store.db, 'lead_sources', platform, latest, most))
    }
    await this.round()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#rounds.stop(), this.#passing.stop()])
  }

  async #round(): Promise<void> {
    const { linking } = this.#parts
    const { runtime, store, times } = linking
    const isOver = () => this.#rounds.isStopped
    await this.#missing.begin(isOver)
    await this.#passOn()
    const readSome = async (platform: Platform, most: number) => {
      const due = await dueSources(store.db, store.clock, platform, times[platform](), most)
      await severalAtOnce(runtime, due, connectionsAtOnce, isOver, (source) => this.read(source))
      return due.length
    }
    // Platforms are polled in parallel, so that a slow one does not delay the others.
    await Promise.all(
      platforms.map((platform) => inPieces(runtime.rest, (most) => readSome(platform, most), isOver)),
    )
  }

  /** Reads one source completely. Concurrent calls for the same source share one read. */
  async read(source: LeadSource): Promise<void> {
    await this.#flights.share(source.id, () => this.#readAlone(source))
  }

  /** Does nothing while another process has the lease. Errors are recorded in the source's row. */
  async #readAlone({ id }: LeadSource): Promise<void> {
    const { store, runtime } = this.#parts.linking
    const hold = { id, lease_owner: runtime.randomBytes(12).toString('hex') }
    // The user may have linked another page or account since the
    // source became due. The leased row is current.
    const held = await leaseSource(store.db, store.clock, hold, leaseMs)
    if (!held) return
    let renewal: Promise<unknown> = Promise.resolve()
    const stop = runtime.every(renewEveryMs, () => {
      // A failed renewal does no harm: every write checks the lease first.
      renewal = renewSource(store.db, store.clock, hold, leaseMs).catch(() => {})
    })
    try {
      await this.#readHeld(await this.#begun(held, hold), hold)
    } catch (error) {
      if (!(error instanceof NotHeld)) await this.#noteProblem(held, hold, error)
    } finally {
      stop()
      await renewal
      await updateHeldSource(store.db, hold, { lease_owner: '', lease_until: 0 }).catch(() => {})
    }
  }

  /**
   * Adds the event range to a source from an earlier release, or to
   * one that such a release gave another subject.
   */
  async #begun(source: LeadSource, hold: SourceHold): Promise<LeadSource> {
    if (source.events_subject === source.subject) return source
    const { linking } = this.#parts
    const beginning = await beginningOfEarlier(linking, source)
    if (!(await updateHeldSource(linking.store.db, hold, beginning))) throw new NotHeld()
    return { ...source, ...beginning }
  }

  async #readHeld(source: LeadSource, hold: SourceHold): Promise<void> {
    const { linking, accounts } = this.#parts
    const { workspace_id, user_id, platform } = source
    const now = linking.times[platform]()
    const { connector } = await accounts.connect(workspace_id, user_id, platform)
    // The table's entry for a platform matches the platform's connector.
    const reading = readings[platform] as LeadReading<typeof connector>
    if (reading.subjectOf(connector) !== source.subject) return await beginOther(linking, source)
    // A notification from now on resets this time, and the source is read again.
    const begun = now + leaseMs
    if (!(await updateHeldSource(linking.store.db, hold, { look_at: begun }))) throw new NotHeld()
    const address = `${linking.publicUrl}/hooks/${platform}`
    const { told_address: earlier } = source
    const told =
      (source.told === 1 && earlier === address) ||
      (await this.#subscribe(() => reading.subscribe?.(connector, address, earlier)))
    const found = await reading.since(connector, Math.max(0, source.read_until - reading.overlapMs), now)
    const kept = await keepLeads(
      this.#parts,
      source,
      hold,
      found,
      now,
      async () => await reading.formNames?.(connector),
    )
    // The position never moves back, even if the clock does.
    const read_until = Math.max(source.read_until, now - unsettledMs)
    const isHeld = await finishReading(linking.store.db, hold, begun, now + reading.everyMs, {
      told: Number(told),
      ...(told ? { told_address: address } : {}),
      read_at: now,
      read_until,
      resume_from: Math.max(source.resume_from, read_until - reading.overlapMs),
      problem: '',
      error: '',
    })
    if (isHeld && kept > 0) linking.log.info('leads.read', { platform, leads: kept })
  }

  /**
   * Returns whether the platform sends notifications of leads.
   * Without them, leads arrive a few minutes later.
   */
  async #subscribe(subscribe: () => Promise<void> | undefined): Promise<boolean> {
    const { publicUrl, sandboxed, log } = this.#parts.linking
    if (!publicUrl.startsWith('https://') && sandboxed.length === 0) return false
    try {
      await subscribe()
      return true
    } catch (error) {
      log.info('leads.subscribe_failed', { code: codeOf(error) })
      return false
    }
  }

  async #noteProblem(source: LeadSource, hold: SourceHold, error: unknown): Promise<void> {
    const { store, times, log } = this.#parts.linking
    const problem = codeOf(error)
    const waitMs = needsPerson(error) ? blockedMs : readings[source.platform].everyMs
    if (problem === 'INTERNAL') log.error('leads.connection_failed', error)
    const text = error instanceof ServiceError ? error.message : ''
    await updateHeldSource(store.db, hold, {
      problem,
      error: text,
      look_at: times[source.platform]() + waitMs,
    })
  }
}

function codeOf(error: unknown): string {
  return error instanceof ServiceError ? error.code : 'INTERNAL'
}
