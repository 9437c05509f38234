import type { Runtime } from '../runtime/runtime.ts'

/** Releases the resources of a service in the reverse order of their acquisition. */
export class Closers {
  readonly #closers: (() => unknown)[] = []

  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** Runs work periodically until the service closes. */
  runEvery(runtime: Runtime, periodMs: number, work: () => unknown): void {
    this.add(runtime.every(periodMs, work))
  }

  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close()
  }
}
