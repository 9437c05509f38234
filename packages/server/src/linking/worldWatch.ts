// Detects that the sandbox's clock jumped or that its world was replaced, and
// notifies the listeners that have to recheck expiry times.

import type { Log } from '../base/log.ts'
import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import type { SandboxWorld } from '../platforms/kit/platformTimes.ts'

/** `anew` means that another world replaced the sandbox's world. */
export type Turn = 'forward' | 'back' | 'anew'

export type OnTurn = (turn: Turn) => Promise<void>

export const watchWorldEveryMs = 1000
/** Smaller differences come from clock drift and response times. */
const jumpMs = 30_000
/** A change is delivered this often in all, once per poll, while a listener fails. */
const tellings = 10

export class WorldWatch {
  readonly #world: SandboxWorld
  readonly #runtime: Runtime
  readonly #first: OnTurn[] = []
  readonly #afterwards: OnTurn[] = []
  readonly #rounds: Rounds
  #last: Reading
  /** Not every listener has received this change yet. */
  #owed: { readonly turn: Turn; readonly tellings: number } | undefined

  constructor(world: SandboxWorld, runtime: Runtime, log: Log) {
    this.#world = world
    this.#runtime = runtime
    this.#last = this.#read()
    this.#rounds = new Rounds(() =>
      this.#look().catch((error) => log.error('linking.clock_jump_failed', error)),
    )
  }

  /** Listeners run one after the other, in the order of subscription. */
  tell(listener: OnTurn): void {
    this.#first.push(listener)
  }

  /**
   * Late listeners read at the platforms. They run after all credentials were
   * checked, so that they never wait for expired ones.
   */
  tellAfterwards(listener: OnTurn): void {
    this.#afterwards.push(listener)
  }

  round(): Promise<void> {
    return this.#rounds.run()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  async #look(): Promise<void> {
    await this.#world.look()
    const before = this.#last
    this.#last = this.#read()
    const turn = turnBetween(before, this.#last)
    if (turn !== undefined) this.#owed = { turn: this.#owed?.turn === 'anew' ? 'anew' : turn, tellings }
    await this.#tellOwed()
  }

  /**
   * Listeners call the sandbox, and fail when its clock jumps again
   * meanwhile. So a failed delivery is retried.
   */
  async #tellOwed(): Promise<void> {
    if (this.#owed === undefined) return
    const { turn, tellings: left } = this.#owed
    this.#owed = left > 1 ? { turn, tellings: left - 1 } : undefined
    for (const listener of [...this.#first, ...this.#afterwards]) await listener(turn)
    this.#owed = undefined
  }

  #read(): Reading {
    return { now: this.#world.now(), id: this.#world.id(), at: this.#runtime.monotonic() }
  }
}

type Reading = { readonly now: number; readonly id: string; readonly at: number }

function turnBetween(before: Reading, after: Reading): Turn | undefined {
  // A sandbox that has not responded yet has no world to lose.
  if (before.id !== '' && before.id !== after.id) return 'anew'
  const passedMs = after.now - before.now
  if (passedMs < -jumpMs) return 'back'
  return passedMs > after.at - before.at + jumpMs ? 'forward' : undefined
}
