// Health checks for load balancers and supervisors: liveness and readiness.

import { ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { toStoreError } from '../store/failures.ts'
import { isSchemaCurrent } from '../store/migrate.ts'
import type { Store } from '../store/tables.ts'
import type { Exchange } from './exchange.ts'
import { sendEnvelope, sendFailure } from './httpResponses.ts'
import type { Routes } from './routeTable.ts'

const probeIntervalMs = 5000
/**
 * A load balancer learns within five seconds that the database hangs. The statement itself may wait longer.
 */
const checkTimeoutMs = 4000

export interface ProcessStatus {
  /** Whether this process handles requests, background work, or both. */
  readonly role: string
  isDraining(): boolean
  /** The reason why the clock of this process is wrong. Undefined if the clock is right. */
  findClockProblem(): Promise<string | undefined>
}

export function addHealthRoutes(routes: Routes, store: Store, runtime: Runtime, status: ProcessStatus): void {
  const { role } = status
  const probeWrites = throttle(probeIntervalMs, runtime, () => store.probe())
  const checkStoreOnce = singleflight(async () => {
    await store.ping()
    if (!(await isSchemaCurrent(store.db))) throw new Error('The database schema is older than this code.')
    await probeWrites()
  })
  routes.get('/healthz', (exchange) => sendHealthy(exchange, 'alive'))

  routes.get('/readyz', async (exchange) => {
    if (status.isDraining())
      return sendFailure(exchange, new ServiceError('SHUTTING_DOWN', { retryAfterSeconds: 1 }))
    try {
      const check = checkStoreOnce().then(() => status.findClockProblem())
      const problem = await withTimeout(checkTimeoutMs, runtime, check)
      if (problem !== undefined)
        return sendFailure(
          exchange,
          new ServiceError('CLOCK_SKEWED', { retryAfterSeconds: 30, values: { problem } }),
        )
      return sendHealthy(exchange, 'ready', { role })
    } catch (cause) {
      const unavailable = new ServiceError('DATABASE_UNAVAILABLE', { retryAfterSeconds: 2, cause })
      return sendFailure(exchange, toStoreError(cause) ?? unavailable)
    }
  })
}

/**
 * Shares the last result for the period: however often the check is requested, it costs only an occasional
 * write.
 */
function throttle(periodMs: number, runtime: Runtime, run: () => Promise<void>): () => Promise<void> {
  let lastRun: { readonly at: number; readonly result: Promise<void> } | undefined
  return () => {
    if (!lastRun || runtime.monotonic() - lastRun.at >= periodMs)
      lastRun = { at: runtime.monotonic(), result: run() }
    return lastRun.result
  }
}

/**
 * Shares one check between concurrent requests. If the database hangs, `/readyz` uses only one connection of
 * the pool.
 */
function singleflight(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

async function withTimeout<Result>(
  durationMs: number,
  runtime: Runtime,
  work: Promise<Result>,
): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const cancel = runtime.after(durationMs, () =>
    reject(new Error(`The database did not return within ${durationMs / 1000} seconds.`)),
  )
  try {
    return await Promise.race([work, timeout])
  } finally {
    cancel()
  }
}

function sendHealthy(exchange: Exchange, status: string, extraFields: object = {}): void {
  sendEnvelope(exchange, 200, { success: true, error: '', status, ...extraFields })
}
