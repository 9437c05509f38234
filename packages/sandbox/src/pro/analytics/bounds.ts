// How much one answer of analytics holds, and how much may be asked for in five minutes.

import { Refusal } from '../errors.ts'
import type { RestRequest } from '../request.ts'
import type { ProState } from '../state.ts'

/** The platform's own: https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting */
export const usualBounds = { mostElements: 15_000, mostValues: 45_000_000 } as const

const windowMs = 5 * 60_000
const tooMuch =
  'The data request limit has been exceeded. More than 45 million metric values were requested in a 5-minute window.'

// Reading leaves the state alone, so what was read lately is kept beside it.
const windows = new WeakMap<ProState, Map<string, { readonly from: number; values: number }>>()

export function boundsOf({ exchange }: RestRequest): NonNullable<ProState['analyticsBounds']> {
  return exchange.state.pro.analyticsBounds ?? usualBounds
}

/** Counts metric values, of each application by itself. */
export function countValues(request: RestRequest, values: number): void {
  const { pro } = request.exchange.state
  const ofApps = windows.get(pro) ?? new Map()
  windows.set(pro, ofApps)
  const { clientId } = request.caller.app
  const known = ofApps.get(clientId)
  const window =
    known !== undefined && request.now < known.from + windowMs ? known : { from: request.now, values: 0 }
  ofApps.set(clientId, window)
  if (window.values + values > boundsOf(request).mostValues)
    throw new Refusal(429, { status: 429, message: tooMuch })
  window.values += values
}
