// The deadline of a request. One deadline limits all queues, attempts and calls. The async context carries
// the deadline, so no queue on the way can omit it.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueueEntry } from '../../concurrency/fairQueue.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

interface Deadline extends QueueEntry {
  remainingMs(): number
}

/** Queue entry of work that belongs to no request. */
const backgroundEntry: QueueEntry = { workspaceId: '', deadlineAt: Number.POSITIVE_INFINITY }

const deadlineStorage = new AsyncLocalStorage<Deadline | undefined>()

/** Runs work with a deadline, for a workspace's request or for background work. */
export async function withDeadline<Result>(
  runtime: Runtime,
  durationMs: number,
  work: () => Promise<Result>,
  workspaceId = '',
): Promise<Result> {
  const deadlineAt = runtime.monotonic() + durationMs
  return await deadlineStorage.run(
    { workspaceId, deadlineAt, remainingMs: () => deadlineAt - runtime.monotonic() },
    work,
  )
}

/** Workspace and deadline of the current work, for queues that order their entries by them. */
export function currentQueueEntry(): QueueEntry {
  return deadlineStorage.getStore() ?? backgroundEntry
}

/**
 * Runs work that must finish even after its caller has left, such as a refresh that invalidates the old
 * tokens.
 */
export async function withoutDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return await deadlineStorage.run(undefined, work)
}

/** Time until the deadline of the current work. Infinite without a deadline. */
export function timeLeftMs(): number {
  return deadlineStorage.getStore()?.remainingMs() ?? Number.POSITIVE_INFINITY
}

/**
 * Waits for a promise until the deadline of the current work at most. The work behind the promise continues.
 */
export async function awaitWithinDeadline<Result>(
  runtime: Runtime,
  result: Promise<Result>,
): Promise<Result> {
  const remainingMs = timeLeftMs()
  if (!Number.isFinite(remainingMs)) return await result
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const cancel = runtime.after(remainingMs, () => reject(deadlineExceededError()))
  try {
    return await Promise.race([result, expired])
  } finally {
    cancel()
  }
}

/** Error for an expired deadline. Calls that were not sent yet stay unsent. */
export function deadlineExceededError(): UpstreamFailure {
  return new UpstreamFailure('late', 'The deadline of the request has passed.')
}
