// Reads whole lists by offset or by cursor, the two kinds of pagination of LinkedIn's API.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/cursor-based-pagination

import { listTooLongError } from '../connector-kit/upstreamErrors.ts'

const pageSize = 100
/** A longer list fails with an error because a truncated list would be wrong. */
const defaultMaxPages = 50

/**
 * Only an empty page is the last page because LinkedIn omits damaged entities from pages. `paging.total` is
 * not the total. Its value is -1 in LinkedIn's example of conversions, and the size of the page for lead
 * forms and leads.
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking#find-conversions-by-ad-account
 * https://github.com/airbytehq/airbyte/pull/60996
 */
export async function readAllByOffset<Row>(
  readPage: (page: {
    readonly start: number
    readonly count: number
  }) => Promise<{ readonly rows: readonly Row[] }>,
  maxPages = defaultMaxPages,
): Promise<Row[]> {
  const allRows: Row[] = []
  for (let page = 0; page < maxPages; page++) {
    const { rows } = await readPage({ start: page * pageSize, count: pageSize })
    if (rows.length === 0) return allRows
    allRows.push(...rows)
  }
  throw listTooLongError('pro', allRows.length)
}

/** Only a page without a token is the last page. */
export async function readAllByCursor<Row>(
  readPage: (token: string) => Promise<{ readonly rows: readonly Row[]; readonly next: string }>,
  maxPages = defaultMaxPages,
): Promise<Row[]> {
  const allRows: Row[] = []
  let token = ''
  for (let page = 0; page < maxPages; page++) {
    const { rows, next } = await readPage(token)
    allRows.push(...rows)
    if (next === '') return allRows
    token = next
  }
  throw listTooLongError('pro', allRows.length)
}
