// Identical questions that are under way at the same moment are asked once and answered to everybody.

export class Flights {
  readonly #underWay = new Map<string, Promise<unknown>>()

  /** The question is given a way to learn whether its answer is still wanted: nobody has made it forget its name. */
  share<Value>(name: string, ask: (isShared: () => boolean) => Promise<Value>): Promise<Value> {
    const running = this.#underWay.get(name)
    // Under one name there is one kind of question, so the answer has the asker's type.
    if (running) return running as Promise<Value>
    const isShared = () => this.#underWay.get(name) === started
    const started: Promise<Value> = ask(isShared).finally(() => {
      if (isShared()) this.#underWay.delete(name)
    })
    this.#underWay.set(name, started)
    return started
  }

  /** What is under way goes on for those who wait for it; whoever asks from now on asks anew. */
  forget(name: string): void {
    this.#underWay.delete(name)
  }

  /** Resolves when everything that is under way now has ended, well or not. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#underWay.values())
  }
}
