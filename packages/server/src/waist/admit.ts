// Admits a caller within its rate limits and reports the remaining limits in the response headers.

import type { Caller } from '../guard/authenticate.ts'
import type { Admission, Limiter, Remaining } from '../guard/limit.ts'

export async function admit(
  caller: Caller,
  limiter: Limiter,
  headers: Record<string, string>,
  isUrgent = false,
): Promise<Admission> {
  const show = ({ limit, policy, remaining, resetSeconds }: Remaining) => {
    headers['ratelimit-policy'] = policy
    headers['ratelimit'] = `"${limit}";r=${remaining};t=${resetSeconds}`
  }
  try {
    const admission = await limiter.enter(caller, isUrgent)
    show(admission.remaining)
    return admission
  } catch (refused) {
    show(limiter.remaining(caller))
    throw refused
  }
}
