// Notices that somebody turned the sandbox's clock, or put another world in its place, and has everything looked at that
// may have ended by that.

import type { Log } from '../base/log.ts'
import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import type { SandboxWorld } from '../platforms/kit/platformTimes.ts'

/** What happened to the sandbox's world: its clock jumped, or another world stands there. */
export type Turn = 'forward' | 'back' | 'anew'

export type OnTurn = (turn: Turn) => Promise<void>

export const watchWorldEveryMs = 1000
/** Less than that is how clocks go and answers take their time. */
const jumpMs = 30_000
/** How often a turn is told in all, a look later each time, while somebody who is told of it fails. */
const tellings = 10

export class WorldWatch {
  readonly #world: SandboxWorld
  readonly #runtime: Runtime
  readonly #first: OnTurn[] = []
  readonly #afterwards: OnTurn[] = []
  readonly #rounds: Rounds
  #last: Reading
  /** The turn of which not everybody has heard yet, and how often it is still told. */
  #owed: { readonly turn: Turn; readonly tellings: number } | undefined

  constructor(world: SandboxWorld, runtime: Runtime, log: Log) {
    this.#world = world
    this.#runtime = runtime
    this.#last = this.#read()
    this.#rounds = new Rounds(() =>
      this.#look().catch((error) => log.error('linking.clock_jump_failed', error)),
    )
  }

  /** Those who came first are told first, one after the other. */
  tell(listener: OnTurn): void {
    this.#first.push(listener)
  }

  /** For whoever reads at the platforms: once all links are looked at, lest it wait for those that have died. */
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

  /** Whoever is told works at the sandbox, and fails when that is turned once more meanwhile. So it is told again. */
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
  // A sandbox that could not be asked so far has no world to lose.
  if (before.id !== '' && before.id !== after.id) return 'anew'
  const passedMs = after.now - before.now
  if (passedMs < -jumpMs) return 'back'
  return passedMs > after.at - before.at + jumpMs ? 'forward' : undefined
}
