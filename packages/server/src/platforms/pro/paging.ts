// The platform's two ways through a long list.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/cursor-based-pagination

import { ServiceError } from '../../base/errors.ts'
import { asList, asText, at } from '../kit/values.ts'
import type { RestliValue } from './restli.ts'

type Ask = (page: Readonly<Record<string, RestliValue>>) => Promise<unknown>

const pageSize = 100
/** More than these are refused rather than cut. */
const mostPages = 50

/** By position. A short page is not the last one, because damaged entities are left out of it; an empty one is. */
export async function drainByOffset(ask: Ask): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let page = 0; page < mostPages; page++) {
    const start = page * pageSize
    const answer = await ask({ start, count: pageSize })
    const elements = asList(at(answer, 'elements'))
    rows.push(...elements)
    const total = at(answer, 'paging', 'total')
    // The total saves the question for an empty page, where the platform tells it.
    if (elements.length === 0 || (typeof total === 'number' && start + pageSize >= total)) return rows
  }
  throw tooMany(rows.length)
}

/** By token, as long as there is one. */
export async function drainByToken(ask: Ask): Promise<unknown[]> {
  const rows: unknown[] = []
  let pageToken = ''
  for (let page = 0; page < mostPages; page++) {
    const answer = await ask({ pageSize, ...(pageToken === '' ? {} : { pageToken }) })
    rows.push(...asList(at(answer, 'elements')))
    // The documents name the first place; some answers have it in the second.
    pageToken =
      asText(at(answer, 'metadata', 'nextPageToken')) || asText(at(answer, 'paging', 'nextPageToken'))
    if (pageToken === '') return rows
  }
  throw tooMany(rows.length)
}

function tooMany(count: number): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', {
    values: { platform: 'pro', problem: `the account has more than ${count} of these.` },
  })
}
