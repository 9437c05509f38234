// Limits the rate and the concurrency of each user, key and workspace, and the concurrency of the whole
// process.

import { Counts } from '../base/counts.ts'
import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Store } from '../store/tables.ts'
import { type Allowances, type KeyLimits, OwnAllowances } from './allowances.ts'
import type { Allowance } from './buckets.ts'
import { SharedAllowances } from './sharedAllowances.ts'
import { WorkspaceTurns } from './workspaceTurns.ts'

export interface Limits extends KeyLimits {
  /**
   * The default rate of a workspace, as a multiple of a key's rate. Keys that the operator created can raise
   * it.
   */
  readonly workspaceKeys: number
  /** The maximum number of requests of all keys in flight. Beyond that, the process is overloaded. */
  readonly inFlight: number
}

/** The subject of the limits: a key, by the ID of its chain, and its workspace. */
export interface Asker {
  readonly line: string
  readonly workspaceId: string
  readonly ratedKeys: number
}

/** This many extra requests are admitted for urgent operations when all regular slots are taken. */
const placesForUrgent = 16

/** The status of the limit with the fewest requests left. */
export interface Remaining extends Allowance {
  readonly limit: 'key' | 'workspace'
  /** The `RateLimit-Policy` header: a burst of q within w seconds. */
  readonly policy: string
}

/** Requests in flight are limited per key and process, not per workspace. */
const anyPlaces = 1_000_000_000

export interface Admission {
  readonly remaining: Remaining
  /** Called once the body is read. Refuses a request that would take the slots of other users. */
  begin(userId: string | undefined): void
  /** Must be called when the request ends. */
  leave(): void
}

export class Limiter {
  readonly #limits: Limits
  readonly #allowances: Allowances
  /** The limiters of workspaces, by their rate as a multiple of a key's rate. */
  readonly #ofWorkspaces = new Map<number, Allowances>()
  readonly #makeAllowances: (limits: KeyLimits, inUse: (name: string) => number) => Allowances
  readonly #isShared: boolean
  readonly #workspaces: WorkspaceTurns
  /** By key: requests whose body is not read yet, so that their user is unknown. */
  readonly #arriving = new Counts()
  /** By key: requests in progress. */
  readonly #running = new Counts()
  /** Requests in progress, by key and user. */
  readonly #runningOfUser = new Counts()
  #total = 0

  /** Processes on the same store count together. Without a store, the process counts alone. */
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
    // If other processes have the remaining slots, a request needs its slot on arrival: none may be free
    // later.
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

  /**
   * A user whose calls hang takes at most as many slots as stay free, so other users of the key always find
   * some.
   */
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

  /** Whether another workspace sends more than twice as many requests. */
  takesLittle(workspaceId: string): boolean {
    return this.#workspaces.takesLittle(workspaceId)
  }

  /** The status of the scarcer limit, for refused requests. */
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

  /** Returns unused quota to other processes. */
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

/** Keys and workspaces share one table. */
function nameOf({ workspaceId }: Asker): string {
  return `workspace/${workspaceId}`
}

function tooFast(seconds: number, note: string): ServiceError {
  return new ServiceError('RATE_LIMITED', { values: { seconds }, retryAfterSeconds: seconds, note })
}
