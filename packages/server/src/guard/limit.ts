// How much one user, one key, one workspace, and all keys together may ask for at a time.

import { Counts } from '../base/counts.ts'
import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Store } from '../store/tables.ts'
import { type Allowances, type KeyLimits, OwnAllowances } from './allowances.ts'
import type { Allowance } from './buckets.ts'
import { SharedAllowances } from './sharedAllowances.ts'
import { WorkspaceTurns } from './workspaceTurns.ts'

export interface Limits extends KeyLimits {
  /** The rate of a workspace, in keys, unless the operator created more of them. */
  readonly workspaceKeys: number
  /** Requests of all keys at the same time; beyond it the process is overloaded. */
  readonly inFlight: number
}

/** Who asks: a key, named by its line, and its workspace. */
export interface Asker {
  readonly line: string
  readonly workspaceId: string
  readonly ratedKeys: number
}

/** Stay free for what is urgent when all others are taken. */
const placesForUrgent = 16

/** What is left of a limit, and which one it is. */
export interface Remaining extends Allowance {
  readonly limit: 'key' | 'workspace'
  /** The `RateLimit-Policy` header: a burst of q within w seconds. */
  readonly policy: string
}

/** Requests in flight are limited by key and by process, not by workspace. */
const anyPlaces = 1_000_000_000

export interface Admission {
  readonly remaining: Remaining
  /** The body is there, and tells for which user it is, if for one; refuses what would take other users' places. */
  begin(userId: string | undefined): void
  /** Must be called when the request is done. */
  leave(): void
}

export class Limiter {
  readonly #limits: Limits
  readonly #allowances: Allowances
  /** Those of workspaces, by how many keys' rates they have. */
  readonly #ofWorkspaces = new Map<number, Allowances>()
  readonly #makeAllowances: (limits: KeyLimits, inUse: (name: string) => number) => Allowances
  readonly #isShared: boolean
  readonly #workspaces: WorkspaceTurns
  /** By key: requests whose body is on its way, so that nobody knows yet for which user they are. */
  readonly #arriving = new Counts()
  /** By key: requests that are being carried out. */
  readonly #running = new Counts()
  /** The same by key and user. */
  readonly #runningOfUser = new Counts()
  #total = 0

  /** A store that several processes use makes them count together; a process without one is alone. */
  constructor(runtime: Runtime, limits: Limits, store?: Store) {
    this.#limits = limits
    this.#workspaces = new WorkspaceTurns(runtime)
    this.#makeAllowances = (limits, inUse) =>
      store ? new SharedAllowances({ store, runtime, limits, inUse }) : new OwnAllowances(runtime, limits)
    this.#allowances = this.#makeAllowances(limits, (line) => this.#inUse(line))
    this.#isShared = store !== undefined
  }

  async enter(asker: Asker, isUrgent = false): Promise<Admission> {
    const { line, workspaceId } = asker
    const free = this.#limits.inFlight - this.#total
    const isFull = !this.#workspaces.mayTake(workspaceId, free)
    if (isFull && !(isUrgent && free > -placesForUrgent))
      throw new ServiceError('OVERLOADED', { retryAfterSeconds: 1 })
    this.#total += 1
    const leavePlace = this.#workspaces.enter(workspaceId)
    const leave = () => {
      this.#total -= 1
      leavePlace()
    }
    try {
      for (;;) {
        const ofKey = this.#allowances.prepare(line, this.#inUse(line))
        const ofWorkspace = this.#ofWorkspace(asker).prepare(nameOf(asker), 0)
        if (!ofKey && !ofWorkspace) return this.#admit(asker, leave)
        await Promise.all([ofKey, ofWorkspace])
      }
    } catch (refused) {
      leave()
      throw refused
    }
  }

  #inUse(line: string): number {
    const [arriving, running] = [this.#arriving.of(line), this.#running.of(line)]
    // Where others have the rest of the places, one is needed from the arrival on: none may be left to run in.
    return this.#isShared ? arriving + running : Math.max(arriving, running)
  }

