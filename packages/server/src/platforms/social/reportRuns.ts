// Report runs: ordered, waited for, read. One that is not ready at the deadline is found again by the next request.
// https://developers.facebook.com/docs/marketing-api/insights/best-practices#asynchronous

import { ServiceError } from '../../base/errors.ts'
import { timeLeftMs } from '../kit/deadline.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { type FigureRow, fieldsOf, figureRow, orderedRunRow, runRow } from './rows.ts'
import type { GraphCall } from './wire.ts'

/** Seconds between two looks; the last one is repeated. */
const pauses = [1, 2, 3, 5, 8, 10]
const longestWaitSeconds = 40
/** Right after its order a run cannot be seen for a moment. */
const mostUnseen = 5
const mostPages = 200

export async function reportRows(
  call: GraphCall,
  graph: Graph,
  platform: SocialPlatform,
): Promise<FigureRow[]> {
  const name = JSON.stringify([call.bucket.object, call.path, call.params])
  for (let failures = 0; ; failures++) {
    const run = platform.reportRuns.get(name) ?? (await order(call, graph))
    platform.reportRuns.set(name, run)
    const outcome = await wait(run, call, graph, platform)
    if (outcome === 'late') throw new ServiceError('UPSTREAM_TIMEOUT', { values: { platform: 'social' } })
    platform.reportRuns.delete(name)
    if (outcome === 'done') return await rowsOfRun(run, call, graph)
    if (failures > 0) throw new ServiceError('UPSTREAM_ERROR', { values: { platform: 'social' } })
  }
}

async function order(call: GraphCall, graph: Graph): Promise<string> {
  const { limit: _, ...params } = call.params
  // Ordering a report changes nothing at the platform, so it may be tried again like a read.
  return (await graph.ask({ ...call, method: 'POST', params }, orderedRunRow)).report_run_id
}

async function wait(
  run: string,
  call: GraphCall,
  graph: Graph,
  { runtime }: SocialPlatform,
): Promise<'done' | 'failed' | 'late'> {
  let waitedSeconds = 0
  let unseen = 0
  for (let looks = 0; waitedSeconds < longestWaitSeconds; looks++) {
    const seconds = pauses[Math.min(looks, pauses.length - 1)] ?? 10
    if (seconds * 1000 > timeLeftMs()) return 'late'
    await runtime.pause(seconds * 1000)
    waitedSeconds += seconds
    try {
      const look = { ...call, path: [run], params: { fields: fieldsOf(runRow) } }
      const { async_status, async_percent_completion } = await graph.ask(look, runRow)
      // 100 % while it still runs happens, and then there are no rows.
      if (async_status === 'Job Completed' && async_percent_completion >= 100) return 'done'
      if (async_status === 'Job Failed' || async_status === 'Job Skipped') return 'failed'
    } catch (error) {
      unseen++
      const isUnseen = error instanceof ServiceError && error.code === 'OBJECT_NOT_FOUND'
      if (!isUnseen || unseen > mostUnseen) throw error
    }
  }
  return 'late'
}

async function rowsOfRun(run: string, call: GraphCall, graph: Graph): Promise<FigureRow[]> {
  const read: GraphCall = { ...call, path: [run, 'insights'], params: { limit: '500' } }
  const rows: FigureRow[] = []
  let page = await graph.page(read, figureRow)
  for (let count = 1; ; count++) {
    rows.push(...page.rows)
    // Runs have been seen to offer a next page for ever.
    if (page.next === undefined || page.rows.length === 0) return rows
    if (count >= mostPages)
      throw new ServiceError('UPSTREAM_BAD_RESPONSE', { values: { platform: 'social' } })
    page = await graph.page(read, figureRow, page.next)
  }
}
