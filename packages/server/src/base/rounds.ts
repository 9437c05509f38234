/** Repeats work. Runs never overlap, no run starts after `stop`, and `stop` waits for the last run. */
export class Rounds {
  readonly #round: () => Promise<void>
  #running: Promise<void> | undefined
  #stopped = false

  /** The callback handles its own failures and never throws. */
  constructor(round: () => Promise<void>) {
    this.#round = round
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /** Returns the run in progress, or starts one. */
  run(): Promise<void> {
    if (this.#stopped) return this.#running ?? Promise.resolve()
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }
}
