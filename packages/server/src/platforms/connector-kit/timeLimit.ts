import type { Runtime } from '../../runtime/runtime.ts'

/**
 * Runs work with a signal that aborts after a time limit. Like `AbortSignal.timeout`, but uses the runtime's
 * clock.
 */
export async function withTimeLimit<Result>(
  runtime: Runtime,
  durationMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const cancel = runtime.after(durationMs, () =>
    controller.abort(new DOMException(`No response came within ${durationMs / 1000} s.`, 'TimeoutError')),
  )
  try {
    return await work(controller.signal)
  } finally {
    cancel()
  }
}
