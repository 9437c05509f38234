// The platform's two ways through a long list.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/cursor-based-pagination

import { tooLong } from '../kit/noAnswer.ts'

const pageSize = 100
/** More than these are refused rather than cut. */
const mostPages = 50

/**
 * By position. Only an empty page is the last one: damaged entities are left out of pages, and `paging.total` is no total. It is
 * -1 in LinkedIn's example of conversions and counts the page of lead forms and their responses.
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking#find-conversions-by-ad-account
 * https://github.com/airbytehq/airbyte/pull/60996
 */
export async function drainByOffset<Row>(
  ask: (page: {
    readonly start: number
    readonly count: number
  }) => Promise<{ readonly rows: readonly Row[] }>,
  most = mostPages,
): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 0; page < most; page++) {
    const { rows } = await ask({ start: page * pageSize, count: pageSize })
    if (rows.length === 0) return all
    all.push(...rows)
  }
  throw tooLong('pro', all.length)
}

/** By token. Only a page without one is the last. */
export async function drainByCursor<Row>(
  ask: (token: string) => Promise<{ readonly rows: readonly Row[]; readonly next: string }>,
  most = mostPages,
): Promise<Row[]> {
  const all: Row[] = []
  let token = ''
  for (let page = 0; page < most; page++) {
    const { rows, next } = await ask(token)
    all.push(...rows)
    if (next === '') return all
    token = next
  }
  throw tooLong('pro', all.length)
}
