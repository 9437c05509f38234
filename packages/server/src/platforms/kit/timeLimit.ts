import type { Runtime } from '../../base/runtime.ts'

/** Does the work with a signal that aborts when its time is over: `AbortSignal.timeout` by the clock of the runtime. */
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
