/** Work that is done over and over: rounds never overlap, none begins after the stop, and stopping waits for the last. */
export class Rounds {
  readonly #round: () => Promise<void>
  #running: Promise<void> | undefined
  #stopped = false

  /** A round says itself what becomes of its failures; it never throws. */
  constructor(round: () => Promise<void>) {
    this.#round = round
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /** The round under way, or a new one. */
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
