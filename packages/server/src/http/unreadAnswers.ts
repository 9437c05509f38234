// Answers that their clients have not read. They are held until they are, long after the request has left its place: so a
// client has only so long to take the next bytes, and all that is held together has a bound.

import type { ServerResponse } from 'node:http'

/** What is smaller lies in the buffers of the connection; those have bounds of their own. */
const smallBytes = 64 * 1024
/** An answer that is written down as it is read is not held as bytes, but what it is written from is. */
const writtenFromBytes = 1024 * 1024
export const mostUnreadBytes = 64 * 1024 * 1024

export class UnreadAnswers {
  readonly #patienceMs: number
  /** Those that have waited for the longest first. */
  readonly #held = new Map<ServerResponse, number>()
  #bytes = 0

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  /** Is told of every answer that was sent as a whole. */
  sent(response: ServerResponse): void {
    const { writableLength = 0 } = response.socket ?? {}
    if (writableLength > smallBytes) this.#hold(response, writableLength)
  }

  /** Is told of every answer that is written down as it is read. */
  sending(response: ServerResponse): void {
    this.#hold(response, writtenFromBytes)
  }

  #hold(response: ServerResponse, bytes: number): void {
    this.#held.set(response, bytes)
    this.#bytes += bytes
    const letGo = () => this.#letGo(response)
    response.once('finish', letGo).once('close', letGo)
    // Node looks whether anything was taken since its last look: nobody is sent away sooner, but up to twice as late.
    response.setTimeout(this.#patienceMs, () => response.destroy())
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= mostUnreadBytes) break
      this.#letGo(oldest)
      oldest.destroy()
    }
  }

  #letGo(response: ServerResponse): void {
    this.#bytes -= this.#held.get(response) ?? 0
    this.#held.delete(response)
  }
}
