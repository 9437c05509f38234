// Closes the server so that every request that was sent gets a response, or its connection is refused. No
// request is cut off.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Runtime } from '../runtime/runtime.ts'
import type { UnreadBodies } from './unreadBodies.ts'

export interface ShutdownGrace {
  /** How long requests are accepted without a response before the server stops listening. */
  readonly holdMs: number
  /** After this time, open connections are cut: a stalled client cannot keep the process alive. */
  readonly cutAfterMs: number
}

/** If clients keep connecting, requests wait at most this long. On a busy machine, one second was too short. */
const maxHoldMs = 5000

export async function closeServer(
  server: Server,
  unreadBodies: UnreadBodies,
  runtime: Runtime,
  grace?: ShutdownGrace,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  if (grace) {
    // Closing the listener resets the connections in the accept queue. While no request gets a response, no
    // client sends another one, so that soon all connections are accepted.
    const hold = holdRequests(server)
    // A connection without a request yet shows that clients are slow, so others may still be about to connect.
    const lastCheckAt = runtime.monotonic() + maxHoldMs
    let connectionsBefore: number
    do {
      connectionsBefore = hold.connectionCount()
      await runtime.sleep(grace.holdMs)
      // The event loop accepts the queue right before it runs this callback.
      await new Promise((resolve) => setImmediate(resolve))
    } while (
      (hold.connectionCount() > connectionsBefore || hold.silentCount() > 0) &&
      runtime.monotonic() < lastCheckAt
    )
    server.close()
    hold.release()
    void runtime.sleep(grace.cutAfterMs).then(() => server.closeAllConnections())
  } else server.close()
  unreadBodies.finishAll()
  await closed
}

interface RequestHold {
  /** The number of connections accepted since the hold began. */
  connectionCount(): number
  /** The number of those connections without a request yet. */
  silentCount(): number
  release(): void
}

/** Holds all requests back until they are released. */
function holdRequests(server: Server): RequestHold {
  // Node types the listeners of all events alike. Listeners of "request" take a request and a response.
  const listeners = server.listeners('request') as RequestListener[]
  const heldRequests: [IncomingMessage, ServerResponse][] = []
  const silentSockets = new Set<Socket>()
  let connectionCount = 0
  const onConnection = (socket: Socket) => {
    connectionCount++
    silentSockets.add(socket)
    socket.once('close', () => silentSockets.delete(socket))
  }
  server.on('connection', onConnection)
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    silentSockets.delete(request.socket)
    heldRequests.push([request, response])
  })
  return {
    connectionCount: () => connectionCount,
    silentCount: () => silentSockets.size,
    release() {
      server.off('connection', onConnection)
      server.removeAllListeners('request')
      for (const listener of listeners) server.on('request', listener)
      for (const [request, response] of heldRequests) server.emit('request', request, response)
    },
  }
}
