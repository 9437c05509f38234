/** Repeats work. Runs never overlap, no run starts after `stop`, and `stop` waits for the last run. */
export class Poller {
  readonly #poll: () => Promise<void>
  #running: Promise<void> | undefined
  #isStopped = false

  /** The callback handles its own failures and never throws. */
  constructor(poll: () => Promise<void>) {
    this.#poll = poll
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Returns the run in progress, or starts one. */
  run(): Promise<void> {
    if (this.#isStopped) return this.#running ?? Promise.resolve()
    this.#running ??= this.#poll().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }
}
