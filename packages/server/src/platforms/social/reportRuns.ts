// Report runs: ordered, waited for, read. One that is not ready at the deadline is found again by the next request.
// https://developers.facebook.com/docs/marketing-api/insights/best-practices#asynchronous

import { ServiceError } from '../../base/errors.ts'
import { timeLeftMs } from '../kit/deadline.ts'
import { reportTooLong } from '../kit/noAnswer.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import type { Graph } from './graph.ts'
import type { OrderedRuns, SocialPlatform } from './platform.ts'
import { fieldsOf, orderedRunRow, runRow } from './rows.ts'
import type { GraphCall } from './wire.ts'

/** Seconds between two looks; the last one is repeated. */
const pauses = [1, 2, 3, 5, 8, 10]
const longestWaitSeconds = 40
/** Right after its order a run cannot be seen for a moment. */
const mostUnseen = 5
/** Runs fail now and then, and complete ones cannot be read now and then: Meta advises to retry (singer-io/tap-facebook#43). */
const maxOrders = 2
/** Of 500 rows: as many as a whole report may have. */
const mostPages = 1_000

/** Whether runs for these calls were ordered lately, and can be read or waited for. */
export function areOrdered(calls: readonly GraphCall[], { doneRuns, reportRuns }: SocialPlatform): boolean {
  const name = nameOf(calls)
  return doneRuns.get(name) !== undefined || reportRuns.get(name) !== undefined
}

export async function reportRows<Of extends Shape>(
  call: GraphCall,
  kind: RowKind<Of>,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<RowOf<Of>[]> {
  const { lists } = await reportLists([call], kind, graph, platform, onRows)
  return lists[0] ?? []
}

/** The rows of several calls, and the time that all of them are of. */
export async function reportLists<Of extends Shape>(
  calls: readonly GraphCall[],
  kind: RowKind<Of>,
  graph: Graph,
  platform: SocialPlatform,
  onRows?: (count: number) => void,
): Promise<{ readonly lists: readonly RowOf<Of>[][]; readonly asOf: number }> {
  const name = nameOf(calls)
  const read = async ({ ids, orderedAt }: OrderedRuns) => {
    let counted = 0
    let hasFailed = false
    const count = (more: number) => {
      if (hasFailed) return
      counted += more
      onRows?.(more)
    }
    try {
      const reading = calls.map((call, index) => rowsOfRun(ids[index] ?? '', call, kind, graph, count))
      return { lists: await Promise.all(reading), asOf: orderedAt }
    } catch (error) {
      // New runs have these rows again.
      if (isFailedRun(error)) onRows?.(-counted)
      hasFailed = true
      throw error
    }
  }
  for (let orders = 1; ; orders++)
    try {
      return await read(platform.doneRuns.get(name) ?? (await doneRuns(name, calls, graph, platform)))
    } catch (error) {
      if (!isFailedRun(error)) throw error
      platform.doneRuns.delete(name)
      if (orders >= maxOrders) throw error
    }
}

/** Runs that are complete: those that were ordered before, or new ones. */
async function doneRuns(
  name: string,
  calls: readonly GraphCall[],
  graph: Graph,
  platform: SocialPlatform,
): Promise<OrderedRuns> {
  const runs = platform.reportRuns.get(name) ?? (await order(calls, graph, platform))
  platform.reportRuns.set(name, runs)
  const { outcome, progress } = await wait(runs, calls, graph, platform)
  // The next request continues to wait for the same runs.
  if (outcome === 'late')
    throw new ServiceError('UPSTREAM_TIMEOUT', { values: { platform: 'social', progress } })
  platform.reportRuns.delete(name)
  if (outcome === 'failed')
    throw new ServiceError('UPSTREAM_ERROR', {
      values: { platform: 'social' },
      note: 'a report run failed',
      cause: failedRun,
    })
  platform.doneRuns.set(name, runs)
  return runs
}

const failedRun = new Error('A report run failed.')

/** Whether new runs may succeed where these failed. */
function isFailedRun(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  return error.cause === failedRun || error.details.platformError?.code === '2601'
}

function nameOf(calls: readonly GraphCall[]): string {
  return JSON.stringify(calls.map(({ bucket, path, params }) => [bucket.object, path, params]))
}

async function order(
  calls: readonly GraphCall[],
  graph: Graph,
  { runtime }: SocialPlatform,
): Promise<OrderedRuns> {
  const orderedAt = runtime.now()
  const ordering = calls.map(async (call) => {
    const { limit: _, ...params } = call.params
    // Ordering a report changes nothing at the platform, so it may be tried again like a read.
    return (await graph.ask({ ...call, method: 'POST', params }, orderedRunRow)).report_run_id
  })
  return { ids: await Promise.all(ordering), orderedAt }
}

async function wait(
  { ids }: OrderedRuns,
  calls: readonly GraphCall[],
  graph: Graph,
  { runtime }: SocialPlatform,
): Promise<{ readonly outcome: 'done' | 'failed' | 'late'; readonly progress: number }> {
  let waitedSeconds = 0
  let unseen = 0
  const progress = ids.map(() => 0)
  const isDone = ids.map(() => false)
  /** Whether it can still be hoped for. */
  const look = async (run: string, index: number): Promise<boolean> => {
    const [call] = calls
    if (call === undefined || isDone[index]) return true
    const names = { object: 'report' }
    const asked = { ...call, path: [run], params: { fields: fieldsOf(runRow) }, names }
    const { async_status, async_percent_completion } = await graph.ask(asked, runRow)
    progress[index] = async_percent_completion
    // 100 % while it still runs happens, and then there are no rows.
    isDone[index] = async_status === 'Job Completed' && async_percent_completion >= 100
    return async_status !== 'Job Failed' && async_status !== 'Job Skipped'
  }
  for (let looks = 0; waitedSeconds < longestWaitSeconds; looks++) {
    const seconds = pauses[Math.min(looks, pauses.length - 1)] ?? 10
    if (seconds * 1000 > timeLeftMs()) break
    await runtime.pause(seconds * 1000)
    waitedSeconds += seconds
    try {
      const hopes = await Promise.all(ids.map(look))
      if (hopes.includes(false)) return { outcome: 'failed', progress: Math.min(...progress) }
      if (!isDone.includes(false)) return { outcome: 'done', progress: 100 }
    } catch (error) {
      const isUnseen = error instanceof ServiceError && error.code === 'OBJECT_NOT_FOUND'
      if (!isUnseen) throw error
      if (++unseen > mostUnseen) return { outcome: 'failed', progress: Math.min(...progress) }
    }
  }
  return { outcome: 'late', progress: Math.min(...progress) }
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