  #ofWorkspace({ ratedKeys }: Asker): Allowances {
    const keys = this.#keysOf(ratedKeys)
    const known = this.#ofWorkspaces.get(keys)
    if (known) return known
    const { burst, requestsPerMinute } = this.#limits
    const limits = {
      requestsPerMinute: requestsPerMinute * keys,
      burst: burst * keys,
      inFlightPerKey: anyPlaces,
    }
    const made = this.#makeAllowances(limits, () => 0)
    this.#ofWorkspaces.set(keys, made)
    return made
  }

  #keysOf(ratedKeys: number): number {
    return Math.max(this.#limits.workspaceKeys, ratedKeys)
  }

  #admit(asker: Asker, leavePlace: () => void): Admission {
    const { line } = asker
    if (this.#inUse(line) >= this.#allowances.places(line).here)
      throw tooFast(1, 'too many requests in flight')
    const ofKey = this.#allowances.take(line)
    if (ofKey.waitSeconds > 0) throw tooFast(ofKey.waitSeconds, 'rate of the key exceeded')
    const ofWorkspace = this.#ofWorkspace(asker).take(nameOf(asker))
    if (ofWorkspace.waitSeconds > 0) {
      this.#allowances.giveBack(line)
      throw tooFast(ofWorkspace.waitSeconds, 'rate of the workspace exceeded')
    }
    let leave = this.#arriving.enter(line)
    return {
      remaining: this.#scarcer(asker, ofKey, ofWorkspace),
      begin: (userId) => {
        leave()
        leave = () => {}
        leave = this.#begin(asker, userId)
      },
      leave: () => {
        leavePlace()
        leave()
      },
    }
  }

  /** A user whose calls hang takes no more places than stay free: the others of the key always find some. */
  #begin(asker: Asker, userId: string | undefined): () => void {
    const { line } = asker
    const { elsewhere } = this.#allowances.places(line)
    const free = this.#limits.inFlightPerKey - elsewhere - this.#running.of(line)
    const name = `${line} ${userId}`
    const mine = userId === undefined ? 0 : this.#runningOfUser.of(name)
    if (mine >= free) {
      this.#allowances.giveBack(line)
      this.#ofWorkspace(asker).giveBack(nameOf(asker))
      throw tooFast(
        1,
        userId === undefined ? 'too many requests in flight' : 'too many of one user in flight',
      )
    }
    const leaves = [this.#running.enter(line)]
    if (userId !== undefined) leaves.push(this.#runningOfUser.enter(name))
    return () => {
      for (const leave of leaves) leave()
    }
  }

  /** Whether another workspace asks for more than twice as much. */
  takesLittle(workspaceId: string): boolean {
    return this.#workspaces.takesLittle(workspaceId)
  }

  /** What is left of the scarcer limit, for refused requests. */
  remaining(asker: Asker): Remaining {
    const ofWorkspace = this.#ofWorkspace(asker).peek(nameOf(asker))
    return this.#scarcer(asker, this.#allowances.peek(asker.line), ofWorkspace)
  }

  #scarcer({ ratedKeys }: Asker, ofKey: Allowance, ofWorkspace: Allowance): Remaining {
    const limit = ofWorkspace.remaining < ofKey.remaining ? 'workspace' : 'key'
    const { burst, requestsPerMinute } = this.#limits
    const keys = limit === 'key' ? 1 : this.#keysOf(ratedKeys)
    const policy = `"${limit}";q=${burst * keys};w=${Math.ceil((burst * 60) / requestsPerMinute)}`
    return { ...(limit === 'key' ? ofKey : ofWorkspace), limit, policy }
  }

  /** Gives back to other processes what this one does not use. */
  async round(): Promise<void> {
    for (const allowances of this.#all()) await allowances.round()
  }

  async stop(): Promise<void> {
    for (const allowances of this.#all()) await allowances.stop()
  }

  #all(): Allowances[] {
    return [this.#allowances, ...this.#ofWorkspaces.values()]
  }
}

/** Rows of both kinds are in one table. */
function nameOf({ workspaceId }: Asker): string {
  return `workspace/${workspaceId}`
}

function tooFast(seconds: number, note: string): ServiceError {
  return new ServiceError('RATE_LIMITED', { values: { seconds }, retryAfterSeconds: seconds, note })
}
