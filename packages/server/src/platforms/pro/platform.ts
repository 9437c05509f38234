// What all connectors of this platform share; made once.

import { Flights } from '../../base/flights.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { Endpoints } from '../kit/provider.ts'
import { Retries } from '../kit/retries.ts'
import type { Upstream } from '../kit/upstream.ts'

export interface ProPlatform {
  readonly endpoints: Endpoints
  readonly upstream: Upstream
  readonly runtime: Runtime
  readonly retries: Retries
  readonly flights: Flights
}

export function makeProPlatform(given: Pick<ProPlatform, 'endpoints' | 'upstream' | 'runtime'>): ProPlatform {
  return { ...given, retries: new Retries(given.runtime), flights: new Flights() }
}
