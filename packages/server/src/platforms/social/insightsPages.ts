// Reads all rows of an insights call: page by page, or through a report run when there are very many rows.

import { ServiceError } from '../../runtime/errors.ts'
import type { Page } from '../connector-kit/page.ts'
import type { RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { readReportRows } from './reportRuns.ts'
import type { GraphCall } from './wire.ts'

/** Lists with more pages are read through a report run. */
const maxPages = 4

/**
 * Reads all rows, starting with the first page of a batch. Returns an error when the rows could not be read.
 */
export async function readAllRows<RowShape extends Shape>(
  call: GraphCall,
  kind: RowKind<RowShape>,
  firstPage: Page<RowOf<RowShape>> | ServiceError | undefined,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<readonly RowOf<RowShape>[] | ServiceError> {
  try {
    const rows = await readPagedRows(call, kind, firstPage, graph)
    return rows === 'needs a run' ? await readReportRows(call, kind, graph, platform, onRows) : rows
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

/** Reads all rows like `readAllRows`, but does not order a report run when one is needed. */
export async function readPagedRows<RowShape extends Shape>(
  call: GraphCall,
  kind: RowKind<RowShape>,
  firstPage: Page<RowOf<RowShape>> | ServiceError | undefined,
  graph: Graph,
): Promise<readonly RowOf<RowShape>[] | ServiceError | 'needs a run'> {
  if (firstPage === undefined) return []
  if (firstPage instanceof ServiceError) {
    // The call returned too much data or took too long. A report run has more time.
    const needsTime = firstPage.code === 'UPSTREAM_ERROR' || firstPage.code === 'UPSTREAM_TIMEOUT'
    return needsTime ? 'needs a run' : firstPage
  }
  let page = firstPage
  const rows = [...page.rows]
  for (let count = 1; page.next !== undefined && page.rows.length > 0; count++) {
    if (count >= maxPages) return 'needs a run'
    page = await graph.readPage(call, kind, page.next)
    for (const row of page.rows) rows.push(row)
  }
  return rows
}
