// Delays refusals of anonymous clients that send too fast. A client that retries as soon as it gets a
// response then costs the process next to nothing, instead of all remaining capacity.

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Runtime } from '../runtime/runtime.ts'

/** At most the time in the `retry-after` header of the refusal. */
const delayMs = 1000

export class DelayedResponses {
  readonly #runtime: Runtime
  readonly #isDraining: () => boolean
  readonly #delayedSockets = new WeakSet<Socket>()

  constructor(runtime: Runtime, isDraining: () => boolean) {
    this.#runtime = runtime
    this.#isDraining = isDraining
  }

  /**
   * Sends the response after a delay, for one request per connection at a time. Pipelined requests queue
   * behind it anyway, and Node stops reading from a connection with a long queue.
   */
  delay({ socket }: IncomingMessage, send: () => void): void {
    if (this.#delayedSockets.has(socket) || this.#isDraining()) send()
    else void this.#sendLater(socket, send)
  }

  async #sendLater(socket: Socket, send: () => void): Promise<void> {
    this.#delayedSockets.add(socket)
    await this.#runtime.pause(delayMs)
    this.#delayedSockets.delete(socket)
    send()
  }
}
