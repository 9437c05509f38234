// Reads and writes rows of the Graph API for one connected user.

import type { ServiceError } from '../../runtime/errors.ts'
import { Calls } from '../connector-kit/calls.ts'
import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import { isRecord, malformedError, type RowKind, type RowOf, type Shape } from '../connector-kit/rows.ts'
import { listTooLongError } from '../connector-kit/upstreamErrors.ts'
import { Batch, type BatchPart, type BatchPartResults } from './batch.ts'
import { PageTokenSource } from './pageToken.ts'
import type { SocialPlatform } from './platform.ts'
import { GraphProtocol } from './protocol.ts'
import { graphFields, pageTokenRow, successRow } from './rows.ts'
import type { SocialSelection } from './selection.ts'
import { type BucketType, type GraphCall, socialPageParser } from './wire.ts'

type Params = Readonly<Record<string, string>>

export class Graph {
  readonly #account: string
  readonly #page: string
  readonly #calls: Calls<GraphCall>
  readonly #batch: Batch

  constructor(platform: SocialPlatform, connectedAccount: ConnectedAccount<SocialSelection>) {
    const { accountId, page } = connectedAccount.selection
    this.#account = accountId
    this.#page = page.id
    const pageToken = new PageTokenSource(platform, connectedAccount, () => this.#readPageToken())
    const protocol = new GraphProtocol(platform, connectedAccount, pageToken)
    this.#calls = new Calls(platform, protocol)
    this.#batch = new Batch(platform, this.#calls, protocol)
  }

  /** Creates a call with the user's token. */
  userCall(path: readonly string[], params: Params = {}): GraphCall {
    const bucket = { type: 'ads_management', object: this.#account } as const
    return { method: 'GET', path, params, token: 'user', bucket }
  }

  /** Creates a call for an edge of the ad account. */
  accountCall(edge: string, params: Params = {}): GraphCall {
    return this.userCall([`act_${this.#account}`, edge], params)
  }

  /** Creates a call that requires the page token. */
  pageCall(path: readonly string[], type: BucketType, params: Params = {}): GraphCall {
    return { ...this.userCall(path, params), token: 'page', bucket: { type, object: this.#page } }
  }

  /** Reads one object. The id proves that the response is an object. */
  async readNode<RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>): Promise<RowOf<RowShape>> {
    return await this.#calls.read(withFields(call, kind), {
      shape: kind.shape,
      parse(response) {
        if (!isRecord(response) || response['id'] === undefined) throw malformedError('id', 'is missing')
        return kind.parse(response)
      },
    })
  }

  /** Reads the page at a position, or the first page. */
  async readPage<RowShape extends Shape>(
    call: GraphCall,
    kind: RowKind<RowShape>,
    position: PagePosition = {},
  ): Promise<Page<RowOf<RowShape>>> {
    const callWithFields = withFields(call, kind)
    const callAtPosition = { ...callWithFields, params: { ...callWithFields.params, ...position } }
    return await this.#calls.read(callAtPosition, socialPageParser(kind))
  }

  /** Reads a complete list. Throws when the list has more pages than the limit, instead of omitting rows. */
  async readAll<RowShape extends Shape>(
    call: GraphCall,
    kind: RowKind<RowShape>,
    maxPages: number,
    firstPage?: Page<RowOf<RowShape>>,
  ): Promise<RowOf<RowShape>[]> {
    // Rows that move between pages while the list is read arrive twice.
    const rows = new Map<unknown, RowOf<RowShape>>()
    let page = firstPage ?? (await this.readPage(call, kind))
    for (let count = 1; ; count++) {
      for (const row of page.rows) rows.set('id' in row ? row.id : row, row)
      if (page.next === undefined) return [...rows.values()]
      if (count >= maxPages) throw listTooLongError('social', rows.size)
      page = await this.readPage(call, kind, page.next)
    }
  }

  /** Reads a response that is neither an object nor a list, such as the order of a report. */
  async read<RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>): Promise<RowOf<RowShape>> {
    return await this.#calls.read(call, kind)
  }

  /**
   * Sends a write once. The write is resent only after the platform rejected the token, which proves that
   * nothing changed.
   */
  async write<RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>): Promise<RowOf<RowShape>> {
    return await this.#calls.write({ ...call, method: 'POST', timeoutMs: 30_000 }, kind.parse)
  }

  /** Deletes an object, with the same retry rules as `write`. */
  async deleteObject(call: GraphCall): Promise<void> {
    await this.#calls.write({ ...call, method: 'DELETE', timeoutMs: 30_000 }, successRow.parse)
  }

  /**
   * Sends several reads with the user's token in one request. Returns the results in order, with an error for
   * each failed part.
   */
  async readBatch<const Parts extends readonly BatchPart<unknown>[]>(
    parts: Parts,
  ): Promise<BatchPartResults<Parts>> {
    return await this.#batch.read(parts)
  }

  /**
   * Sends several writes in one request, once. Returns responses, errors for refusals, and `undefined` for
   * unknown outcomes.
   */
  async writeAll(calls: readonly GraphCall[]): Promise<readonly (unknown | ServiceError | undefined)[]> {
    return await this.#batch.write(calls.map((call) => ({ ...call, timeoutMs: 30_000 })))
  }

  /** A page token can be read at any time. https://developers.facebook.com/docs/graph-api/reference/page */
  async #readPageToken(): Promise<string> {
    return (await this.readNode(this.userCall([this.#page]), pageTokenRow)).access_token ?? ''
  }
}

/** Adds the row's fields to the call, unless the call has no fields to select. */
export function withFields<RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>): GraphCall {
  return call.withoutFields === true
    ? call
    : { ...call, params: { fields: graphFields(kind), ...call.params } }
}
