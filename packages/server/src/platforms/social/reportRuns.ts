// Report runs: ordered, waited for, read. One that is not ready at the deadline is found again by the next request.
// https://developers.facebook.com/docs/marketing-api/insights/best-practices#asynchronous

import { ServiceError } from '../../base/errors.ts'
import { asText, type Json } from '../kit/values.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import type { GraphCall } from './wire.ts'

const statusFields =
  'async_status,async_percent_completion,error_code,error_message,error_subcode,error_user_title,error_user_msg'
/** Seconds between two looks; the last one is repeated. */
const pauses = [1, 2, 3, 5, 8, 10]
const longestWaitSeconds = 40
/** Right after its order a run cannot be seen for a moment. */
const mostUnseen = 5
const mostPages = 200

export async function reportRows(call: GraphCall, graph: Graph, platform: SocialPlatform): Promise<Json[]> {
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
  const answer = await graph.read({ ...call, method: 'POST', params })
  return asText(answer['report_run_id'])
}

async function wait(
  run: string,
  call: GraphCall,
  graph: Graph,
  { runtime }: SocialPlatform,
): Promise<'done' | 'failed' | 'late'> {
  let waitedSeconds = 0
  let unseen = 0
  for (let look = 0; waitedSeconds < longestWaitSeconds; look++) {
    const seconds = pauses[Math.min(look, pauses.length - 1)] ?? 10
    await runtime.pause(seconds * 1000)
    waitedSeconds += seconds
    try {
      const state = await graph.read({ ...call, path: [run], params: { fields: statusFields } })
      const status = asText(state['async_status'])
      // 100 % while it still runs happens, and then there are no rows.
      if (status === 'Job Completed' && Number(state['async_percent_completion']) >= 100) return 'done'
      if (status === 'Job Failed' || status === 'Job Skipped') return 'failed'
    } catch (error) {
      unseen++
      const isUnseen = error instanceof ServiceError && error.code === 'OBJECT_NOT_FOUND'
      if (!isUnseen || unseen > mostUnseen) throw error
    }
  }
  return 'late'
}

async function rowsOfRun(run: string, call: GraphCall, graph: Graph): Promise<Json[]> {
  const read: GraphCall = { ...call, path: [run, 'insights'], params: { limit: '500' } }
  const rows: Json[] = []
  let page = await graph.page(read)
  for (let count = 1; ; count++) {
    rows.push(...page.rows)
    // Runs have been seen to offer a next page for ever.
    if (page.next === undefined || page.rows.length === 0) return rows
    if (count >= mostPages)
      throw new ServiceError('UPSTREAM_BAD_RESPONSE', { values: { platform: 'social' } })
    page = await graph.pageAt(read, page.next)
  }
}
