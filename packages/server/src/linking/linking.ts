// Shared dependencies of the linking code, assembled once at startup. A function names the ones that it uses.

import { type Platform, platforms } from '@adrail/contract'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { PlatformDefinition } from '../platforms/connector-kit/platformDefinition.ts'
import type { PlatformTimes } from '../platforms/connector-kit/platformTimes.ts'
import type { Provider } from '../platforms/connector-kit/provider.ts'
import { definitionOf } from '../platforms/index.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Store } from '../store/tables.ts'
import type { LinkingCache } from './linkingCache.ts'
import type { Vault } from './vault.ts'

export interface LinkingDeps {
  readonly store: Store
  readonly runtime: Runtime
  /** Everything issued, expiring or due at a platform uses the platform's own time. */
  readonly times: PlatformTimes
  readonly vault: Vault
  readonly cache: LinkingCache
  readonly log: Log
  readonly metrics: Metrics
  readonly providers: Readonly<Record<Platform, Provider>>
  readonly publicUrl: string
  readonly sandboxedPlatforms: readonly Platform[]
  /**
   * With lead reading on, the consent includes the lead permissions
   * and every connection becomes a lead source.
   */
  readonly readsLeads: boolean
}

/**
 * If any platform is live, adrail rejects calls in the name of platforms that
 * the sandbox emulates: their app secret is published.
 */
export function acceptsCallbacks(
  { sandboxedPlatforms }: Pick<LinkingDeps, 'sandboxedPlatforms'>,
  platform: Platform,
): boolean {
  return sandboxedPlatforms.length === platforms.length || !sandboxedPlatforms.includes(platform)
}

/** Returns the definition of the platform that a row names. */
export function getDefinition({ platform }: { readonly platform: Platform }): PlatformDefinition {
  return definitionOf(platform)
}

export function getProvider(
  { providers }: Pick<LinkingDeps, 'providers'>,
  { platform }: { readonly platform: Platform },
): Provider {
  return providers[platform]
}

export function platformNow(
  { times }: Pick<LinkingDeps, 'times'>,
  { platform }: { readonly platform: Platform },
): number {
  return times[platform]()
}
