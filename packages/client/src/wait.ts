// Waits for a write whose outcome was unknown in its response.

import type { CallOptions, Results } from './method.ts'
import { computeBackoffMs, sleep, startCountdown } from './pause.ts'

type Write = Results<'operation/get_operation'>

export interface OperationMethods {
  /**
   * Polls until the write has ended, needs attention or needs approval, or until the time is over. Returns
   * the record of the write at that time.
   */
  wait(operationId: string, options?: CallOptions): Promise<Write>
}

const openStates: readonly Write['state'][] = ['PENDING', 'EXECUTING', 'UNKNOWN']
/** The service gives up on finishing a write after this time. */
const maxWaitMs = 15 * 60_000

export async function waitForWrite(
  getWrite: (options: CallOptions) => Promise<Write>,
  { timeoutMs = maxWaitMs, ...options }: CallOptions = {},
): Promise<Write> {
  const getRemainingMs = startCountdown(timeoutMs)
  for (let attempt = 1; ; attempt++) {
    const write = await getWrite({ ...options, timeoutMs: Math.max(1_000, getRemainingMs()) })
    if (!openStates.includes(write.state)) return write
    const waitMs = computeBackoffMs(attempt)
    if (waitMs >= getRemainingMs()) return write
    await sleep(waitMs, options.signal)
  }
}
