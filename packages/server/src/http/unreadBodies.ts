// Reads the rest of a body for a moment after its response was sent. A client that is still sending has not
// read its response yet, and would lose the response if the connection was closed.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../runtime/runtime.ts'

/** Beyond this, the server stops reading, and the connection ends. */
export const maxUnreadBodyBytes = 1024 * 1024
/** The time that a client has to notice its response. */
export const unreadBodyMs = 1000

export class UnreadBodies {
  readonly #runtime: Runtime
  readonly #finishers = new Set<() => void>()
  #isClosed = false

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Whether the client announced more bytes than the server will read. */
  isTooLarge(request: IncomingMessage): boolean {
    return !request.complete && Number(request.headers['content-length'] ?? 0) > maxUnreadBodyBytes
  }

  /** A chunked body announces no size. Node automatically reads a small announced body to its end. */
  mayBeTooLarge(request: IncomingMessage): boolean {
    if (request.complete) return false
    return request.headers['transfer-encoding'] !== undefined || this.isTooLarge(request)
  }

  /** Reads on within the limits, then ends the response. Closes the connection if the body continues. */
  drainBody(request: IncomingMessage, response: ServerResponse): void {
    let remainingBytes = maxUnreadBodyBytes
    const finish = () => {
      if (!this.#finishers.delete(finish)) return
      response.end()
      if (!request.complete) request.socket.destroySoon()
    }
    this.#finishers.add(finish)
    request.once('end', finish)
    request.once('close', finish)
    // The reader of the body has given up.
    request.removeAllListeners('data')
    request.on('data', (chunk: Buffer) => {
      remainingBytes -= chunk.length
      // The remaining bytes stay at the client, which notices the response or times out.
      if (remainingBytes < 0) request.pause()
    })
    request.resume()
    if (this.#isClosed) finish()
    else void this.#runtime.sleep(unreadBodyMs).then(finish)
  }

  /** Stops waiting for all clients, now and later. */
  finishAll(): void {
    this.#isClosed = true
    for (const finish of this.#finishers) finish()
  }
}
