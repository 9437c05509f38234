// Identical reads that are under way at the same moment are asked once and answered to everybody.

export class Flights {
  readonly #underWay = new Map<string, Promise<unknown>>()

  share<Value>(name: string, ask: () => Promise<Value>): Promise<Value> {
    const running = this.#underWay.get(name)
    // Under one name there is one kind of question, so the answer has the asker's type.
    if (running) return running as Promise<Value>
    const started = ask().finally(() => this.#underWay.delete(name))
    this.#underWay.set(name, started)
    return started
  }
}
