// What was read a moment ago, so that it need not be read again: bounded in time and in number.

import type { Runtime } from './runtime.ts'

export class Memory<Value> {
  readonly #runtime: Runtime
  readonly #keepMs: number
  readonly #most: number
  readonly #entries = new Map<string, { value: Value; until: number }>()
  readonly #reading = new Map<string, Promise<Value | undefined>>()

  constructor(runtime: Runtime, bounds: { readonly keepMs: number; readonly most: number }) {
    this.#runtime = runtime
    this.#keepMs = bounds.keepMs
    this.#most = bounds.most
  }

  get(name: string): Value | undefined {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    if (entry.until > this.#runtime.monotonic()) return entry.value
    this.#entries.delete(name)
    return undefined
  }

  set(name: string, value: Value): void {
    // A map keeps the order of insertion: the first one is the oldest.
    if (this.#entries.size >= this.#most) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    this.#entries.delete(name)
    this.#entries.set(name, { value, until: this.#runtime.monotonic() + this.#keepMs })
  }

  /** What is remembered; otherwise what is read now, once for all who ask meanwhile, and remembered from now on. */
  async recall(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    return this.get(name) ?? (await (this.#reading.get(name) ?? this.#read(name, read)))
  }

  #read(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const reading = read()
      .then((value) => {
        // Unless it was deleted while we asked: then the answer is old already.
        if (value !== undefined && this.#reading.get(name) === reading) this.set(name, value)
        return value
      })
      .finally(() => {
        if (this.#reading.get(name) === reading) this.#reading.delete(name)
      })
    this.#reading.set(name, reading)
    return reading
  }

  delete(name: string): void {
    this.#reading.delete(name)
    this.#entries.delete(name)
  }
}
