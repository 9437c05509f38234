// Orders, polls and reads report runs. When a run is not complete at the deadline, the next request finds the
// same run again.
// https://developers.facebook.com/docs/marketing-api/insights/best-practices#asynchronous

import { ServiceError } from '../../runtime/errors.ts'
import { timeLeftMs } from '../connector-kit/deadline.ts'
import type { RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import { reportTooLongError } from '../connector-kit/upstreamErrors.ts'
import type { Graph } from './graph.ts'
import type { ReportRuns, SocialPlatform } from './platform.ts'
import { graphFields, orderedRunRow, reportRunRow } from './rows.ts'
import type { GraphCall } from './wire.ts'

/** Delays between polls in seconds. The last delay repeats. */
const pollDelaysSeconds = [1, 2, 3, 5, 8, 10]
const maxWaitSeconds = 40
/** For a moment after its order, a run may be reported as not found. */
const maxNotFound = 5
/**
 * Runs sometimes fail, and completed runs sometimes cannot be read. Meta advises to retry
 * (singer-io/tap-facebook#43).
 */
const maxOrders = 2
/** Pages of 500 rows: the maximum of a complete report. */
const maxPages = 1_000

/** True when runs for these calls were ordered recently and can be read or polled. */
export function hasRuns(
  calls: readonly GraphCall[],
  { completedRuns, pendingRuns }: SocialPlatform,
): boolean {
  const key = toRunsKey(calls)
  return completedRuns.get(key) !== undefined || pendingRuns.get(key) !== undefined
}

export async function readReportRows<RowShape extends Shape>(
  call: GraphCall,
  kind: RowKind<RowShape>,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<RowOf<RowShape>[]> {
  const { lists } = await readReports([call], kind, graph, platform, onRows)
  return lists[0] ?? []
}

/** The rows of several calls, and the common time of their metrics. */
export async function readReports<RowShape extends Shape>(
  calls: readonly GraphCall[],
  kind: RowKind<RowShape>,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<{ readonly lists: readonly RowOf<RowShape>[][]; readonly asOf: number }> {
  const key = toRunsKey(calls)
  const readRuns = async ({ ids, orderedAt }: ReportRuns) => {
    let rowCount = 0
    let hasFailed = false
    const countRows = (added: number) => {
      if (hasFailed) return
      rowCount += added
      onRows?.(added)
    }
    try {
      const reads = calls.map((call, index) => readRunRows(ids[index] ?? '', call, kind, graph, countRows))
      return { lists: await Promise.all(reads), asOf: orderedAt }
    } catch (error) {
      // The new runs return these rows again.
      if (isFailedRun(error)) onRows?.(-rowCount)
      hasFailed = true
      throw error
    }
  }
  for (let orderCount = 1; ; orderCount++)
    try {
      return await readRuns(platform.completedRuns.get(key) ?? (await awaitRuns(key, calls, graph, platform)))
    } catch (error) {
      if (!isFailedRun(error)) throw error
      platform.completedRuns.delete(key)
      if (orderCount >= maxOrders) throw error
    }
}

/** Returns completed runs: previously ordered ones, or new ones. */
async function awaitRuns(
  key: string,
  calls: readonly GraphCall[],
  graph: Graph,
  platform: SocialPlatform,
): Promise<ReportRuns> {
  const runs = platform.pendingRuns.get(key) ?? (await orderRuns(calls, graph, platform))
  platform.pendingRuns.set(key, runs)
  const { outcome, progress } = await pollRuns(runs, calls, graph, platform)
  // The next request continues to poll the same runs.
  if (outcome === 'late')
    throw new ServiceError('UPSTREAM_TIMEOUT', { values: { platform: 'social', progress } })
  platform.pendingRuns.delete(key)
  if (outcome === 'failed')
    throw new ServiceError('UPSTREAM_ERROR', {
      values: { platform: 'social' },
      note: 'a report run failed',
      cause: failedRunCause,
    })
  platform.completedRuns.set(key, runs)
  return runs
}

const failedRunCause = new Error('A report run failed.')

/** True when new runs may succeed after these failed. */
function isFailedRun(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  return error.cause === failedRunCause || error.details.platformError?.code === '2601'
}

function toRunsKey(calls: readonly GraphCall[]): string {
  return JSON.stringify(calls.map(({ bucket, path, params }) => [bucket.object, path, params]))
}

async function orderRuns(
  calls: readonly GraphCall[],
  graph: Graph,
  { runtime }: SocialPlatform,
): Promise<ReportRuns> {
  const orderedAt = runtime.now()
  const orderedRunIds = calls.map(async (call) => {
    const { limit: _, ...params } = call.params
    // Ordering a report changes nothing at the platform, so the order is retried like a read.
    return (await graph.read({ ...call, method: 'POST', params }, orderedRunRow)).report_run_id
  })
  return { ids: await Promise.all(orderedRunIds), orderedAt }
}

async function pollRuns(
  { ids }: ReportRuns,
  calls: readonly GraphCall[],
  graph: Graph,
  { runtime }: SocialPlatform,
): Promise<{ readonly outcome: 'done' | 'failed' | 'late'; readonly progress: number }> {
  let waitedSeconds = 0
  let notFoundCount = 0
  const progress = ids.map(() => 0)
  const isRunDone = ids.map(() => false)
  /** Returns false when the run can no longer succeed. */
  const checkRun = async (runId: string, index: number): Promise<boolean> => {
    const [call] = calls
    if (call === undefined || isRunDone[index]) return true
    const names = { object: 'report' }
    const statusCall = { ...call, path: [runId], params: { fields: graphFields(reportRunRow) }, names }
    const { async_status, async_percent_completion } = await graph.read(statusCall, reportRunRow)
    progress[index] = async_percent_completion
    // A run sometimes reports 100 % while it is in progress, and then has no rows.
    isRunDone[index] = async_status === 'Job Completed' && async_percent_completion >= 100
    return async_status !== 'Job Failed' && async_status !== 'Job Skipped'
  }
  for (let attempt = 0; waitedSeconds < maxWaitSeconds; attempt++) {
    const seconds = pollDelaysSeconds[Math.min(attempt, pollDelaysSeconds.length - 1)] ?? 10
    if (seconds * 1000 > timeLeftMs()) break
    await runtime.pause(seconds * 1000)
    waitedSeconds += seconds
    try {
      const canSucceed = await Promise.all(ids.map(checkRun))
      if (canSucceed.includes(false)) return { outcome: 'failed', progress: Math.min(...progress) }
      if (!isRunDone.includes(false)) return { outcome: 'done', progress: 100 }
    } catch (error) {
      const isNotFound = error instanceof ServiceError && error.code === 'OBJECT_NOT_FOUND'
      if (!isNotFound) throw error
      if (++notFoundCount > maxNotFound) return { outcome: 'failed', progress: Math.min(...progress) }
    }
  }
  return { outcome: 'late', progress: Math.min(...progress) }
}

async function readRunRows<RowShape extends Shape>(
  runId: string,
  call: GraphCall,
  kind: RowKind<RowShape>,
  graph: Graph,
  onRows?: (count: number) => void,
): Promise<RowOf<RowShape>[]> {
  const rowsCall: GraphCall = { ...call, path: [runId, 'insights'], params: { limit: '500' } }
  const rows: RowOf<RowShape>[] = []
  let page = await graph.readPage(rowsCall, kind)
  for (let count = 1; ; count++) {
    onRows?.(page.rows.length)
    for (const row of page.rows) rows.push(row)
    // Some runs offer a next page forever.
    if (page.next === undefined || page.rows.length === 0) return rows
    if (count >= maxPages) throw reportTooLongError('social', rows.length)
    page = await graph.readPage(rowsCall, kind, page.next)
  }
}
