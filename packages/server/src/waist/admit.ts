// Lets a caller in, within its limits, and says in the headers of the answer what is left of them.

import type { Caller } from '../guard/authenticate.ts'
import type { Admission, Limiter } from '../guard/limit.ts'

export async function admit(
  caller: Caller,
  limiter: Limiter,
  headers: Record<string, string>,
  isUrgent = false,
): Promise<Admission> {
  headers['ratelimit-policy'] = limiter.policy
  try {
    const admission = await limiter.enter(caller, isUrgent)
    const { remaining, resetSeconds } = admission.allowance
    headers['ratelimit'] = `"key";r=${remaining};t=${resetSeconds}`
    return admission
  } catch (refused) {
    const { remaining, resetSeconds } = limiter.remaining(caller.keyId)
    headers['ratelimit'] = `"key";r=${remaining};t=${resetSeconds}`
    throw refused
  }
}
