// One request with its response, as routes use them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { ServiceError } from '../base/errors.ts'
import { addressOf } from '../guard/sourceAddress.ts'
import type { ConnectionLimits } from './connectionLimits.ts'
import type { HeldAnswers } from './heldAnswers.ts'
import type { Leftovers } from './leftovers.ts'
import type { UnreadAnswers } from './unreadAnswers.ts'

/** Dependencies that all exchanges of a server share. */
export interface Surroundings {
  readonly leftovers: Leftovers
  readonly held: HeldAnswers
  readonly unread: UnreadAnswers
  readonly connections: ConnectionLimits
  /** The operator's own proxies, whose forwarding headers are trusted. */
  readonly trustedProxies: BlockList
  /** True once the process has started to shut down. */
  isDraining(): boolean
  /** Resolves when the next chunk of a large response may be sent, after other work had its turn. */
  turn(): Promise<void>
  /** Charges such chunks to the rate of the address, as if each were a request. */
  charge(address: string, pieces: number): void
}

export type AnswerHeaders = Readonly<Record<string, string | number>>

/** Headers that the sender still changes. */
export type HeadersSoFar = Record<string, string | number>

/** The API key as the caller sent it. */
export const keyOf = (exchange: Exchange): string | undefined => exchange.header('x-api-key')

/** Larger responses are sent in chunks of this size, which the socket copies in about ten microseconds. */
const pieceBytes = 64 * 1024

export class Exchange {
  readonly requestId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The values of the route's named path segments. */
  parameters: Readonly<Record<string, string>> = {}
  #isKeyed = false
  readonly #surroundings: Surroundings

  constructor(
    requestId: string,
    request: IncomingMessage,
    response: ServerResponse,
    surroundings: Surroundings,
  ) {
    this.requestId = requestId
    this.request = request
    this.response = response
    this.#surroundings = surroundings
  }

  /** The address of the client. */
  get address(): string {
    return addressOf(this.request, this.#surroundings.trustedProxies)
  }

  /**
   * Records that the caller sent a valid API key or session, so that its connection may be idle for longer.
   */
  markKeyed(): void {
    this.#isKeyed = true
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
  answerAfter(failure: ServiceError | undefined, answer: () => void): void {
    if (failure?.details.isHeld) this.#surroundings.held.hold(this.request, answer)
    else answer()
  }

  /**
   * Sends a complete response. The exchange may change `headers` from here on. Reads the remaining body for a
   * moment, so that the client can read the response.
   */
  send(status: number, headers: HeadersSoFar, body: string | Buffer = ''): void {
    const { request, response } = this
    const bytes = Buffer.byteLength(body)
    if (status !== 304) headers['content-length'] = bytes
    this.#begin(status, headers)
    // If every character has one byte, the text is ASCII, and `latin1` avoids the cost of the UTF-8 encoding.
    if (!this.#surroundings.leftovers.mayBeTooLarge(request))
      response.end(body, bytes === body.length ? 'latin1' : 'utf8')
    else {
      response.write(body)
      this.#surroundings.leftovers.readSome(request, response)
    }
    this.#surroundings.unread.sent(response)
  }

  /**
   * Streams a response no faster than the client reads it. A response with a single chunk is sent at once.
   * Resolves when only the client's reading remains. A response that cannot be completed ends with its
   * connection.
   */
  async sendPieces(status: number, headers: HeadersSoFar, pieces: AsyncGenerator<Buffer>): Promise<void> {
    const first = await pieces.next()
    const second = first.done ? first : await pieces.next()
    if (first.done || second.done) return this.send(status, headers, first.done ? '' : first.value)
    this.#begin(status, headers)
    const all = async function* () {
      yield first.value
      yield second.value
      yield* pieces
    }
    this.#surroundings.unread.sending(this.response)
    void pipeline(all, this.response).catch(() => this.response.destroy())
  }

  /** Sends a response whose bytes are ready, in chunks that yield to other work. */
  async sendReady(status: number, headers: HeadersSoFar, bytes: Buffer): Promise<void> {
    if (bytes.length <= pieceBytes || this.request.method === 'HEAD') return this.send(status, headers, bytes)
    headers['content-length'] = bytes.length
    const { turn, charge } = this.#surroundings
    // The request itself is charged already.
    charge(this.address, Math.ceil(bytes.length / pieceBytes) - 1)
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        await turn()
        yield bytes.subarray(at, at + pieceBytes)
      }
    }
    await this.sendPieces(status, headers, pieces())
  }

  #begin(status: number, headers: HeadersSoFar): void {
    const { leftovers, connections, isDraining } = this.#surroundings
    if (isDraining() || leftovers.areTooLarge(this.request)) headers['connection'] = 'close'
    else connections.keepAlive(this.response, headers, this.#isKeyed)
    this.response.writeHead(status, headers)
  }
}
