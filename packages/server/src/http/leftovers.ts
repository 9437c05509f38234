// Reads the rest of a body for a moment after its response was sent. A client that is still sending has not
// read its response yet, and would lose the response if the connection was closed.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../base/runtime.ts'

/** Beyond this, the server stops reading, and the connection ends. */
export const mostLeftoverBytes = 1024 * 1024
/** The time that a client has to notice its response. */
export const leftoverMs = 1000

export class Leftovers {
  readonly #runtime: Runtime
  readonly #ends = new Set<() => void>()
  #isOver = false

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Whether the client announced more bytes than the server will read. */
  areTooLarge(request: IncomingMessage): boolean {
    return !request.complete && Number(request.headers['content-length'] ?? 0) > mostLeftoverBytes
  }

  /** A chunked body does not announce its size. Node reads a small announced body to its end by itself. */
  mayBeTooLarge(request: IncomingMessage): boolean {
    if (request.complete) return false
    return request.headers['transfer-encoding'] !== undefined || this.areTooLarge(request)
  }

  /** Reads on within the limits, then ends the response. Closes the connection if the body continues. */
  readSome(request: IncomingMessage, response: ServerResponse): void {
    let left = mostLeftoverBytes
    const end = () => {
      if (!this.#ends.delete(end)) return
      response.end()
      if (!request.complete) request.socket.destroySoon()
    }
    this.#ends.add(end)
    request.once('end', end)
    request.once('close', end)
    // The reader of the body has given up.
    request.removeAllListeners('data')
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      // The remaining bytes stay at the client, which notices the response or times out.
      if (left < 0) request.pause()
    })
    request.resume()
    if (this.#isOver) end()
    else void this.#runtime.sleep(leftoverMs).then(end)
  }

  /** Stops waiting for all clients, now and later. */
  endAll(): void {
    this.#isOver = true
    for (const end of this.#ends) end()
  }
}
