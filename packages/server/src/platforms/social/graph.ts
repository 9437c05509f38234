// Reads and writes of the Graph API for one connected user, in rows.

import type { ServiceError } from '../../base/errors.ts'
import { Calls } from '../kit/calls.ts'
import type { ConnectedAccount } from '../kit/connected.ts'
import { listTooLongError } from '../kit/noAnswer.ts'
import type { Page, PagePosition } from '../kit/page.ts'
import { isRecord, malformedError, type RowKind, type RowOf, type Shape } from '../kit/rows.ts'
import { Batch, type BatchPart, type BatchPartResults } from './batch.ts'
import { PageTokenSource } from './pageToken.ts'
import type { SocialPlatform } from './platform.ts'
import { GraphProtocol } from './protocol.ts'
import { confirmedRow, graphFields, pageTokenRow } from './rows.ts'
import { type BucketType, type GraphCall, socialPageParser } from './wire.ts'

type Params = Readonly<Record<string, string>>

export class Graph {
  readonly #account: string
  readonly #page: string
  readonly #calls: Calls<GraphCall>
  readonly #batch: Batch

  constructor(platform: SocialPlatform, connectedAccount: ConnectedAccount<'social'>) {
    const { adAccountId, page } = connectedAccount.selection
    this.#account = adAccountId
    this.#page = page.id
    const pageToken = new PageTokenSource(platform, connectedAccount, () => this.#readPageToken())
    const protocol = new GraphProtocol(platform, connectedAccount, pageToken)
    this.#calls = new Calls(platform, protocol)
    this.#batch = new Batch(platform, this.#calls, protocol)
  }

  /** A call with the person's token, about anything. */
  userCall(path: readonly string[], params: Params = {}): GraphCall {
    const bucket = { type: 'ads_management', object: this.#account } as const
    return { method: 'GET', path, params, token: 'user', bucket }
  }

  /** A call about an edge of the ad account. */
  accountCall(edge: string, params: Params = {}): GraphCall {
    return this.userCall([`act_${this.#account}`, edge], params)
  }

  /** A call that wants the token of the page. */
  pageCall(path: readonly string[], type: BucketType, params: Params = {}): GraphCall {
    return { ...this.userCall(path, params), token: 'page', bucket: { type, object: this.#page } }
  }

  /** One object; its id proves that it is one. */
  async readNode<RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>): Promise<RowOf<RowShape>> {
    return await this.#calls.read(withFields(call, kind), {
      shape: kind.shape,
      parse(response) {
        if (!isRecord(response) || response['id'] === undefined) throw malformedError('id', 'is missing')
        return kind.parse(response)
      },
    })
  }

  /** The page at a position that a caller was given, or the first one. */
  async readPage<RowShape extends Shape>(
    call: GraphCall,
    kind: RowKind<RowShape>,
    position: PagePosition = {},
  ): Promise<Page<RowOf<RowShape>>> {
    const callWithFields = withFields(call, kind)
    const callAtPosition = { ...callWithFields, params: { ...callWithFields.params, ...position } }
    return await this.#calls.read(callAtPosition, socialPageParser(kind))
  }

  /** A whole list, page by page; past so many pages it fails rather than leave something out. */
  async readAll<RowShape extends Shape>(
    call: GraphCall,
    kind: RowKind<RowShape>,
    maxPages: number,
    first?: Page<RowOf<RowShape>>,
  ): Promise<RowOf<RowShape>[]> {
    // What moved while we paged comes twice.
    const rows = new Map<unknown, RowOf<RowShape>>()
    let page = first ?? (await this.readPage(call, kind))
    for (let count = 1; ; count++) {
      for (const row of page.rows) rows.set('id' in row ? row.id : row, row)
      if (page.next === undefined) return [...rows.values()]
      if (count >= maxPages) throw listTooLongError('social', rows.size)
      page = await this.readPage(call, kind, page.next)
    }
  }

  /** Asks for something that is no object and no list; ordering a report is such a thing. */
  async read<RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>): Promise<RowOf<RowShape>> {
    return await this.#calls.read(call, kind)
  }

  /** Sends once. Only a refusal of the token, after which nothing was done, is followed by a second try. */
  async write<RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>): Promise<RowOf<RowShape>> {
    return await this.#calls.write({ ...call, method: 'POST', timeoutMs: 30_000 }, kind.parse)
  }

  /** Deletes an object, as carefully as `write` sends. */
  async deleteObject(call: GraphCall): Promise<void> {
    await this.#calls.write({ ...call, method: 'DELETE', timeoutMs: 30_000 }, confirmedRow.parse)
  }

  /** Several reads with the person's token in one request: the answers in order, an error where a part failed. */
  async readBatch<const Parts extends readonly BatchPart<unknown>[]>(
    parts: Parts,
  ): Promise<BatchPartResults<Parts>> {
    return await this.#batch.read(parts)
  }

  /** Several changes in one request, sent once: an answer for each, an error where it was refused, nothing where nobody knows. */
  async writeAll(calls: readonly GraphCall[]): Promise<readonly (unknown | ServiceError | undefined)[]> {
    return await this.#batch.write(calls.map((call) => ({ ...call, timeoutMs: 30_000 })))
  }

  /** A page's token can be read again at any time. https://developers.facebook.com/docs/graph-api/reference/page */
  async #readPageToken(): Promise<string> {
    return (await this.readNode(this.userCall([this.#page]), pageTokenRow)).access_token ?? ''
  }
}

/** With the fields of the row, where fields can be asked for. */
export function withFields<RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>): GraphCall {
  return call.withoutFields === true
    ? call
    : { ...call, params: { fields: graphFields(kind), ...call.params } }
}
