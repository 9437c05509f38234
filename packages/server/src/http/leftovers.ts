// What is left of a body when its request was answered already: read on for a moment, because a client that is busy
// sending has not read its answer yet, and a connection that is closed under it takes the answer along.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../base/runtime.ts'

/** Beyond this nothing more is read, and the connection ends. */
export const mostLeftoverBytes = 1024 * 1024
/** As long as a client may take to notice its answer. */
export const leftoverMs = 1000

export class Leftovers {
  readonly #runtime: Runtime
  readonly #ends = new Set<() => void>()
  #isOver = false

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Whether the client announced more than will be read. */
  areTooLarge(request: IncomingMessage): boolean {
    return !request.complete && Number(request.headers['content-length'] ?? 0) > mostLeftoverBytes
  }

  /** A body in chunks does not say how large it is. What is announced and small is read to its end by Node. */
  mayBeTooLarge(request: IncomingMessage): boolean {
    if (request.complete) return false
    return request.headers['transfer-encoding'] !== undefined || this.areTooLarge(request)
  }

  /** Reads on within the bounds, then ends the answer; and with it the connection, if there was more. */
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
    // Whoever began to read has given up.
    request.removeAllListeners('data')
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      // The rest waits at the client's: it notices the answer, or runs out of time.
      if (left < 0) request.pause()
    })
    request.resume()
    if (this.#isOver) end()
    else void this.#runtime.sleep(leftoverMs).then(end)
  }

  /** Nobody is waited for any more, now or later. */
  endAll(): void {
    this.#isOver = true
    for (const end of this.#ends) end()
  }
}
