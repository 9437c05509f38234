// Closes the server such that every request sent to it is answered, or its connection refused; none is cut off.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Runtime } from '../base/runtime.ts'
import type { Leftovers } from './leftovers.ts'

export interface Grace {
  /** How long requests are taken in without being answered before the door closes. */
  readonly holdMs: number
  /** After this time connections that are still open are cut: a client that stalls cannot keep the process alive. */
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
    // Closing the door resets the connections that wait in front of it. While nobody is answered nobody comes back for
    // more, so that soon all of them are inside.
    const hold = holdRequests(server)
    // Whoever still comes, or came in and has not asked yet, because machines are busy, is waited for; but not for ever.
    let seen: number
    let looks = 0
    do {
      seen = hold.arrived()
      await runtime.sleep(grace.holdMs)
    } while (++looks < mostLooks && (hold.arrived() > seen || hold.silent() > 0))
    // Directly after a look at the door, so that nobody has had time to come up to it.
    await new Promise((resolve) => setImmediate(resolve))
    server.close()
    hold.release()
    void runtime.sleep(grace.cutAfterMs).then(() => server.closeAllConnections())
  } else server.close()
  leftovers.endAll()
  await closed
}

interface Hold {
  /** How many connections were made since. */
  arrived(): number
  /** How many connections were made since, on which nothing was asked yet. */
  silent(): number
  release(): void
}

/** Keeps requests waiting until they are released. */
function holdRequests(server: Server): Hold {
  // Node types listeners of all events alike; those of "request" take a request.
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
