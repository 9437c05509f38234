// Singleflight: identical calls that run at the same time share one execution and its result.

/**
 * An entry drops its promise when the call ends. V8 keeps the old backing store of a grown map, with
 * everything it references, until a full garbage collection. Large results would force such collections again
 * and again.
 */
interface InFlightCall {
  result: Promise<unknown> | undefined
}

export class Singleflight {
  readonly #inFlight = new Map<string, InFlightCall>()

  /**
   * Joins the call in flight under this key, or starts one. `isCurrent` turns false once the key was
   * invalidated, so that the call can drop a stale result.
   */
  run<Value>(key: string, call: (isCurrent: () => boolean) => Promise<Value>): Promise<Value> {
    const running = this.#inFlight.get(key)?.result
    // All calls under one key are of one kind, so the result has the caller's type.
    if (running) return running as Promise<Value>
    const entry: InFlightCall = { result: undefined }
    const isCurrent = () => this.#inFlight.get(key) === entry
    const result = call(isCurrent).finally(() => {
      entry.result = undefined
      if (isCurrent()) this.#inFlight.delete(key)
    })
    entry.result = result
    this.#inFlight.set(key, entry)
    return result
  }

  /** Calls in flight finish for those that wait. Later calls under this key start anew. */
  invalidate(key: string): void {
    this.#inFlight.delete(key)
  }

  /** Resolves when all calls in flight at this moment have ended, with or without an error. */
  async drain(): Promise<void> {
    await Promise.allSettled([...this.#inFlight.values()].map(({ result }) => result))
  }
}
