// `Prefer: wait=<seconds>` (RFC 7240 §4.3): how long the caller of a write waits. The write itself continues.

import { ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'

const retryAfterSeconds = 1

/** Returns undefined without such a preference. As RFC 7240 requires, an invalid preference is ignored. */
export function parsePreferredWaitMs(header: string | undefined): number | undefined {
  const [, seconds] = /(?:^|,)\s*wait\s*=\s*"?(\d{1,5})"?\s*(?=[,;]|$)/i.exec(header ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/**
 * Resolves with the result of a write. After the wait time, rejects with the refusal that names the write's
 * record. A write that has no record yet, because it waits for another write, is awaited until it has one.
 */
export function respondWithin<Result>(
  runtime: Runtime,
  waitMs: number | undefined,
  perform: (onStarted: (operationId: string) => void) => Promise<Result>,
): { readonly result: Promise<Result>; readonly completion: Promise<unknown> } {
  const started = Promise.withResolvers<string>()
  const execution = perform(started.resolve)
  // The journal records the failures of a write. The caller may have stopped waiting by then.
  const completion = execution.catch(() => {})
  if (waitMs === undefined) return { result: execution, completion }
  const timeout = Promise.withResolvers<void>()
  const cancel = runtime.after(waitMs, timeout.resolve)
  const pending = Promise.all([started.promise, timeout.promise]).then(([operationId]) => {
    throw new ServiceError('OPERATION_PENDING', { retryAfterSeconds, operationId })
  })
  return { result: Promise.race([execution, pending]), completion: completion.finally(cancel) }
}
