// Waiting for room at a platform: as long as that is soon enough for whoever asked, and not sent at all when it is not.

import type { Platform } from '@adrail/contract'
import { type ErrorDetails, ServiceError } from '../../base/errors.ts'
import type { Runtime } from '../../base/runtime.ts'
import { timeLeftMs } from './deadline.ts'
import type { Sender, UpstreamRequest, UpstreamResponse } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

const longestWaitMs = 15_000
/** Others may be quicker to take the room that was waited for. */
const mostLooks = 4

/** Takes room as soon as there is some. `take` says how long that will be, or 0 when it has taken it. */
export async function takeRoom(runtime: Runtime, platform: Platform, take: () => number): Promise<void> {
  for (let looks = 1; ; looks++) {
    const waitMs = take()
    if (waitMs <= 0) return
    if (looks === mostLooks || waitMs > longestWaitMs || waitMs > timeLeftMs())
      throw rateLimited(platform, waitMs / 1000)
    await runtime.pause(waitMs)
  }
}

/** The platform asks to slow down, or would if it were asked now. */
export function rateLimited(platform: Platform, seconds: number, details: ErrorDetails = {}): ServiceError {
  const whole = Math.max(1, Math.ceil(seconds))
  return new ServiceError('UPSTREAM_RATE_LIMITED', {
    ...details,
    values: { platform, seconds: whole },
    retryAfterSeconds: whole,
  })
}

/** A place that was taken: told of the answer, and given back. */
interface Place {
  note?(response: UpstreamResponse): void
  leave?(): void
}

/** For linking, where a platform that has no room is one that cannot be reached just now. */
export function sendWithRoom(sender: Sender, enter: (request: UpstreamRequest) => Promise<Place>): Sender {
  return {
    async send(request) {
      const place = await enter(request).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        throw new UpstreamFailure('paused', error.message, error, error.details.retryAfterSeconds)
      })
      try {
        const response = await sender.send(request)
        place.note?.(response)
        return response
      } finally {
        place.leave?.()
      }
    },
  }
}
