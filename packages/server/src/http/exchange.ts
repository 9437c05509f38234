// One request with its answer, as routes see them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { ServiceError } from '../base/errors.ts'
import { addressOf } from '../guard/sourceAddress.ts'
import type { ConnectionLimits } from './connectionLimits.ts'
import type { HeldAnswers } from './heldAnswers.ts'
import type { Leftovers } from './leftovers.ts'
import type { UnreadAnswers } from './unreadAnswers.ts'

/** What every exchange of a server has in common. */
export interface Surroundings {
  readonly leftovers: Leftovers
  readonly held: HeldAnswers
  readonly unread: UnreadAnswers
  readonly connections: ConnectionLimits
  /** The operator's own proxies, whose word about their clients is taken. */
  readonly trustedProxies: BlockList
  /** True once the process has begun to shut down. */
  isDraining(): boolean
  /** Resolves when a piece of something large may be sent: others go in between. */
  turn(): Promise<void>
  /** Has such pieces count for the address, as if each had been asked for. */
  charge(address: string, pieces: number): void
}

export type AnswerHeaders = Readonly<Record<string, string | number>>

/** What is still being put together. */
export type HeadersSoFar = Record<string, string | number>

/** The API key, as it was sent. */
export const keyOf = (exchange: Exchange): string | undefined => exchange.header('x-api-key')

/** What is larger is sent in pieces of this size: the socket copies one in some ten microseconds. */
const pieceBytes = 64 * 1024

export class Exchange {
  readonly requestId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What stands in the places of the route that have a name. */
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

  /** Who asks. */
  get address(): string {
    return addressOf(this.request, this.#surroundings.trustedProxies)
  }

  /** The caller has sent a valid API key or session: its connection may be idle for longer. */
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

  /** A header of the request. Several of one name are joined, and then match nothing that may stand there only once. */
  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  /** Answers at once, or a moment later where the failure says so. */
  answerAfter(failure: ServiceError | undefined, answer: () => void): void {
    if (failure?.details.isHeld) this.#surroundings.held.hold(this.request, answer)
    else answer()
  }

  /**
   * Sends the whole answer; the headers are the exchange's from here on. What the client still has to say is read for a
   * moment, so that it gets to read this.
   */
  send(status: number, headers: HeadersSoFar, body: string | Buffer = ''): void {
    const { request, response } = this
    const bytes = Buffer.byteLength(body)
    if (status !== 304) headers['content-length'] = bytes
    this.#begin(status, headers)
    // Where every character is one byte the text is ASCII, and the socket takes it as it is, for less.
    if (!this.#surroundings.leftovers.mayBeTooLarge(request))
      response.end(body, bytes === body.length ? 'latin1' : 'utf8')
    else {
      response.write(body)
      this.#surroundings.leftovers.readSome(request, response)
    }
    this.#surroundings.unread.sent(response)
  }

  /**
   * Sends an answer as it is written down, no faster than the client reads it; what is one piece alone, at once. Done when
   * the rest only waits for the client. An answer that cannot be finished ends with its connection, and is seen to.
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

  /** Sends an answer whose bytes lie ready, and lets others in between where there are many of them. */
  async sendReady(status: number, headers: HeadersSoFar, bytes: Buffer): Promise<void> {
    if (bytes.length <= pieceBytes || this.request.method === 'HEAD') return this.send(status, headers, bytes)
    headers['content-length'] = bytes.length
    const { turn, charge } = this.#surroundings
    // The request itself was counted already.
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
