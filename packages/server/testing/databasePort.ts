// Makes a PostgreSQL server on a Unix socket reachable over TCP.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface DatabasePort {
  /** URL of the database through the port. */
  readonly url: URL
  /** Number of accepted connections. */
  readonly acceptedCount: number
  /** Closes all connections and refuses new ones. */
  close(): void
}

/** Opens a port on the address that forwards every connection to the server's socket. */
export async function openDatabasePort(databaseUrl: string, address = '127.0.0.1'): Promise<DatabasePort> {
  const url = new URL(databaseUrl)
  const path = `${url.searchParams.get('host')}/.s.PGSQL.${url.port || 5432}`
  const sockets = new Set<Socket>()
  let acceptedCount = 0
  const server: Server = createServer((clientSocket) => {
    acceptedCount++
    const databaseSocket = connect(path)
    for (const [source, target] of [
      [clientSocket, databaseSocket],
      [databaseSocket, clientSocket],
    ] as const) {
      sockets.add(source)
      source.on('error', () => target.destroy())
      source.on('close', () => {
        sockets.delete(source)
        target.destroy()
      })
      source.pipe(target)
    }
  }).listen(0, address)
  await once(server, 'listening')
  // The server listens on a TCP port, so the address is an object.
  const { port } = server.address() as AddressInfo
  const portUrl = new URL(url)
  portUrl.searchParams.delete('host')
  portUrl.host = `${address}:${port}`
  return {
    url: portUrl,
    get acceptedCount() {
      return acceptedCount
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
