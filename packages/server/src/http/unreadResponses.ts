// Responses that their clients have not read yet. A response stays in memory after its request has ended.
// Each client therefore has a timeout for the next bytes, and all responses together have a limit.

import type { ServerResponse } from 'node:http'

/** Smaller responses fit into the buffers of the connection, which have their own limits. */
const minTrackedBytes = 64 * 1024
/** A streamed response is not buffered as bytes, but its source data is. */
const streamSourceBytes = 1024 * 1024
export const maxUnreadBytes = 64 * 1024 * 1024

export class UnreadResponses {
  readonly #timeoutMs: number
  /** By response, the oldest first. */
  readonly #bytesByResponse = new Map<ServerResponse, number>()
  #bytes = 0

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** Called for every response that was sent as a whole. */
  trackSent(response: ServerResponse): void {
    const { writableLength = 0 } = response.socket ?? {}
    if (writableLength > minTrackedBytes) this.#track(response, writableLength)
  }

  /** Called for every streamed response. */
  trackStream(response: ServerResponse): void {
    this.#track(response, streamSourceBytes)
  }

  #track(response: ServerResponse, bytes: number): void {
    this.#bytesByResponse.set(response, bytes)
    this.#bytes += bytes
    const release = () => this.#release(response)
    response.once('finish', release).once('close', release)
    // Node checks whether bytes were read since its last check, so a client is cut off up to twice as late,
    // never sooner.
    response.setTimeout(this.#timeoutMs, () => response.destroy())
    for (const oldest of this.#bytesByResponse.keys()) {
      if (this.#bytes <= maxUnreadBytes) break
      this.#release(oldest)
      oldest.destroy()
    }
  }

  #release(response: ServerResponse): void {
    this.#bytes -= this.#bytesByResponse.get(response) ?? 0
    this.#bytesByResponse.delete(response)
  }
}
