// What all connectors of the professional network share; made once.

import { Flights } from '../../base/flights.ts'
import type { Runtime } from '../../base/runtime.ts'
import { Breakers } from '../kit/breaker.ts'
import type { Endpoints } from '../kit/provider.ts'
import { Retries } from '../kit/retries.ts'
import type { Upstream } from '../kit/upstream.ts'

export interface ProSetting {
  readonly endpoints: Endpoints
  readonly upstream: Upstream
  readonly runtime: Runtime
}

export interface ProPlatform extends ProSetting {
  /** By ad account. */
  readonly breakers: Breakers
  readonly retries: Retries
  readonly flights: Flights
}

export function proPlatform(setting: ProSetting): ProPlatform {
  const { runtime } = setting
  return {
    ...setting,
    breakers: new Breakers(runtime),
    retries: new Retries(runtime),
    flights: new Flights(),
  }
}
