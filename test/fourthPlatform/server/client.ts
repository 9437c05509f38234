import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import { createSharedDeps } from '../connector-kit/platform.ts'
import type { ClientDeps, PlatformClient } from '../connector-kit/platformClient.ts'
import { TownConnector } from './connector.ts'
import { createTownProvider } from './oauth.ts'
import type { TownSettings } from './variables.ts'

export function createTownClient(deps: ClientDeps<TownSettings>) {
  const { appConfig, upstream, runtime, readsLeads } = deps
  const shared = { ...deps, ...createSharedDeps('town', deps) }
  return {
    provider: createTownProvider({ appConfig, upstream, runtime }, readsLeads),
    quotaUsage: () => [],
    sharedQuotaKind: 'app',
    createConnector: (connected: ConnectedAccount) => new TownConnector(shared, connected),
  } satisfies PlatformClient<'town'>
}
