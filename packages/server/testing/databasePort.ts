// A PostgreSQL that listens on a Unix socket, made reachable over TCP.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface DatabasePort {
  /** The URL of the same database by way of the port. */
  readonly url: URL
  /** How many connections were accepted. */
  readonly accepted: number
  /** Closes every connection, and refuses new ones. */
  close(): void
}

/** A port of its own on the given address that passes every connection on to the server's socket. */
export async function openDatabasePort(databaseUrl: string, address = '127.0.0.1'): Promise<DatabasePort> {
  const url = new URL(databaseUrl)
  const path = `${url.searchParams.get('host')}/.s.PGSQL.${url.port || 5432}`
  const sockets = new Set<Socket>()
  let accepted = 0
  const server: Server = createServer((clientSocket) => {
    accepted++
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
  // It listens on a port.
  const { port } = server.address() as AddressInfo
  const portUrl = new URL(url)
  portUrl.searchParams.delete('host')
  portUrl.host = `${address}:${port}`
  return {
    url: portUrl,
    get accepted() {
      return accepted
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
