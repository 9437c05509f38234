// Runs queries and mutates against one ad account and returns typed rows.

import type { Platform } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { Calls } from '../kit/calls.ts'
import type { Connected } from '../kit/connected.ts'
import { tooLong } from '../kit/noAnswer.ts'
import { garbled, type RowKind, type RowOf, type Shape } from '../kit/rows.ts'
import { isRefusalFor } from './errors.ts'
import { gaql, type Query } from './gaql.ts'
import { mutateCall, type Part } from './mutate.ts'
import { mutatedRow, rehearsedRow } from './mutatedRows.ts'
import type { SearchPlatform } from './platform.ts'
import { SearchProtocol } from './protocol.ts'
import { undeclaredCampaigns } from './queries.ts'
import { campaignNameRow } from './rows.ts'
import { fieldsOf } from './selectedFields.ts'
import { pageOf, type SearchCall } from './wire.ts'

/** Bounds how much of a list a query reads and selects the rows that the query returns. */
export interface Extent<Found> {
  /** A page has 10,000 rows. A longer list fails with an error because a truncated list would be wrong. */
  readonly mostPages: number
  readonly tooLong: (platform: Platform, count: number) => ServiceError
  /** Replaces the default timeout of one page. */
  readonly timeoutMs?: number
  readonly isKept?: (row: Found) => boolean
  /** Receives the number of relevant rows after every page. */
  readonly onRows?: ((count: number) => void) | undefined
}

const usual: Extent<unknown> = { mostPages: 5, tooLong }
const undeclared = 'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED'

export class AdAccount {
  readonly #id: string
  readonly #calls: Calls<SearchCall>

  constructor(platform: SearchPlatform, connected: Connected<'search'>) {
    this.#id = connected.selection.accountId
    this.#calls = new Calls(platform, new SearchProtocol(platform, connected))
  }

  /** Returns the rows of all pages. https://developers.google.com/google-ads/api/rest/common/search */
  async rows<Of extends Shape>(
    query: Query,
    kind: RowKind<Of>,
    { mostPages, tooLong, timeoutMs, isKept = () => true, onRows }: Extent<RowOf<Of>> = usual,
  ): Promise<RowOf<Of>[]> {
    const call = {
      path: `customers/${this.#id}/googleAds:search`,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    const text = gaql(fieldsOf(kind), query)
    const rows: RowOf<Of>[] = []
    let read = 0
    let body: SearchCall['body'] = { query: text }
    for (let count = 1; ; count++) {
      const page = await this.#calls.read({ ...call, body }, pageOf(kind))
      const before = rows.length
      for (const row of page.rows) if (isKept(row)) rows.push(row)
      onRows?.(rows.length - before)
      read += page.rows.length
      if (page.nextPageToken === '') return rows
      if (count >= mostPages) throw tooLong('search', read)
      body = { query: text, pageToken: page.nextPageToken }
    }
  }

  /** Sends a read call that is not a GAQL query, such as a suggestion. */
  async ask<Of extends Shape>(call: SearchCall, kind: RowKind<Of>): Promise<RowOf<Of>> {
    return await this.#calls.read(call, kind)
  }

  /** Applies all parts or none. The returned resource names have the order of the parts. */
  async mutate(parts: readonly Part[]): Promise<readonly string[]> {
    return await this.#explaining(() =>
      this.#calls.write(mutateCall(this.#id, parts), (answer) => {
        const { mutateOperationResponses: names } = mutatedRow.read(answer)
        if (names.length !== parts.length)
          throw garbled('mutateOperationResponses', 'has not one entry for each part')
        if (!names.every((name) => name.startsWith(`customers/${this.#id}/`)))
          throw garbled('mutateOperationResponses', 'names objects of another account')
        return names
      }),
    )
  }

  /** Throws the platform's refusal if the platform would not apply the parts. Nothing changes. */
  async validate(parts: readonly Part[]): Promise<void> {
    const call = mutateCall(this.#id, parts, { validateOnly: true })
    await this.#explaining(() => this.ask(call, rehearsedRow))
  }

  /**
   * Adds the names of the undeclared campaigns to the error. The platform refuses every change until the
   * owner declares these campaigns.
   */
  async #explaining<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send()
    } catch (error) {
      if (!isRefusalFor(error, undeclared)) throw error
      const rows = await this.rows(undeclaredCampaigns, campaignNameRow)
      const names = rows.slice(0, 3).map(({ campaign }) => `"${campaign.name.slice(0, 40)}"`)
      const problem = `declare at the platform whether these campaigns contain EU political advertising first: ${names.join(', ')}.`
      const { platformError, cause } = error.details
      throw new ServiceError('PLATFORM_REJECTED', {
        values: { platform: 'search', problem },
        ...(platformError ? { platformError } : {}),
        cause,
      })
    }
  }
}
