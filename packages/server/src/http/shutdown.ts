// Closes the server such that every request sent to it is answered, or its connection refused; none is cut off.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../base/runtime.ts'

export interface Grace {
  /** How long requests are taken in without being answered before the door closes. */
  readonly holdMs: number
  /** After this time connections that are still open are cut: a client that stalls cannot keep the process alive. */
  readonly cutAfterMs: number
}

export async function closeServer(server: FastifyInstance, runtime: Runtime, grace?: Grace): Promise<void> {
  if (grace) {
    // Closing the door resets the connections that wait in front of it. While nobody is answered nobody comes back for
    // more, so that soon all of them are inside.
    const release = holdRequests(server.server)
    await runtime.sleep(grace.holdMs)
    server.server.close()
    release()
    void runtime.sleep(grace.cutAfterMs).then(() => server.server.closeAllConnections())
  }
  await server.close()
}

/** Keeps requests waiting until the returned function is called. */
function holdRequests(server: Server): () => void {
  // Node types listeners of all events alike; those of "request" take a request.
  const listeners = server.listeners('request') as RequestListener[]
  const held: [IncomingMessage, ServerResponse][] = []
  server.removeAllListeners('request')
  server.on('request', (request, response) => held.push([request, response]))
  return () => {
    server.removeAllListeners('request')
    for (const listener of listeners) server.on('request', listener)
    for (const [request, response] of held) server.emit('request', request, response)
  }
}
