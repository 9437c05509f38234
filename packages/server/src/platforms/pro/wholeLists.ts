// The platform's two ways through a long list.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/cursor-based-pagination

import { tooLong } from '../kit/noAnswer.ts'

const pageSize = 100
/** More than these are refused rather than cut. */
const mostPages = 50

/** By position. A short page is not the last one, because damaged entities are left out of it; an empty one is. */
export async function drainByOffset<Row>(
  ask: (page: {
    readonly start: number
    readonly count: number
  }) => Promise<{ readonly rows: readonly Row[]; readonly total: number | undefined }>,
  most = mostPages,
): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 0; page < most; page++) {
    const start = page * pageSize
    const { rows, total } = await ask({ start, count: pageSize })
    all.push(...rows)
    // The total saves the question for an empty page, where the platform tells it.
    if (rows.length === 0 || (total !== undefined && start + pageSize >= total)) return all
  }
  throw tooLong('pro', all.length)
}

/** By token. Only a page without one is the last. */
export async function drainByCursor<Row>(
  ask: (token: string) => Promise<{ readonly rows: readonly Row[]; readonly next: string }>,
): Promise<Row[]> {
  const all: Row[] = []
  let token = ''
  for (let page = 0; page < mostPages; page++) {
    const { rows, next } = await ask(token)
    all.push(...rows)
    if (next === '') return all
    token = next
  }
  throw tooLong('pro', all.length)
}
