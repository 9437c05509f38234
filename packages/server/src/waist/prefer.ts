// `Prefer: wait=<seconds>` (RFC 7240 §4.3): how long a write may keep its caller waiting. The write itself goes on.

import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'

const retryAfterSeconds = 1

/** Nothing when no such preference stands in the header; what cannot be read is ignored, as the standard wants it. */
export function preferredWaitMs(header: string | undefined): number | undefined {
  const [, seconds] = /(?:^|,)\s*wait\s*=\s*"?(\d{1,5})"?\s*(?=[,;]|$)/i.exec(header ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/**
 * The answer, or after that time, if there is one, the refusal that names the record of the write. A write without a record
 * yet, which waits for another one, is waited for until it has one.
 */
export function awaitAtMost<Answer>(
  runtime: Runtime,
  waitMs: number | undefined,
  perform: (begun: (operationId: string) => void) => Promise<Answer>,
): { readonly answer: Promise<Answer>; readonly settled: Promise<unknown> } {
  const begun = Promise.withResolvers<string>()
  const performing = perform(begun.resolve)
  // Its failures are written down by the journal; here somebody may have stopped listening.
  const settled = performing.catch(() => {})
  if (waitMs === undefined) return { answer: performing, settled }
  const late = Promise.withResolvers<void>()
  const cancel = runtime.after(waitMs, late.resolve)
  const pending = Promise.all([begun.promise, late.promise]).then(([operationId]) => {
    throw new ServiceError('OPERATION_PENDING', { retryAfterSeconds, operationId })
  })
  return { answer: Promise.race([performing, pending]), settled: settled.finally(cancel) }
}
