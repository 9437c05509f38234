// What was read a moment ago, so that it need not be read again: bounded in time and in number.

import type { Runtime } from '../runtime.ts'

export class Memory<Value> {
  readonly #runtime: Runtime
  readonly #keepMs: number
  readonly #most: number
  readonly #entries = new Map<string, { value: Value; until: number }>()
  /** How often something was forgotten on purpose. */
  #deletions = 0

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

  /** What is remembered; otherwise what is read now, and remembered from now on. */
  async recall(name: string, read: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const remembered = this.get(name)
    if (remembered !== undefined) return remembered
    const deletions = this.#deletions
    const value = await read()
    // Something was deleted while we asked: if it was this, the answer is old already.
    if (value !== undefined && deletions === this.#deletions) this.set(name, value)
    return value
  }

  delete(name: string): void {
    this.#deletions += 1
    this.#entries.delete(name)
  }
}
