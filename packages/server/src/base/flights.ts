// Singleflight: identical calls that run at the same time share one execution and its result.

/**
 * An entry drops its promise when the call ends. V8 keeps the old backing store of a grown map, with
 * everything it references, until a full garbage collection. Large results would force such collections again
 * and again.
 */
interface Flight {
  answer: Promise<unknown> | undefined
}

export class Flights {
  readonly #underWay = new Map<string, Flight>()

  /**
   * Joins the call in flight under this key, or starts one. `isCurrent` turns false once the key was
   * invalidated, so that the call can drop a stale result.
   */
  share<Value>(name: string, ask: (isShared: () => boolean) => Promise<Value>): Promise<Value> {
    const running = this.#underWay.get(name)?.answer
    // All calls under one key are of one kind, so the result has the caller's type.
    if (running) return running as Promise<Value>
    const flight: Flight = { answer: undefined }
    const isShared = () => this.#underWay.get(name) === flight
    const answer = ask(isShared).finally(() => {
      flight.answer = undefined
      if (isShared()) this.#underWay.delete(name)
    })
    flight.answer = answer
    this.#underWay.set(name, flight)
    return answer
  }

  /** Calls in flight finish for those that wait. Later calls under this key start anew. */
  forget(name: string): void {
    this.#underWay.delete(name)
  }

  /** Resolves when all calls in flight at this moment have ended, with or without an error. */
  async settle(): Promise<void> {
    await Promise.allSettled([...this.#underWay.values()].map(({ answer }) => answer))
  }
}
