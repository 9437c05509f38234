// Report runs: ordered, waited for, read. One that is not ready at the deadline is found again by the next request.
// https://developers.facebook.com/docs/marketing-api/insights/best-practices#asynchronous

import { ServiceError } from '../../base/errors.ts'
import { timeLeftMs } from '../kit/deadline.ts'
import { reportTooLong } from '../kit/noAnswer.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { fieldsOf, orderedRunRow, runRow } from './rows.ts'
import type { GraphCall } from './wire.ts'

/** Seconds between two looks; the last one is repeated. */
const pauses = [1, 2, 3, 5, 8, 10]
const longestWaitSeconds = 40
/** Right after its order a run cannot be seen for a moment. */
const mostUnseen = 5
/** Of 500 rows: as many as a whole report may have. */
const mostPages = 1_000

export async function reportRows<Of extends Shape>(
  call: GraphCall,
  kind: RowKind<Of>,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<RowOf<Of>[]> {
  const name = JSON.stringify([call.bucket.object, call.path, call.params])
  const done = platform.doneRuns.get(name)
  if (done !== undefined) return await rowsOfRun(done, call, kind, graph, onRows)
  for (let failures = 0; ; failures++) {
    const run = platform.reportRuns.get(name) ?? (await order(call, graph))
    platform.reportRuns.set(name, run)
    const { outcome, progress } = await wait(run, call, graph, platform)
    // Who asks again is told how far it has come since.
    if (outcome === 'late')
      throw new ServiceError('UPSTREAM_TIMEOUT', { values: { platform: 'social', progress } })
    platform.reportRuns.delete(name)
    if (outcome === 'done') {
      platform.doneRuns.set(name, run)
      return await rowsOfRun(run, call, kind, graph, onRows)
    }
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
): Promise<{ readonly outcome: 'done' | 'failed' | 'late'; readonly progress: number }> {
  let waitedSeconds = 0
  let unseen = 0
  let progress = 0
  for (let looks = 0; waitedSeconds < longestWaitSeconds; looks++) {
    const seconds = pauses[Math.min(looks, pauses.length - 1)] ?? 10
    if (seconds * 1000 > timeLeftMs()) break
    await runtime.pause(seconds * 1000)
    waitedSeconds += seconds
    try {
      const names = { object: 'report' }
      const look = { ...call, path: [run], params: { fields: fieldsOf(runRow) }, names }
      const { async_status, async_percent_completion } = await graph.ask(look, runRow)
      // 100 % while it still runs happens, and then there are no rows.
      if (async_status === 'Job Completed' && async_percent_completion >= 100)
        return { outcome: 'done', progress: 100 }
      if (async_status === 'Job Failed' || async_status === 'Job Skipped')
        return { outcome: 'failed', progress }
      progress = async_percent_completion
    } catch (error) {
      const isUnseen = error instanceof ServiceError && error.code === 'OBJECT_NOT_FOUND'
      if (!isUnseen) throw error
      if (++unseen > mostUnseen) return { outcome: 'failed', progress }
    }
  }
  return { outcome: 'late', progress }
}

async function rowsOfRun<Of extends Shape>(
  run: string,
  call: GraphCall,
  kind: RowKind<Of>,
  graph: Graph,
  onRows?: (count: number) => void,
): Promise<RowOf<Of>[]> {
  const read: GraphCall = { ...call, path: [run, 'insights'], params: { limit: '500' } }
  const rows: RowOf<Of>[] = []
  let page = await graph.page(read, kind)
  for (let count = 1; ; count++) {
    onRows?.(page.rows.length)
    for (const row of page.rows) rows.push(row)
    // Runs have been seen to offer a next page for ever.
    if (page.next === undefined || page.rows.length === 0) return rows
    if (count >= mostPages) throw reportTooLong('social', rows.length)
    page = await graph.page(read, kind, page.next)
  }
}
