// What all connectors of the professional network share; made once.

import { Flights } from '../../base/flights.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { Endpoints } from '../kit/provider.ts'
import { Retries } from '../kit/retries.ts'
import type { Upstream } from '../kit/upstream.ts'

export interface ProSetting {
  readonly endpoints: Endpoints
  readonly upstream: Upstream
  readonly runtime: Runtime
}

export interface ProPlatform extends ProSetting {
  readonly retries: Retries
  readonly flights: Flights
}

export function proPlatform(setting: ProSetting): ProPlatform {
  return { ...setting, retries: new Retries(setting.runtime), flights: new Flights() }
}
