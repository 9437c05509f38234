// All rows of an insights call: page by page, and by a report run when there are very many of them.

import { ServiceError } from '../../base/errors.ts'
import type { Page } from '../kit/page.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { readReportRows } from './reportRuns.ts'
import type { GraphCall } from './wire.ts'

/** Rows beyond this many pages are left to a report run. */
const maxPages = 4

/** From the first page on, which came with others; an error where they could not be had. */
export async function readAllRows<RowShape extends Shape>(
  call: GraphCall,
  kind: RowKind<RowShape>,
  first: Page<RowOf<RowShape>> | ServiceError | undefined,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<readonly RowOf<RowShape>[] | ServiceError> {
  try {
    const rows = await readPagedRows(call, kind, first, graph)
    return rows === 'needs a run' ? await readReportRows(call, kind, graph, platform, onRows) : rows
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

/** As `readAllRows`, without ordering a report run where one is needed. */
export async function readPagedRows<RowShape extends Shape>(
  call: GraphCall,
  kind: RowKind<RowShape>,
  first: Page<RowOf<RowShape>> | ServiceError | undefined,
  graph: Graph,
): Promise<readonly RowOf<RowShape>[] | ServiceError | 'needs a run'> {
  if (first === undefined) return []
  if (first instanceof ServiceError) {
    // Too much at once, or too slow: a report run has more time.
    const needsTime = first.code === 'UPSTREAM_ERROR' || first.code === 'UPSTREAM_TIMEOUT'
    return needsTime ? 'needs a run' : first
  }
  let page = first
  const rows = [...page.rows]
  for (let count = 1; page.next !== undefined && page.rows.length > 0; count++) {
    if (count >= maxPages) return 'needs a run'
    page = await graph.readPage(call, kind, page.next)
    for (const row of page.rows) rows.push(row)
  }
  return rows
}
