// Reads and writes of the Graph API for one connected user, in rows.

import type { ServiceError } from '../../base/errors.ts'
import { Calls } from '../kit/calls.ts'
import type { Connected } from '../kit/connected.ts'
import { tooLong } from '../kit/noAnswer.ts'
import type { Page, Position } from '../kit/page.ts'
import { garbled, isRecord, type RowKind, type RowOf, type Shape } from '../kit/rows.ts'
import { type AnswersOf, Batch, type Part } from './batch.ts'
import { PageToken } from './pageToken.ts'
import type { SocialPlatform } from './platform.ts'
import { GraphProtocol } from './protocol.ts'
import { changedRow, fieldsOf, pageTokenRow } from './rows.ts'
import { type BucketType, type GraphCall, pageOf } from './wire.ts'

type Params = Readonly<Record<string, string>>

export class Graph {
  readonly #account: string
  readonly #page: string
  readonly #calls: Calls<GraphCall>
  readonly #batch: Batch

  constructor(platform: SocialPlatform, connected: Connected<'social'>) {
    const { adAccountId, page } = connected.selection
    this.#account = adAccountId
    this.#page = page.id
    const pageToken = new PageToken(platform, connected, () => this.#readPageToken())
    const protocol = new GraphProtocol(platform, connected, pageToken)
    this.#calls = new Calls(platform, protocol)
    this.#batch = new Batch(platform, this.#calls, protocol)
  }

  /** A call with the person's token, about anything. */
  about(path: readonly string[], params: Params = {}): GraphCall {
    const bucket = { type: 'ads_management', object: this.#account } as const
    return { method: 'GET', path, params, token: 'user', bucket }
  }

  /** A call about an edge of the ad account. */
  ofAccount(edge: string, params: Params = {}): GraphCall {
    return this.about([`act_${this.#account}`, edge], params)
  }

  /** A call that wants the token of the page. */
  ofPage(path: readonly string[], type: BucketType, params: Params = {}): GraphCall {
    return { ...this.about(path, params), token: 'page', bucket: { type, object: this.#page } }
  }

  /** One object; its id proves that it is one. */
  async node<Of extends Shape>(call: GraphCall, kind: RowKind<Of>): Promise<RowOf<Of>> {
    return await this.#calls.read(asking(call, kind), {
      shape: kind.shape,
      read(answer) {
        if (!isRecord(answer) || answer['id'] === undefined) throw garbled('id', 'is missing')
        return kind.read(answer)
      },
    })
  }

  /** The page at a position that a caller was given, or the first one. */
  async page<Of extends Shape>(
    call: GraphCall,
    kind: RowKind<Of>,
    position: Position = {},
  ): Promise<Page<RowOf<Of>>> {
    const asked = asking(call, kind)
    const at = { ...asked, params: { ...asked.params, ...position } }
    return await this.#calls.read(at, pageOf(kind))
  }

  /** A whole list, page by page; past so many pages it fails rather than leave something out. */
  async all<Of extends Shape>(
    call: GraphCall,
    kind: RowKind<Of>,
    mostPages: number,
    first?: Page<RowOf<Of>>,
  ): Promise<RowOf<Of>[]> {
    // What moved while we paged comes twice.
    const rows = new Map<unknown, RowOf<Of>>()
    let page = first ?? (await this.page(call, kind))
    for (let count = 1; ; count++) {
      for (const row of page.rows) rows.set('id' in row ? row.id : row, row)
      if (page.next === undefined) return [...rows.values()]
      if (count >= mostPages) throw tooLong('social', rows.size)
      page = await this.page(call, kind, page.next)
    }
  }

  /** Asks for something that is no object and no list; ordering a report is such a thing. */
  async ask<Of extends Shape>(call: GraphCall, kind: RowKind<Of>): Promise<RowOf<Of>> {
    return await this.#calls.read(call, kind)
  }

  /** Sends once. Only a refusal of the token, after which nothing was done, is followed by a second try. */
  async write<Of extends Shape>(call: GraphCall, kind: RowKind<Of>): Promise<RowOf<Of>> {
    return await this.#calls.write({ ...call, method: 'POST', timeoutMs: 30_000 }, kind.read)
  }

  /** Deletes an object, as carefully as `write` sends. */
  async remove(call: GraphCall): Promise<void> {
    await this.#calls.write({ ...call, method: 'DELETE', timeoutMs: 30_000 }, changedRow.read)
  }

  /** Several reads with the person's token in one request: the answers in order, an error where a part failed. */
  async batch<const Parts extends readonly Part<unknown>[]>(parts: Parts): Promise<AnswersOf<Parts>> {
    return await this.#batch.read(parts)
  }

  /** Several changes in one request, sent once: an answer for each, an error where it was refused, nothing where nobody knows. */
  async writeAll(calls: readonly GraphCall[]): Promise<readonly (unknown | ServiceError | undefined)[]> {
    return await this.#batch.write(calls.map((call) => ({ ...call, timeoutMs: 30_000 })))
  }

  /** A page's token can be read again at any time. https://developers.facebook.com/docs/graph-api/reference/page */
  async #readPageToken(): Promise<string> {
    return (await this.node(this.about([this.#page]), pageTokenRow)).access_token ?? ''
  }
}

/** With the fields of the row, where fields can be asked for. */
export function asking<Of extends Shape>(call: GraphCall, kind: RowKind<Of>): GraphCall {
  return call.whole === true ? call : { ...call, params: { fields: fieldsOf(kind), ...call.params } }
}
