// Waiting for room at a platform: as long as that is soon enough for whoever asked, and not sent at all when it is not.

import type { Platform } from '@adrail/contract'
import { type ErrorDetails, ServiceError } from '../../base/errors.ts'
import type { Runtime } from '../../base/runtime.ts'
import { timeLeftMs } from './deadline.ts'
import type { Sender, UpstreamRequest, UpstreamResponse } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

const maxWaitMs = 15_000
/** Others may be quicker to take the room that was waited for. */
const maxAttempts = 4

/** Takes room as soon as there is some. `tryTake` says how long that will be, or 0 when it has taken it. */
export async function acquireQuota(
  runtime: Runtime,
  platform: Platform,
  tryTake: () => number,
): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    const waitMs = tryTake()
    if (waitMs <= 0) return
    if (attempts === maxAttempts || waitMs > maxWaitMs || waitMs > timeLeftMs())
      throw upstreamRateLimitError(platform, waitMs / 1000)
    await runtime.pause(waitMs)
  }
}

/** The platform asks to slow down, or would if it were asked now. */
export function upstreamRateLimitError(
  platform: Platform,
  seconds: number,
  details: ErrorDetails = {},
): ServiceError {
  const wholeSeconds = Math.max(1, Math.ceil(seconds))
  return new ServiceError('UPSTREAM_RATE_LIMITED', {
    ...details,
    values: { platform, seconds: wholeSeconds },
    retryAfterSeconds: wholeSeconds,
  })
}

/** A place that was taken: told of the answer, and given back. */
interface QuotaSlot {
  onResponse?(response: UpstreamResponse): void
  release?(): void
}

/** For linking, where a platform that has no room is one that cannot be reached just now. */
export function wrapWithQuota(
  sender: Sender,
  acquireSlot: (request: UpstreamRequest) => Promise<QuotaSlot>,
): Sender {
  return {
    async send(request) {
      const slot = await acquireSlot(request).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        throw new UpstreamFailure('paused', error.message, error, error.details.retryAfterSeconds)
      })
      try {
        const response = await sender.send(request)
        slot.onResponse?.(response)
        return response
      } finally {
        slot.release?.()
      }
    },
  }
}
