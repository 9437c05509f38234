// How many connections one client may hold, and how long a connection may rest that never brought a valid API key.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { Counts } from '../base/counts.ts'
import { isOneOf, ownerOf } from '../guard/sourceAddress.ts'

const maxConnections = 4000
/** A quarter: no single address can keep everyone else from connecting. */
const maxPerAddress = 1000
const keepAliveMs = 65_000
/** Before the first valid key. A browser that reads documents needs no longer. */
const keepAliveBeforeKeyMs = 5_000

export class ConnectionLimits {
  readonly #open = new Counts()
  readonly #keyed = new WeakSet<Socket>()

  readonly #proxies: BlockList

  /** The operator's own proxies hold the connections of all their clients, so no share limits them. */
  constructor(proxies: BlockList) {
    this.#proxies = proxies
  }

  apply(server: Server): void {
    server.maxConnections = maxConnections
    server.keepAliveTimeout = keepAliveMs
    server.on('connection', (socket) => {
      const address = socket.remoteAddress ?? ''
      if (isOneOf(this.#proxies, address)) return this.#keyed.add(socket)
      const owner = ownerOf(address)
      if (this.#open.of(owner) >= maxPerAddress) return socket.destroy()
      return socket.once('close', this.#open.enter(owner))
    })
  }

  /** The client has shown a valid API key or session on this connection. */
  markKeyed({ socket }: IncomingMessage): void {
    this.#keyed.add(socket)
  }

  /** To be called for each request. Node sets its own time when the response is finished; this follows it. */
  shortenRest({ socket }: IncomingMessage, response: ServerResponse): void {
    if (this.#keyed.has(socket)) return
    response.once('finish', () => {
      if (!this.#keyed.has(socket)) socket.setTimeout(keepAliveBeforeKeyMs)
    })
  }
}
