// Work that must be done in the order in which it was asked for, by what it is about.

export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Begins when everything that was asked for before under the same name has ended, in whichever way. */
  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name)
    }
  }
}
