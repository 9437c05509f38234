// Waits for a write whose outcome was unknown in its response.

import type { CallOptions, Results } from './method.ts'
import { backOffMs, countdown, pause } from './pause.ts'

type Write = Results<'operation/get_operation'>

export interface OperationTools {
  /**
   * Polls until the write has ended, needs attention or needs approval, or until the time is over. Returns
   * the record of the write at that time.
   */
  wait(operationId: string, options?: CallOptions): Promise<Write>
}

const open: readonly Write['state'][] = ['PENDING', 'EXECUTING', 'UNKNOWN']
/** The service gives up on finishing a write after this time. */
const longestMs = 15 * 60_000

export async function waitFor(
  ask: (options: CallOptions) => Promise<Write>,
  { timeoutMs = longestMs, ...options }: CallOptions = {},
): Promise<Write> {
  const left = countdown(timeoutMs)
  for (let attempt = 1; ; attempt++) {
    const write = await ask({ ...options, timeoutMs: Math.max(1_000, left()) })
    if (!open.includes(write.state)) return write
    const waitMs = backOffMs(attempt)
    if (waitMs >= left()) return write
    await pause(waitMs, options.signal)
  }
}
