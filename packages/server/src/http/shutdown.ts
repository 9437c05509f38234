// Closes the server so that every request that was sent gets a response, or its connection is refused. No
// request is cut off.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Runtime } from '../base/runtime.ts'
import type { Leftovers } from './leftovers.ts'

export interface Grace {
  /** How long requests are accepted without a response before the server stops listening. */
  readonly holdMs: number
  /** After this time, open connections are cut: a stalled client cannot keep the process alive. */
  readonly cutAfterMs: number
}

const mostLooks = 10

export async function closeServer(
  server: Server,
  leftovers: Leftovers,
  runtime: Runtime,
  grace?: Grace,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  if (grace) {
    // Closing the listener resets the connections in the accept queue. While no request gets a response, no
    // client sends another one, so that soon all connections are accepted.
    const hold = holdRequests(server)
    // On a busy machine, connections may still arrive or send their first request. The server waits for them,
    // but not forever.
    let seen: number
    let looks = 0
    do {
      seen = hold.arrived()
      await runtime.sleep(grace.holdMs)
    } while (++looks < mostLooks && (hold.arrived() > seen || hold.silent() > 0))
    // The event loop has just accepted the queue, so no connection had time to arrive.
    await new Promise((resolve) => setImmediate(resolve))
    server.close()
    hold.release()
    void runtime.sleep(grace.cutAfterMs).then(() => server.closeAllConnections())
  } else server.close()
  leftovers.endAll()
  await closed
}

interface Hold {
  /** The number of connections accepted since the hold began. */
  arrived(): number
  /** The number of those connections without a request yet. */
  silent(): number
  release(): void
}

/** Holds all requests back until they are released. */
function holdRequests(server: Server): Hold {
  // Node types the listeners of all events alike. Listeners of "request" take a request and a response.
  const listeners = server.listeners('request') as RequestListener[]
  const held: [IncomingMessage, ServerResponse][] = []
  const silent = new Set<Socket>()
  let arrived = 0
  const welcome = (socket: Socket) => {
    arrived++
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  }
  server.on('connection', welcome)
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    silent.delete(request.socket)
    held.push([request, response])
  })
  return {
    arrived: () => arrived,
    silent: () => silent.size,
    release() {
      server.off('connection', welcome)
      server.removeAllListeners('request')
      for (const listener of listeners) server.on('request', listener)
      for (const [request, response] of held) server.emit('request', request, response)
    },
  }
}
