// Everything that linking needs; made once, by app.ts.

import { type Platform, platforms } from '@adrail/contract'
import type { Log } from '../base/log.ts'
import type { Metrics } from '../base/metrics.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Times } from '../platforms/kit/platformTimes.ts'
import type { Provider } from '../platforms/kit/provider.ts'
import type { Store } from '../store/tables.ts'
import type { LinkingMemory } from './recent.ts'
import type { Vault } from './vault.ts'

export interface Linking {
  readonly store: Store
  readonly runtime: Runtime
  /** What time it is at each platform: for all that is made, ends or falls due there. */
  readonly times: Times
  readonly vault: Vault
  readonly memory: LinkingMemory
  readonly log: Log
  readonly metrics: Metrics
  readonly providers: Readonly<Record<Platform, Provider>>
  readonly publicUrl: string
  /** The platforms that the sandbox stands in for. */
  readonly sandboxed: readonly Platform[]
  /** Whether leads are read: then consent is asked for that, and every connection becomes a source of them. */
  readonly readsLeads: boolean
}

/**
 * Whether calls of a platform are taken. Once any platform is live, those of a platform that the sandbox emulates are not:
 * its app secret is published.
 */
export function takesCallbacks({ sandboxed }: Linking, platform: Platform): boolean {
  return sandboxed.length === platforms.length || !sandboxed.includes(platform)
}

export function providerOf(linking: Linking, { platform }: { readonly platform: string }): Provider {
  // Rows of links and credentials are written with one of these names.
  return linking.providers[platform as Platform]
}

export function timeAt(linking: Linking, { platform }: { readonly platform: string }): number {
  // As above.
  return linking.times[platform as Platform]()
}
