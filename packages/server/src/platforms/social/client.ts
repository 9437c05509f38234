import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { ClientDeps, PlatformClient } from '../connector-kit/platformClient.ts'
import { SocialConnector } from './connector.ts'
import { SocialLimiter } from './limiter.ts'
import { createSocialProvider } from './oauth.ts'
import { createSocialPlatform } from './platform.ts'
import type { SocialSelection } from './selection.ts'
import type { SocialSettings } from './variables.ts'

export function createSocialClient(deps: ClientDeps<SocialSettings>) {
  const { appConfig, upstream, runtime, watch, readsLeads } = deps
  const limiter = new SocialLimiter(runtime)
  const sandboxOrigin = appConfig.mode === 'sandbox' ? new URL(appConfig.apiUrl).origin : ''
  const shared = createSocialPlatform({ ...deps, sandboxOrigin, limiter })
  return {
    provider: createSocialProvider({ ...appConfig, leads: readsLeads }, upstream, runtime, limiter, watch),
    quotaUsage: () => limiter.quotaUsage(),
    sharedQuotaKind: 'platform',
    createConnector: (connected: ConnectedAccount<SocialSelection>) => new SocialConnector(shared, connected),
  } satisfies PlatformClient<'social'>
}
