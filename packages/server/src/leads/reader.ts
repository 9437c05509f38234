// Reads the leads of every connection again and again, each time from a while before where it had come to, so that none is
// missed; whatever a platform tells of its own accord only makes it sooner.

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
/** Of each platform: most of the time is spent waiting for it. */
const connectionsAtOnce = 4
const leaseMs = 30_000
const renewEveryMs = 10_000
/** What came within the last minutes may have come beside later ones that are not to be seen yet. */
const unsettledMs = 5 * 60_000
/** What only a person can mend is not tried every few minutes. */
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
  /** Sources whose leads a write of ours created, by whose they are. */
  readonly #created = new Map<string, () => Promise<void>>()
  #isHurrying = false

  constructor(parts: LeadParts) {
    this.#parts = parts
    this.#missing = missingLeads(parts.linking)
  }

  /** Reads what is due. */
  round(): Promise<void> {
    return this.#parts.linking.readsLeads ? this.#rounds.run() : Promise.resolve()
  }

  /** Reads soon what was just made due, also when a round is under way that has passed it already. */
  hurry(): void {
    if (this.#isHurrying) return
    this.#isHurrying = true
    void this.round().then(() => {
      this.#isHurrying = false
      return this.round()
    })
  }

  /** A write of ours created leads. If the process dies before the next round, the next reading by the clock finds them. */
  readSoon(workspaceId: string, userId: string, platform: Platform): void {
    const { store, readsLeads } = this.#parts.linking
    if (!readsLeads) return
    this.#created.set(`${workspaceId} ${userId} ${platform}`, async () => {
      const source = await findSource(store.db, workspaceId, userId, platform)
      if (source) await hurrySubject(store.db, platform, source.subject)
    })
  }

  /** Makes sources due whose leads were created here, for whichever process reads them. */
  passOn(): Promise<void> {
    return this.#passing.run()
  }

  async #passOn(): Promise<void> {
    for (const [whose, makeDue] of this.#created) {
      this.#created.delete(whose)
      await makeDue()
    }
  }

  /** After a clock was turned nothing waits for a time of before. */
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
    // Platforms beside each other: one that is slow keeps the others from nothing.
    await Promise.all(
      platforms.map((platform) => inPieces(runtime.rest, (most) => readSome(platform, most), isOver)),
    )
  }

  /** Reads one source to its end, once for all who ask meanwhile. */
  async read(source: LeadSource): Promise<void> {
    await this.#flights.share(source.id, () => this.#readAlone(source))
  }

  /** Unless another process does. What goes wrong is written down with the source. */
  async #readAlone({ id }: LeadSource): Promise<void> {
    const { store, runtime } = this.#parts.linking
    const hold = { id, lease_owner: runtime.randomBytes(12).toString('hex') }
    // Another page or account may have been linked since it was found due: what counts is what is held.
    const held = await leaseSource(store.db, store.clock, hold, leaseMs)
    if (!held) return
    let renewal: Promise<unknown> = Promise.resolve()
    const stop = runtime.every(renewEveryMs, () => {
      // One that fails is no harm: what is written asks for the hold first.
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

  /** A source that an earlier release began, or gave another subject, does not say yet which leads are sent as events. */
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
    // The table's own entry, which is for this platform's connector.
    const reading = readings[platform] as LeadReading<typeof connector>
    if (reading.subjectOf(connector) !== source.subject) return await beginOther(linking, source)
    // Whoever is told of a lead from here on has it read again.
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
    // Never back: a clock may be.
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

  /** Whether the platform tells of leads by itself from now on. Without that they come a few minutes later. */
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
