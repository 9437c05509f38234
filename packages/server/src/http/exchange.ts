// One request with its response, as routes use them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { clientAddress } from '../admission/sourceAddress.ts'
import type { ServiceError } from '../runtime/errors.ts'
import type { ConnectionLimits } from './connectionLimits.ts'
import type { DelayedResponses } from './delayedResponses.ts'
import type { UnreadBodies } from './unreadBodies.ts'
import type { UnreadResponses } from './unreadResponses.ts'

/** Dependencies that all exchanges of a server share. */
export interface ExchangeEnvironment {
  readonly unreadBodies: UnreadBodies
  readonly delayedResponses: DelayedResponses
  readonly unreadResponses: UnreadResponses
  readonly connectionLimits: ConnectionLimits
  /** The operator's own proxies, whose forwarding headers are trusted. */
  readonly trustedProxies: BlockList
  /** True once the process has started to shut down. */
  isDraining(): boolean
  /** Resolves when the next chunk of a large response may be sent, after other work had its turn. */
  yieldToLoop(): Promise<void>
  /** Charges such chunks to the rate of the address, as if each were a request. */
  charge(address: string, chunks: number): void
}

export type ResponseHeaders = Readonly<Record<string, string | number>>

/** Headers that the sender still changes. */
export type MutableHeaders = Record<string, string | number>

/** The API key as the caller sent it. */
export const readApiKeyHeader = (exchange: Exchange): string | undefined => exchange.header('x-api-key')

/** Larger responses are sent in chunks of this size, which the socket copies in about ten microseconds. */
const chunkBytes = 64 * 1024

export class Exchange {
  readonly requestId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The values of the route's named path segments. */
  parameters: Readonly<Record<string, string>> = {}
  #isAuthenticated = false
  readonly #environment: ExchangeEnvironment

  constructor(
    requestId: string,
    request: IncomingMessage,
    response: ServerResponse,
    environment: ExchangeEnvironment,
  ) {
    this.requestId = requestId
    this.request = request
    this.response = response
    this.#environment = environment
  }

  /** The address of the client. */
  get address(): string {
    return clientAddress(this.request, this.#environment.trustedProxies)
  }

  /**
   * Records that the caller sent a valid API key or session, so that its connection may be idle for longer.
   */
  markAuthenticated(): void {
    this.#isAuthenticated = true
  }

  get url(): string {
    return this.request.url ?? ''
  }

  get query(): URLSearchParams {
    // Everything after the first question mark: a second one belongs to a value.
    return new URLSearchParams(/\?(.*)/s.exec(this.url)?.[1])
  }

  /**
   * Returns a request header. Repeated headers are joined, and then match no value that is allowed only once.
   */
  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  /** Sends the response at once, or delayed if the failure requires it. */
  sendOrDelay(failure: ServiceError | undefined, send: () => void): void {
    if (failure?.details.isDelayed) this.#environment.delayedResponses.delay(this.request, send)
    else send()
  }

  /**
   * Sends a complete response. The exchange may change `headers` from here on. Reads the remaining body for a
   * moment, so that the client can read the response.
   */
  send(status: number, headers: MutableHeaders, body: string | Buffer = ''): void {
    const { request, response } = this
    const bytes = Buffer.byteLength(body)
    if (status !== 304) headers['content-length'] = bytes
    this.#writeHead(status, headers)
    // If every character has one byte, the text is ASCII, and `latin1` avoids the cost of the UTF-8 encoding.
    if (!this.#environment.unreadBodies.mayBeTooLarge(request))
      response.end(body, bytes === body.length ? 'latin1' : 'utf8')
    else {
      response.write(body)
      this.#environment.unreadBodies.drainBody(request, response)
    }
    this.#environment.unreadResponses.trackSent(response)
  }

  /**
   * Streams a response no faster than the client reads it. A response with a single chunk is sent at once.
   * Resolves when only the client's reading remains. A response that cannot be completed ends with its
   * connection.
   */
  async sendChunks(status: number, headers: MutableHeaders, chunks: AsyncGenerator<Buffer>): Promise<void> {
    const first = await chunks.next()
    const second = first.done ? first : await chunks.next()
    if (first.done || second.done) return this.send(status, headers, first.done ? '' : first.value)
    this.#writeHead(status, headers)
    const allChunks = async function* () {
      yield first.value
      yield second.value
      yield* chunks
    }
    this.#environment.unreadResponses.trackStream(this.response)
    void pipeline(allChunks, this.response).catch(() => this.response.destroy())
  }

  /** Sends a response whose bytes are ready, in chunks that yield to other work. */
  async sendBuffer(status: number, headers: MutableHeaders, bytes: Buffer): Promise<void> {
    if (bytes.length <= chunkBytes || this.request.method === 'HEAD') return this.send(status, headers, bytes)
    headers['content-length'] = bytes.length
    const { yieldToLoop, charge } = this.#environment
    // The request itself is charged already.
    charge(this.address, Math.ceil(bytes.length / chunkBytes) - 1)
    const chunks = async function* () {
      for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
        await yieldToLoop()
        yield bytes.subarray(offset, offset + chunkBytes)
      }
    }
    await this.sendChunks(status, headers, chunks())
  }

  #writeHead(status: number, headers: MutableHeaders): void {
    const { unreadBodies, connectionLimits, isDraining } = this.#environment
    if (isDraining() || unreadBodies.isTooLarge(this.request)) headers['connection'] = 'close'
    else connectionLimits.keepAlive(this.response, headers, this.#isAuthenticated)
    this.response.writeHead(status, headers)
  }
}
