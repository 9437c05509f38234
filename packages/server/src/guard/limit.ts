// How much one user, one key, and all keys together may ask for at a time.

import { Counts } from '../base/counts.ts'
import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Store } from '../store/tables.ts'
import { type Allowances, type KeyLimits, OwnAllowances } from './allowances.ts'
import type { Allowance } from './buckets.ts'
import { SharedAllowances } from './sharedAllowances.ts'
import { WorkspaceTurns } from './workspaceTurns.ts'

export interface Limits extends KeyLimits {
  /** Requests of all keys at the same time; beyond it the process is overloaded. */
  readonly inFlight: number
}

/** Who asks: a key, and whose it is. */
export interface Asker {
  readonly keyId: string
  readonly workspaceId: string
}

/** Stay free for what is urgent when all others are taken. */
const placesForUrgent = 16

export interface Admission {
  readonly allowance: Allowance
  /** The body is there, and tells for which user it is, if for one; refuses what would take other users' places. */
  begin(userId: string | undefined): void
  /** Must be called when the request is done. */
  leave(): void
}

export class Limiter {
  /** The `RateLimit-Policy` header: a burst of q within w seconds. */
  readonly policy: string
  readonly #limits: Limits
  readonly #allowances: Allowances
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
    const { burst, requestsPerMinute } = limits
    this.policy = `"key";q=${burst};w=${Math.ceil((burst * 60) / requestsPerMinute)}`
    this.#limits = limits
    this.#workspaces = new WorkspaceTurns(runtime)
    this.#allowances = store
      ? new SharedAllowances({ store, runtime, limits, inUse: (keyId) => this.#inUse(keyId) })
      : new OwnAllowances(runtime, limits)
    this.#isShared = store !== undefined
  }

  async enter({ keyId, workspaceId }: Asker, isUrgent = false): Promise<Admission> {
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
        const asking = this.#allowances.prepare(keyId, this.#inUse(keyId))
        if (!asking) return this.#admit(keyId, leave)
        await asking
      }
    } catch (refused) {
      leave()
      throw refused
    }
  }

  #inUse(keyId: string): number {
    const [arriving, running] = [this.#arriving.of(keyId), this.#running.of(keyId)]
    // Where others have the rest of the places, one is needed from the arrival on: none may be left to run in.
    return this.#isShared ? arriving + running : Math.max(arriving, running)
  }

  #admit(keyId: string, leavePlace: () => void): Admission {
    if (this.#inUse(keyId) >= this.#allowances.places(keyId).here)
      throw tooFast(1, 'too many requests in flight')
    const allowance = this.#allowances.take(keyId)
    if (allowance.waitSeconds > 0) throw tooFast(allowance.waitSeconds, 'rate of the key exceeded')
    let leave = this.#arriving.enter(keyId)
    return {
      allowance,
      begin: (userId) => {
        leave()
        leave = () => {}
        leave = this.#begin(keyId, userId)
      },
      leave: () => {
        leavePlace()
        leave()
      },
    }
  }

  /** A user whose calls hang takes no more places than stay free: the others of the key always find some. */
  #begin(keyId: string, userId: string | undefined): () => void {
    const { elsewhere } = this.#allowances.places(keyId)
    const free = this.#limits.inFlightPerKey - elsewhere - this.#running.of(keyId)
    const name = `${keyId} ${userId}`
    const mine = userId === undefined ? 0 : this.#runningOfUser.of(name)
    if (mine >= free) {
      this.#allowances.giveBack(keyId)
      throw tooFast(
        1,
        userId === undefined ? 'too many requests in flight' : 'too many of one user in flight',
      )
    }
    const leaves = [this.#running.enter(keyId)]
    if (userId !== undefined) leaves.push(this.#runningOfUser.enter(name))
    return () => {
      for (const leave of leaves) leave()
    }
  }

  /** Whether another workspace asks for more than twice as much. */
  takesLittle(workspaceId: string): boolean {
    return this.#workspaces.takesLittle(workspaceId)
  }

  /** What the key has left, for answers to refused requests. */
  remaining(keyId: string): Allowance {
    return this.#allowances.peek(keyId)
  }

  /** Gives back to other processes what this one does not use. */
  round(): Promise<void> {
    return this.#allowances.round()
  }

  stop(): Promise<void> {
    return this.#allowances.stop()
  }
}

function tooFast(seconds: number, note: string): ServiceError {
  return new ServiceError('RATE_LIMITED', { values: { seconds }, retryAfterSeconds: seconds, note })
}
