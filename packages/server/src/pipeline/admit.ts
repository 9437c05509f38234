// Admits a caller within its rate limits and reports the remaining limits in the response headers.

import type { Caller } from '../admission/authenticate.ts'
import type { Admission, RemainingLimit, RequestLimiter } from '../admission/requestLimiter.ts'

export async function admit(
  caller: Caller,
  limiter: RequestLimiter,
  headers: Record<string, string>,
  isUrgent = false,
): Promise<Admission> {
  const setRateLimitHeaders = ({ limit, policy, remaining, resetSeconds }: RemainingLimit) => {
    headers['ratelimit-policy'] = policy
    headers['ratelimit'] = `"${limit}";r=${remaining};t=${resetSeconds}`
  }
  try {
    const admission = await limiter.acquire(caller, isUrgent)
    setRateLimitHeaders(admission.remaining)
    return admission
  } catch (error) {
    setRateLimitHeaders(limiter.remaining(caller))
    throw error
  }
}
