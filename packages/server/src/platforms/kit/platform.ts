// What all connectors of a platform share, whichever it is; made once.

import type { Platform } from '@adrail/contract'
import { Flights } from '../../base/flights.ts'
import type { Runtime } from '../../base/runtime.ts'
import { Breakers } from './breaker.ts'
import type { OnAnswer } from './calls.ts'
import type { CallWatch } from './callWatch.ts'
import type { Lookups } from './lookups.ts'
import type { Endpoints } from './provider.ts'
import { Retries } from './retries.ts'
import type { Upstream } from './upstream.ts'

export interface PlatformSetting {
  readonly endpoints: Endpoints
  readonly upstream: Upstream
  readonly runtime: Runtime
  /** Where answers are remembered that are the same for everybody. */
  readonly lookups: Lookups
  /** Is shown the answer to every read, for whoever looks at their shapes. */
  readonly onAnswer?: OnAnswer | undefined
  /** Is told whenever the platform refuses for rate. */
  quotaRefused(): void
  readonly watch: CallWatch
}

/** What a kind of look-up is called: other hosts and other versions of the platform may answer otherwise. */
export function lookupName(platform: Platform, { apiUrl, version }: Endpoints, kind: string): string {
  return `${platform} ${kind} ${apiUrl} ${version}`
}

export interface SharedParts {
  /** By ad account. */
  readonly breakers: Breakers
  readonly retries: Retries
  readonly flights: Flights
}

export function sharedParts(platform: Platform, { runtime, watch }: PlatformSetting): SharedParts {
  return {
    breakers: new Breakers(runtime, platform, watch),
    retries: new Retries(runtime),
    flights: new Flights(),
  }
}
