// Runs queries and mutates against one ad account and returns typed rows.

import type { Platform } from '@adrail/contract'
import { ServiceError } from '../../runtime/errors.ts'
import { Calls } from '../connector-kit/calls.ts'
import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import { malformedError, type RowKind, type RowOf, type Shape } from '../connector-kit/rows.ts'
import { listTooLongError } from '../connector-kit/upstreamErrors.ts'
import { isRefusalFor } from './errors.ts'
import { formatGaql, type GaqlQuery } from './gaql.ts'
import { buildMutateCall, type MutatePart } from './mutate.ts'
import { mutateResponseRow, validateResponseRow } from './mutateResponses.ts'
import type { SearchPlatform } from './platform.ts'
import { SearchProtocol } from './protocol.ts'
import { undeclaredCampaigns } from './queries.ts'
import { campaignNameRow } from './rows.ts'
import { listSelectedFields } from './selectedFields.ts'
import type { SearchSelection } from './selection.ts'
import { type SearchCall, searchPageParser } from './wire.ts'

/** Bounds how much of a list a query reads and selects the rows that the query returns. */
export interface QueryReadOptions<ResultRow> {
  /** A page has 10,000 rows. A longer list fails with an error because a truncated list would be wrong. */
  readonly maxPages: number
  readonly createTooLongError: (platform: Platform, count: number) => ServiceError
  /** Replaces the default timeout of one page. */
  readonly timeoutMs?: number
  readonly isRelevant?: (row: ResultRow) => boolean
  /** Receives the number of relevant rows after every page. */
  readonly onRows?: ((count: number) => void) | undefined
}

const defaultReadOptions: QueryReadOptions<unknown> = { maxPages: 5, createTooLongError: listTooLongError }
const euDeclarationRequired = 'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED'

export class AdAccount {
  readonly #id: string
  readonly #calls: Calls<SearchCall>

  constructor(platform: SearchPlatform, connectedAccount: ConnectedAccount<SearchSelection>) {
    this.#id = connectedAccount.selection.accountId
    this.#calls = new Calls(platform, new SearchProtocol(platform, connectedAccount))
  }

  /** Returns the rows of all pages. https://developers.google.com/google-ads/api/rest/common/search */
  async queryRows<RowShape extends Shape>(
    query: GaqlQuery,
    kind: RowKind<RowShape>,
    {
      maxPages,
      createTooLongError,
      timeoutMs,
      isRelevant = () => true,
      onRows,
    }: QueryReadOptions<RowOf<RowShape>> = defaultReadOptions,
  ): Promise<RowOf<RowShape>[]> {
    const call = {
      path: `customers/${this.#id}/googleAds:search`,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    const queryText = formatGaql(listSelectedFields(kind), query)
    const rows: RowOf<RowShape>[] = []
    let rowsRead = 0
    let body: SearchCall['body'] = { query: queryText }
    for (let pageCount = 1; ; pageCount++) {
      const page = await this.#calls.read({ ...call, body }, searchPageParser(kind))
      const previousLength = rows.length
      for (const row of page.rows) if (isRelevant(row)) rows.push(row)
      onRows?.(rows.length - previousLength)
      rowsRead += page.rows.length
      if (page.nextPageToken === '') return rows
      if (pageCount >= maxPages) throw createTooLongError('search', rowsRead)
      body = { query: queryText, pageToken: page.nextPageToken }
    }
  }

  /** Sends a read call that is not a GAQL query, such as a suggestion. */
  async readCall<RowShape extends Shape>(
    call: SearchCall,
    kind: RowKind<RowShape>,
  ): Promise<RowOf<RowShape>> {
    return await this.#calls.read(call, kind)
  }

  /** Applies all parts or none. The returned resource names have the order of the parts. */
  async mutate(parts: readonly MutatePart[]): Promise<readonly string[]> {
    return await this.#withDeclarationHint(() =>
      this.#calls.write(buildMutateCall(this.#id, parts), (response) => {
        const { mutateOperationResponses: resourceNames } = mutateResponseRow.parse(response)
        if (resourceNames.length !== parts.length)
          throw malformedError('mutateOperationResponses', 'does not have one entry for each part')
        if (!resourceNames.every((name) => name.startsWith(`customers/${this.#id}/`)))
          throw malformedError('mutateOperationResponses', 'names objects of another account')
        return resourceNames
      }),
    )
  }

  /** Throws the platform's refusal if the platform would not apply the parts. Nothing changes. */
  async validate(parts: readonly MutatePart[]): Promise<void> {
    const call = buildMutateCall(this.#id, parts, { validateOnly: true })
    await this.#withDeclarationHint(() => this.readCall(call, validateResponseRow))
  }

  /**
   * Adds the names of the undeclared campaigns to the error. The platform refuses every change until the
   * owner declares these campaigns.
   */
  async #withDeclarationHint<Result>(send: () => Promise<Result>): Promise<Result> {
    try {
      return await send()
    } catch (error) {
      if (!isRefusalFor(error, euDeclarationRequired)) throw error
      const rows = await this.queryRows(undeclaredCampaigns, campaignNameRow)
      const names = rows.slice(0, 3).map(({ campaign }) => `"${campaign.name.slice(0, 40)}"`)
      const problem = `first declare in Google Ads whether these campaigns contain EU political advertising: ${names.join(', ')}.`
      const { platformError, cause } = error.details
      throw new ServiceError('PLATFORM_REJECTED', {
        values: { platform: 'search', problem },
        ...(platformError ? { platformError } : {}),
        cause,
      })
    }
  }
}
