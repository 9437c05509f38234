import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { ClientDeps, PlatformClient } from '../connector-kit/platformClient.ts'
import { PublicFetch } from '../connector-kit/publicFetch.ts'
import { ProConnector } from './connector.ts'
import { createProProvider } from './oauth.ts'
import { createProPlatform } from './platform.ts'
import { ProQuota } from './quota.ts'
import type { ProSelection } from './selection.ts'
import type { ProSettings } from './variables.ts'

/** The maximum size of one part of a video. */
const maxPartBytes = 8 * 1024 * 1024

export function createProClient(deps: ClientDeps<ProSettings>) {
  const { appConfig, upstream, runtime, watch, readsLeads, mediaOrigins } = deps
  const quota = new ProQuota(runtime, runtime.now, appConfig.callsPerDay)
  const videoFetcher = new PublicFetch(runtime, { allowedOrigins: mediaOrigins, maxBytes: maxPartBytes })
  const shared = createProPlatform({ ...deps, videoFetcher, quota })
  return {
    provider: createProProvider({ ...appConfig, leads: readsLeads }, upstream, runtime, quota, watch),
    quotaUsage: () => quota.dayQuota.quotaUsage(),
    sharedQuotaKind: 'app',
    createConnector: (connected: ConnectedAccount<ProSelection>) => new ProConnector(shared, connected),
  } satisfies PlatformClient<'pro'>
}
