// What all connectors of a platform share, whichever it is; made once.

import type { Platform } from '@adrail/contract'
import { Singleflight } from '../../base/flights.ts'
import type { Runtime } from '../../base/runtime.ts'
import { CircuitBreakers } from './breaker.ts'
import type { ResponseObserver } from './calls.ts'
import type { CallWatch } from './callWatch.ts'
import type { LookupCaches } from './lookups.ts'
import type { Endpoints } from './provider.ts'
import { Retries } from './retries.ts'
import type { Upstream } from './upstream.ts'

export interface PlatformSetting {
  readonly endpoints: Endpoints
  readonly upstream: Upstream
  readonly runtime: Runtime
  /** Where answers are remembered that are the same for everybody. */
  readonly lookups: LookupCaches
  /** Is shown the answer to every read, for whoever looks at their shapes. */
  readonly onResponse?: ResponseObserver | undefined
  /** Is told whenever the platform refuses for rate. */
  onQuotaRefused(): void
  readonly watch: CallWatch
}

/** What a kind of look-up is called: other hosts and other versions of the platform may answer otherwise. */
export function lookupName(platform: Platform, { apiUrl, version }: Endpoints, kind: string): string {
  return `${platform} ${kind} ${apiUrl} ${version}`
}

export interface SharedDeps {
  /** By ad account. */
  readonly breakers: CircuitBreakers
  readonly retries: Retries
  readonly singleflight: Singleflight
}

export function createSharedDeps(platform: Platform, { runtime, watch }: PlatformSetting): SharedDeps {
  return {
    breakers: new CircuitBreakers(runtime, platform, watch),
    retries: new Retries(runtime),
    singleflight: new Singleflight(),
  }
}
