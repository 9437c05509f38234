// Limits the connections of one client, and closes idle connections without a valid API key early.

import type { Server, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { addressBlock, isInBlockList } from '../admission/sourceAddress.ts'
import { NamedCounts } from '../concurrency/namedCounts.ts'

const maxConnections = 4000
/** A quarter of the maximum: no single address can keep everyone else from connecting. */
const maxPerAddress = 1000
/** After a valid key: longer than the minute for which load balancers keep idle connections open. */
const keepAliveMs = 65_000
/** Before the first valid key. A browser that reads documents needs no longer. */
const keepAliveBeforeKeyMs = 5_000

/** https://www.rfc-editor.org/rfc/rfc7239, https://www.rfc-editor.org/rfc/rfc9110#section-7.6.3 */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via']

export class ConnectionLimits {
  readonly #openByAddress = new NamedCounts()
  readonly #proxySockets = new WeakSet<Socket>()
  readonly #proxies: BlockList

  /** The operator's own proxies connect for all their clients, so their connections are not limited. */
  constructor(proxies: BlockList) {
    this.#proxies = proxies
  }

  apply(server: Server): void {
    server.maxConnections = maxConnections
    server.keepAliveTimeout = keepAliveBeforeKeyMs
    server.on('connection', (socket) => {
      const address = socket.remoteAddress ?? ''
      if (isInBlockList(this.#proxies, address)) return this.#proxySockets.add(socket)
      const block = addressBlock(address)
      if (this.#openByAddress.get(block) >= maxPerAddress) return socket.destroy()
      return socket.once('close', this.#openByAddress.increment(block))
    })
  }

  /**
   * Keeps a connection open for longer after a response to a valid key or to a proxy, and announces the time.
   * Without the announcement, a client could send a request at the moment at which the server closes the
   * connection.
   */
  keepAlive(
    response: ServerResponse,
    headers: Record<string, string | number>,
    isAuthenticated: boolean,
  ): void {
    const { socket, headers: requestHeaders } = response.req
    // A proxy that the operator did not name ignores the announcement, and would send a request into a
    // closing connection.
    const isProxied = this.#proxySockets.has(socket) || proxyHeaders.some((name) => name in requestHeaders)
    if (!response.shouldKeepAlive || !(isAuthenticated || isProxied)) return
    // Node adds the Connection header, which announces the end of a connection after its maximum number of
    // requests.
    headers['keep-alive'] = `timeout=${keepAliveMs / 1000}`
    // Node sets its own timeout when the response is finished. This listener runs after that.
    response.once('finish', () => socket.setTimeout(keepAliveMs))
  }
}
