// The client of a platform: everything that calls the platform, built once per process.

import type { Platform } from '@adrail/contract'
import type { AdConnector } from './adConnector.ts'
import type { ConnectedAccount } from './connectedAccount.ts'
import type { QuotaUsage } from './dayQuota.ts'
import type { PlatformDeps } from './platform.ts'
import type { AppConfig, Provider } from './provider.ts'
import type { ImageSources } from './workspaceImages.ts'

/** The dependencies of the client of one platform. */
export interface ClientDeps<Settings extends AppConfig> extends PlatformDeps {
  readonly appConfig: Settings
  /** Whether adrail reads leads, and therefore requests the permissions for them. */
  readonly readsLeads: boolean
  /** Fetches images that callers name by URL. The platforms share one, because it bounds memory. */
  readonly imageSources: ImageSources
  /** Origins that are not public but may serve the media that callers name. */
  readonly mediaOrigins: readonly string[]
  /** Called with the platform's notices about the requested API version. */
  onVersionNotice(note: string): void
}

export interface PlatformClient<Name extends Platform = Platform> {
  readonly provider: Provider
  /** Returns how much of each kind of the platform's quotas is used. */
  quotaUsage(): readonly QuotaUsage[]
  /** The kind of the quota that all users share. The other quotas belong to an account or a member each. */
  readonly sharedQuotaKind: string
  createConnector(connected: ConnectedAccount): AdConnector & { readonly platform: Name }
}
