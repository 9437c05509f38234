// Limits of analytics: the elements of one response, and the metric values in five minutes.

import { ProApiError } from '../errors.ts'
import type { RestRequest } from '../request.ts'
import type { ProState } from '../state.ts'

/**
 * The platform's limits:
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting
 */
export const defaultAnalyticsLimits = { mostElements: 15_000, mostValues: 45_000_000 } as const

const windowMs = 5 * 60_000
const limitExceededMessage =
  'The data request limit has been exceeded. More than 45 million metric values were requested in a 5-minute window.'

// Reads leave the state unchanged, so the recent usage is kept outside of the state.
const windowsByState = new WeakMap<ProState, Map<string, { readonly from: number; values: number }>>()

export function getAnalyticsLimits({ exchange }: RestRequest): NonNullable<ProState['analyticsBounds']> {
  return exchange.state.pro.analyticsBounds ?? defaultAnalyticsLimits
}

/** Counts the metric values of each application separately, and throws when the window is exhausted. */
export function consumeValueQuota(request: RestRequest, values: number): void {
  const { pro } = request.exchange.state
  const windowsByApp = windowsByState.get(pro) ?? new Map()
  windowsByState.set(pro, windowsByApp)
  const { clientId } = request.caller.app
  const previous = windowsByApp.get(clientId)
  const window =
    previous !== undefined && request.now < previous.from + windowMs
      ? previous
      : { from: request.now, values: 0 }
  windowsByApp.set(clientId, window)
  if (window.values + values > getAnalyticsLimits(request).mostValues)
    throw new ProApiError(429, { status: 429, message: limitExceededMessage })
  window.values += values
}
