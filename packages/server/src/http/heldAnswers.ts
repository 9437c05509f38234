// Delays refusals of anonymous clients that send too fast. A client that retries as soon as it gets a
// response then costs the process next to nothing, instead of all remaining capacity.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Runtime } from '../base/runtime.ts'

/** At most the time that the refusal tells the client to wait. */
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
   * Sends the response after a delay, for one request per connection at a time. Pipelined requests queue
   * behind it anyway, and Node stops reading from a connection with a long queue.
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
