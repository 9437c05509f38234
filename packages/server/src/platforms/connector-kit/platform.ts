// Dependencies that all connectors of one platform share. Created once per platform.

import type { Platform } from '@adrail/contract'
import { Singleflight } from '../../concurrency/singleflight.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { ResponseObserver } from './calls.ts'
import type { CallWatch } from './callWatch.ts'
import { CircuitBreakers } from './circuitBreakers.ts'
import type { LookupCaches } from './lookupCaches.ts'
import type { AppConfig } from './provider.ts'
import { Retries } from './retries.ts'
import type { Upstream } from './upstream.ts'

export interface PlatformDeps {
  readonly appConfig: AppConfig
  readonly upstream: Upstream
  readonly runtime: Runtime
  /** Cache of lookups whose result is the same for all users. */
  readonly lookups: LookupCaches
  /** Receives the response to every read, to detect changed response shapes. */
  readonly onResponse?: ResponseObserver | undefined
  /** Called when the platform refuses a call because of a rate limit. */
  onQuotaRefused(): void
  readonly watch: CallWatch
}

/** Cache name of a lookup kind. Other hosts and versions of the platform may return other data. */
export function lookupName(platform: Platform, { apiUrl, version }: AppConfig, kind: string): string {
  return `${platform} ${kind} ${apiUrl} ${version}`
}

export interface SharedDeps {
  /** Keyed by ad account. */
  readonly breakers: CircuitBreakers
  readonly retries: Retries
  readonly singleflight: Singleflight
}

export function createSharedDeps(platform: Platform, { runtime, watch }: PlatformDeps): SharedDeps {
  return {
    breakers: new CircuitBreakers(runtime, platform, watch),
    retries: new Retries(runtime),
    singleflight: new Singleflight(),
  }
}
