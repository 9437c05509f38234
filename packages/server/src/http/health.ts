// Health checks for load balancers and supervisors: liveness and readiness.

import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import { storeFailure } from '../store/failures.ts'
import { schemaIsCurrent } from '../store/migrate.ts'
import type { Store } from '../store/tables.ts'
import { sendEnvelope, sendFailure } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { Routes } from './routeTable.ts'

const probeEveryMs = 5000
/**
 * A load balancer learns within five seconds that the database hangs. The statement itself may wait longer.
 */
const checkMs = 4000

export interface Standing {
  /** Whether this process handles requests, background work, or both. */
  readonly role: string
  isDraining(): boolean
  /** The reason why the clock of this process is wrong. Undefined if the clock is right. */
  clockProblem(): Promise<string | undefined>
}

export function addHealth(routes: Routes, store: Store, runtime: Runtime, standing: Standing): void {
  const { role } = standing
  const canWrite = oncePer(probeEveryMs, runtime, () => store.probe())
  const checkStore = oneAtATime(async () => {
    await store.ping()
    if (!(await schemaIsCurrent(store.db))) throw new Error('The database schema is older than this code.')
    await canWrite()
  })
  routes.get('/healthz', (exchange) => sendWell(exchange, 'alive'))

  routes.get('/readyz', async (exchange) => {
    if (standing.isDraining())
      return sendFailure(exchange, new ServiceError('SHUTTING_DOWN', { retryAfterSeconds: 1 }))
    try {
      const checked = checkStore().then(() => standing.clockProblem())
      const problem = await atMost(checkMs, runtime, checked)
      if (problem !== undefined)
        return sendFailure(
          exchange,
          new ServiceError('CLOCK_SKEWED', { retryAfterSeconds: 30, values: { problem } }),
        )
      return sendWell(exchange, 'ready', { role })
    } catch (cause) {
      const unavailable = new ServiceError('DATABASE_UNAVAILABLE', { retryAfterSeconds: 2, cause })
      return sendFailure(exchange, storeFailure(cause) ?? unavailable)
    }
  })
}

/**
 * Shares the last result for the period: however often the check is requested, it costs only an occasional
 * write.
 */
function oncePer(periodMs: number, runtime: Runtime, find: () => Promise<void>): () => Promise<void> {
  let last: { readonly at: number; readonly found: Promise<void> } | undefined
  return () => {
    if (!last || runtime.monotonic() - last.at >= periodMs) last = { at: runtime.monotonic(), found: find() }
    return last.found
  }
}

/**
 * Shares one check between concurrent requests. If the database hangs, `/readyz` uses only one connection of
 * the pool.
 */
function oneAtATime(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

async function atMost<Found>(durationMs: number, runtime: Runtime, work: Promise<Found>): Promise<Found> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const cancel = runtime.after(durationMs, () =>
    reject(new Error(`The database did not return within ${durationMs / 1000} seconds.`)),
  )
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
  }
}

function sendWell(exchange: Exchange, status: string, more: object = {}): void {
  sendEnvelope(exchange, 200, { success: true, error: '', status, ...more })
}
