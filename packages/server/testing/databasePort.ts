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
  const server: Server = createServer((near) => {
    accepted++
    const far = connect(path)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, address)
  await once(server, 'listening')
  // It listens on a port.
  const { port } = server.address() as AddressInfo
  const reached = new URL(url)
  reached.searchParams.delete('host')
  reached.host = `${address}:${port}`
  return {
    url: reached,
    get accepted() {
      return accepted
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
