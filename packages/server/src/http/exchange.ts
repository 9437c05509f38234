// One request with its answer, as routes see them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { addressOf } from '../guard/sourceAddress.ts'
import type { Leftovers } from './leftovers.ts'

/** What every exchange of a server has in common. */
export interface Surroundings {
  readonly leftovers: Leftovers
  /** The operator's own proxies, whose word about their clients is taken. */
  readonly trustedProxies: BlockList
  /** True once the process has begun to shut down. */
  isDraining(): boolean
}

export type AnswerHeaders = Readonly<Record<string, string | number>>

/** What is still being put together. */
export type HeadersSoFar = Record<string, string | number>

/** The API key, as it was sent. */
export const keyOf = (exchange: Exchange): string | undefined => exchange.header('x-api-key')

export class Exchange {
  readonly requestId: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What stands in the places of the route that have a name. */
  parameters: Readonly<Record<string, string>> = {}
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

  /**
   * Sends the whole answer; the headers are the exchange's from here on. What the client still has to say is read for a
   * moment, so that it gets to read this.
   */
  send(status: number, headers: HeadersSoFar, body: string | Buffer | readonly Buffer[] = ''): void {
    const { request, response } = this
    const { leftovers, isDraining } = this.#surroundings
    const [last, before] = typeof body === 'string' || Buffer.isBuffer(body) ? [body, []] : parted(body)
    if (status !== 304) headers['content-length'] = before.reduce(addLength, Buffer.byteLength(last))
    if (isDraining() || leftovers.areTooLarge(request)) headers['connection'] = 'close'
    response.writeHead(status, headers)
    for (const piece of before) response.write(piece)
    if (!leftovers.mayBeTooLarge(request)) response.end(last)
    else {
      response.write(last)
      leftovers.readSome(request, response)
    }
  }
}

/** The last piece, with which an answer ends, and those before it. */
function parted(pieces: readonly Buffer[]): [Buffer, readonly Buffer[]] {
  return [pieces.at(-1) ?? Buffer.alloc(0), pieces.slice(0, -1)]
}

function addLength(sum: number, { length }: Buffer): number {
  return sum + length
}
