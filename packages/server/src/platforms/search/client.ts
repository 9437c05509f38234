import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { ClientDeps, PlatformClient } from '../connector-kit/platformClient.ts'
import { SearchConnector } from './connector.ts'
import { createSearchProvider } from './oauth.ts'
import { createIdeasLookupKind, KeywordPlanner } from './planner.ts'
import { createSearchPlatform } from './platform.ts'
import { SearchQuota } from './quota.ts'
import type { SearchSelection } from './selection.ts'
import { connectServiceAccount } from './serviceAccount.ts'
import type { SearchSettings } from './variables.ts'

export function createSearchClient(deps: ClientDeps<SearchSettings>) {
  const { appConfig, upstream, runtime, watch, lookups } = deps
  const { developerToken, operationsPerDay, serviceAccount } = appConfig
  const quota = new SearchQuota(runtime, runtime.now, operationsPerDay)
  const provider = createSearchProvider(appConfig, upstream, runtime, quota, watch)
  const shared = createSearchPlatform({ ...deps, now: runtime.now, developerToken, quota })
  const createConnector = (connected: ConnectedAccount<SearchSelection>) =>
    new SearchConnector(shared, connected)
  const createKeywordPlanner = () => {
    const connector = createConnector(connectServiceAccount(serviceAccount, provider, runtime))
    const ideas = lookups.createCache(createIdeasLookupKind(appConfig, serviceAccount.customerId))
    return new KeywordPlanner(connector, ideas, runtime)
  }
  const hasServiceAccount = serviceAccount.customerId !== '' && serviceAccount.refreshToken !== ''
  return {
    provider,
    quotaUsage: () => quota.dayQuota.quotaUsage(),
    sharedQuotaKind: 'operations',
    createConnector,
    /** Keyword ideas, requested with the service's own account. Undefined without such an account. */
    keywordPlanner: hasServiceAccount ? createKeywordPlanner() : undefined,
  } satisfies PlatformClient<'search'> & { readonly keywordPlanner: KeywordPlanner | undefined }
}
