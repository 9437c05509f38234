// Identical questions that are under way at the same moment are asked once and answered to everybody.

/**
 * Lets go of its answer when it ends. The engine keeps what a map has outgrown, and all that lies in there, until it collects
 * garbage from the whole heap; large answers would make it do so again and again.
 */
interface Flight {
  answer: Promise<unknown> | undefined
}

export class Flights {
  readonly #underWay = new Map<string, Flight>()

  /** The question is given a way to learn whether its answer is still wanted: nobody has made it forget its name. */
  share<Value>(name: string, ask: (isShared: () => boolean) => Promise<Value>): Promise<Value> {
    const running = this.#underWay.get(name)?.answer
    // Under one name there is one kind of question, so the answer has the asker's type.
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

  /** What is under way goes on for those who wait for it; whoever asks from now on asks anew. */
  forget(name: string): void {
    this.#underWay.delete(name)
  }

  /** Resolves when everything that is under way now has ended, well or not. */
  async settle(): Promise<void> {
    await Promise.allSettled([...this.#underWay.values()].map(({ answer }) => answer))
  }
}
