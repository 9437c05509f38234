// Look-ups whose answers are the same for everybody: asked once by all who want them at the same time, and remembered for a
// while; over all processes where several work on one database. What a user may see alone never comes here.

import { createHash } from 'node:crypto'
import { Flights } from '../../base/flights.ts'
import { Memory } from '../../base/memory.ts'
import { inPieces } from '../../base/pieces.ts'
import { Rounds } from '../../base/rounds.ts'
import type { Runtime } from '../../base/runtime.ts'
import {
  boundLookups,
  claimLookup,
  dropLookup,
  findLookup,
  type KeptLookup,
  keepLookup,
  pruneLookups,
} from '../../store/keptLookups.ts'
import type { Store } from '../../store/tables.ts'
import { timeLeftMs } from './deadline.ts'
import { list, type RowKind, type RowOf, type Shape } from './rows.ts'

/** Whoever asks for all processes has so long. */
const askingMs = 30_000
/** The others wait so long for the answer, and then ask as well: whoever was to ask may have died. */
const patienceMs = 10_000
const lookAgainMs = 100
/** Larger ones are remembered by the process that asked, and by no other. */
const mostKeptBytes = 256 * 1024
const mostKept = 5000
export const pruneLookupsEveryMs = 5 * 60_000

export interface LookupKind<Answer> {
  /** Where it is asked, and for what: two kinds that could differ have different names. */
  readonly name: string
  readonly keepMs: number
  /** How many answers a process remembers. */
  readonly most: number
  /** Takes apart what another process, perhaps of another release, has kept; fails when it is something else. */
  read(kept: unknown): Answer
  /** Everybody asks with one account, so that what fails for one fails for all. */
  readonly asksAsOne?: true
}

/** Reads back a list of rows. */
export function rowsOf<Of extends Shape>({ shape }: RowKind<Of>): (kept: unknown) => readonly RowOf<Of>[] {
  return list(shape).accept
}

export class Lookups {
  readonly #runtime: Runtime
  readonly #store: Store | undefined
  readonly #rounds = new Rounds(() => this.#prune())

  /** Without a store, or with one that nobody else uses, a process remembers for itself. */
  constructor(runtime: Runtime, store?: Store) {
    this.#runtime = runtime
    this.#store = store
  }

  of<Answer extends NonNullable<unknown>>(kind: LookupKind<Answer>): Lookup<Answer> {
    return new Lookup(this.#runtime, kind, this.#store)
  }

  /** Forgets what is over, and what is too much. */
  round(): Promise<void> {
    return this.#rounds.run()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  async #prune(): Promise<void> {
    const db = this.#store?.db
    if (!db) return
    const isOver = () => this.#rounds.isStopped
    try {
      await inPieces(this.#runtime.rest, (most) => pruneLookups(db, this.#runtime.now(), most), isOver)
      await inPieces(this.#runtime.rest, (most) => boundLookups(db, mostKept, most), isOver)
    } catch {
      // The next round does it; until then nothing that is over is used.
    }
  }
}

export class Lookup<Answer extends NonNullable<unknown>> {
  readonly #runtime: Runtime
  readonly #kind: LookupKind<Answer>
  readonly #store: Store | undefined
  readonly #known: Memory<{ readonly answer: Answer; readonly until: number }>
  readonly #flights = new Flights()

  constructor(runtime: Runtime, kind: LookupKind<Answer>, store: Store | undefined) {
    this.#runtime = runtime
    this.#kind = kind
    this.#store = store
    this.#known = new Memory(runtime, kind)
  }

  /** What is known; otherwise what is asked now, once for all who want to know meanwhile. Failures are never kept. */
  async recall(
    question: string,
    ask: () => Promise<Answer>,
    isWorthKeeping: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> {
    const known = this.#known.get(question)
    if (known && known.until > this.#runtime.now()) return known.answer
    let isOurs = false
    try {
      return await this.#flights.share(question, () => {
        isOurs = true
        return this.#find(question, ask, isWorthKeeping)
      })
    } catch (error) {
      // What went wrong may be about the account or the time of the one who asked first: the others ask for themselves.
      if (isOurs || this.#kind.asksAsOne || timeLeftMs() <= 0) throw error
      return await ask()
    }
  }

  #know(question: string, answer: Answer, until: number): Answer {
    this.#known.set(question, { answer, until })
    return answer
  }

  async #find(
    question: string,
    ask: () => Promise<Answer>,
    isWorthKeeping: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const nameHash = createHash('sha256').update(`${this.#kind.name}\n${question}`).digest('hex')
    const askedBy = this.#runtime.randomBytes(12).toString('hex')
    // A database that does not answer keeps nobody from asking the platform.
    const found = await this.#lookElsewhere(nameHash, askedBy).catch(() => undefined)
    if (found) return this.#know(question, found.answer, found.until)
    const until = this.#runtime.now() + this.#kind.keepMs
    let text = ''
    try {
      const answer = await ask()
      if (!isWorthKeeping(answer)) return answer
      text = JSON.stringify(answer, withDigits)
      return this.#know(question, answer, until)
    } finally {
      await this.#tell(nameHash, askedBy, { answer: text, keep_until: until })
    }
  }

  /** What another process knows, as soon as it does; nothing when it is ours to ask. */
  async #lookElsewhere(
    nameHash: string,
    askedBy: string,
  ): Promise<{ readonly answer: Answer; readonly until: number } | undefined> {
    const db = this.#store?.db
    if (!db) return undefined
    const patientUntil = this.#runtime.monotonic() + Math.min(patienceMs, timeLeftMs() / 2)
    for (; this.#runtime.monotonic() < patientUntil; await this.#runtime.pause(lookAgainMs)) {
      const now = this.#runtime.now()
      const kept = await findLookup(db, nameHash, now)
      if (kept && kept.answer !== '')
        return { answer: this.#kind.read(JSON.parse(kept.answer)), until: kept.keep_until }
      const claim = { name_hash: nameHash, asked_by: askedBy, keep_until: now + askingMs }
      if (!kept && (await claimLookup(db, claim, now))) return undefined
    }
    return undefined
  }

  /** Tells the other processes what came of it: an answer, or that they may ask. */
  async #tell(nameHash: string, askedBy: string, kept: KeptLookup): Promise<void> {
    const db = this.#store?.db
    if (!db) return
    const isKept = kept.answer !== '' && Buffer.byteLength(kept.answer) <= mostKeptBytes
    const told = isKept ? keepLookup(db, nameHash, askedBy, kept) : dropLookup(db, nameHash, askedBy)
    // What cannot be told ends by itself.
    await told.catch(() => {})
  }
}

/** Amounts and counts that may be too large for a number are read from their digits. */
function withDigits(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
