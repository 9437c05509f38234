// Until when somebody waits for an answer: one time for all queues, tries and calls of a request. It travels in the async
// context, so that no queue on the way can be forgotten.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueueEntry } from '../../base/fairQueue.ts'
import type { Runtime } from '../../base/runtime.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

interface Deadline extends QueueEntry {
  remainingMs(): number
}

/** Whoever waits on nobody's behalf. */
const backgroundEntry: QueueEntry = { workspaceId: '', deadlineAt: Number.POSITIVE_INFINITY }

const current = new AsyncLocalStorage<Deadline | undefined>()

/** Does the work for somebody who waits so long and no longer: a workspace's request, or what belongs to none. */
export async function withDeadline<Result>(
  runtime: Runtime,
  durationMs: number,
  work: () => Promise<Result>,
  workspaceId = '',
): Promise<Result> {
  const deadlineAt = runtime.monotonic() + durationMs
  return await current.run(
    { workspaceId, deadlineAt, remainingMs: () => deadlineAt - runtime.monotonic() },
    work,
  )
}

/** For whom the work is done, and until when, for whoever lets some go before others. */
export function currentQueueEntry(): QueueEntry {
  return current.getStore() ?? backgroundEntry
}

/** Does what is to be finished even when whoever asked for it has left, such as a refresh that voids the old tokens. */
export async function withoutDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return await current.run(undefined, work)
}

/** How much longer the one who asked waits; endless where nobody does. */
export function timeLeftMs(): number {
  return current.getStore()?.remainingMs() ?? Number.POSITIVE_INFINITY
}

/** Waits for what goes on by itself, at most until the one who asked leaves. */
export async function awaitWithinDeadline<Result>(
  runtime: Runtime,
  result: Promise<Result>,
): Promise<Result> {
  const remainingMs = timeLeftMs()
  if (!Number.isFinite(remainingMs)) return await result
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const cancel = runtime.after(remainingMs, () => reject(deadlineExceeded()))
  try {
    return await Promise.race([result, expired])
  } finally {
    cancel()
  }
}

/** The time of the request is over; whatever was still to be asked was not sent. */
export function deadlineExceeded(): UpstreamFailure {
  return new UpstreamFailure('late', 'The time of the request was over.')
}
