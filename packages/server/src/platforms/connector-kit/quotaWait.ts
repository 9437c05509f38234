// Waits for free quota at a platform while the request has time. Otherwise the call is not sent.

import type { Platform } from '@adrail/contract'
import { type ErrorDetails, ServiceError } from '../../runtime/errors.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { timeLeftMs } from './deadline.ts'
import type { Sender, UpstreamRequest, UpstreamResponse } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

const maxWaitMs = 15_000
/** Concurrent calls may take the free quota first. */
const maxAttempts = 4

/**
 * Acquires quota when some is free. `tryTake` returns 0 after it took quota, otherwise the time until some is
 * free.
 */
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

/** Error for a rate limit of the platform, reported by the platform or predicted by adrail. */
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

/** An acquired slot: receives the response, and is released after the call. */
interface QuotaSlot {
  onResponse?(response: UpstreamResponse): void
  release?(): void
}

/** Wraps a sender for linking, where a platform without free quota counts as unavailable. */
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
