// Refusals of those who ask too fast and whom no key tells apart: they are told a moment later. Whoever asks again as soon
// as it is answered then costs the process next to nothing, instead of all that others leave of it.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Runtime } from '../base/runtime.ts'

/** No longer than they are told to wait. */
const heldMs = 1000

export class HeldAnswers {
  readonly #runtime: Runtime
  readonly #isDraining: () => boolean
  readonly #holding = new WeakSet<Socket>()

  constructor(runtime: Runtime, isDraining: () => boolean) {
    this.#runtime = runtime
    this.#isDraining = isDraining
  }

  /**
   * Answers later. One answer is held for each connection: what was asked behind it without waiting lines up there anyway,
   * and Node reads no more of a connection where too much does.
   */
  hold({ socket }: IncomingMessage, answer: () => void): void {
    if (this.#holding.has(socket) || this.#isDraining()) answer()
    else void this.#answerLater(socket, answer)
  }

  async #answerLater(socket: Socket, answer: () => void): Promise<void> {
    this.#holding.add(socket)
    await this.#runtime.pause(heldMs)
    this.#holding.delete(socket)
    answer()
  }
}
