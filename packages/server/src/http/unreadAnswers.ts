// Responses that their clients have not read yet. A response stays in memory after its request has ended.
// Each client therefore has a timeout for the next bytes, and all responses together have a limit.

import type { ServerResponse } from 'node:http'

/** Smaller responses fit into the buffers of the connection, which have their own limits. */
const smallBytes = 64 * 1024
/** A streamed response is not buffered as bytes, but its source data is. */
const writtenFromBytes = 1024 * 1024
export const mostUnreadBytes = 64 * 1024 * 1024

export class UnreadAnswers {
  readonly #patienceMs: number
  /** By response, the oldest first. */
  readonly #held = new Map<ServerResponse, number>()
  #bytes = 0

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  /** Called for every response that was sent as a whole. */
  sent(response: ServerResponse): void {
    const { writableLength = 0 } = response.socket ?? {}
    if (writableLength > smallBytes) this.#hold(response, writableLength)
  }

  /** Called for every streamed response. */
  sending(response: ServerResponse): void {
    this.#hold(response, writtenFromBytes)
  }

  #hold(response: ServerResponse, bytes: number): void {
    this.#held.set(response, bytes)
    this.#bytes += bytes
    const letGo = () => this.#letGo(response)
    response.once('finish', letGo).once('close', letGo)
    // Node checks whether bytes were read since its last check, so a client is cut off up to twice as late,
    // never sooner.
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
