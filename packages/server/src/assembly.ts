// The parts between the store and the operations, built from a configuration: clients of the platforms, and
// the linked accounts. The service and the doctor are built on these parts.

import { type Platform, platforms } from '@adrail/contract'
import { type Config, sandboxApps } from './config/config.ts'
import type { Keyring } from './encryption/keyring.ts'
import { type Accounts, type ConnectorFactories, makeAccounts } from './linking/accounts.ts'
import { Connections } from './linking/connect.ts'
import type { LinkingDeps } from './linking/linking.ts'
import { LinkingCache } from './linking/linkingCache.ts'
import { TokenRefresher } from './linking/tokenRefresher.ts'
import { makeVault } from './linking/vault.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { ResponseObserver } from './platforms/connector-kit/calls.ts'
import { CallWatch } from './platforms/connector-kit/callWatch.ts'
import { ImageFetcher, maxImageBytes } from './platforms/connector-kit/imageFetcher.ts'
import { LookupCaches } from './platforms/connector-kit/lookupCaches.ts'
import {
  createRemoteSandboxWorld,
  PlatformClocks,
  type PlatformTimes,
  type SandboxWorld,
} from './platforms/connector-kit/platformTimes.ts'
import type { AppConfig, Provider } from './platforms/connector-kit/provider.ts'
import { PublicFetch } from './platforms/connector-kit/publicFetch.ts'
import {
  makeUpstream,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from './platforms/connector-kit/upstream.ts'
import { ProConnector } from './platforms/pro/connector.ts'
import { createProProvider } from './platforms/pro/oauth.ts'
import { createProPlatform } from './platforms/pro/platform.ts'
import { ProQuota } from './platforms/pro/quota.ts'
import { SearchConnector } from './platforms/search/connector.ts'
import { createSearchProvider } from './platforms/search/oauth.ts'
import { createSearchPlatform } from './platforms/search/platform.ts'
import { SearchQuota } from './platforms/search/quota.ts'
import { SocialConnector } from './platforms/social/connector.ts'
import { mediaDomains } from './platforms/social/imageSizes.ts'
import { SocialLimiter } from './platforms/social/limiter.ts'
import { createSocialProvider } from './platforms/social/oauth.ts'
import { createSocialPlatform } from './platforms/social/platform.ts'
import type { Runtime } from './runtime/runtime.ts'
import type { ChangeWatch } from './store/changeWatch.ts'
import type { Store } from './store/tables.ts'

export type OnExchange = (request: UpstreamRequest, response: UpstreamResponse) => void

/** The dependencies of the platform clients. */
export interface PlatformAssemblyDeps {
  readonly runtime: Runtime
  readonly metrics: Metrics
  /** The address of the sandbox that emulates platforms. Empty if all platforms are live. */
  readonly sandboxUrl: string
  /** The world of that sandbox, if this process embeds it. */
  readonly world?: SandboxWorld
  /** Clocks in place of the platforms' own, so that a test can make them differ. */
  readonly times?: PlatformTimes | undefined
  /** Called with every exchange with a platform, for checks of platform responses. */
  readonly onExchange?: OnExchange
}

/** The platform clients of this deployment's apps, independent of users. */
export interface PlatformAssembly {
  readonly appConfigs: Readonly<Record<Platform, AppConfig>>
  /** Sends requests to the platforms, or to the sandbox in their place. */
  readonly upstream: Upstream
  /** The world of the sandbox in use. Absent if every platform is live. */
  readonly world?: SandboxWorld
  readonly times: PlatformTimes
  readonly platformClocks: PlatformClocks
  readonly runtimeByPlatform: Readonly<Record<Platform, Runtime>>
  readonly providers: Readonly<Record<Platform, Provider>>
  readonly quotas: Quotas
  readonly watch: CallWatch
  readonly metrics: Metrics
}

/** The quotas of each platform, shared by all its clients. */
export interface Quotas {
  readonly social: SocialLimiter
  readonly search: SearchQuota
  readonly pro: ProQuota
}

export async function assemblePlatforms(
  config: Config,
  deps: PlatformAssemblyDeps,
): Promise<PlatformAssembly> {
  const { runtime, metrics, sandboxUrl, onExchange } = deps
  const appConfigs = makeAppConfigs(config, sandboxUrl)
  const watch = new CallWatch(runtime, metrics)
  const platformClocks = new PlatformClocks(runtime, (url) => livePlatformAt(config, appConfigs, url))
  const watchedUpstream = watch.wrap(
    makeUpstream(runtime, Object.values(appConfigs).flatMap(listAppUrls), mediaDomains),
  )
  const clockedUpstream = platformClocks.wrap(watchedUpstream)
  const upstream = onExchange ? observeExchanges(clockedUpstream, onExchange) : clockedUpstream
  const world = await connectWorld(config, deps, upstream)
  const times = deps.times ?? platformTimes(config, platformClocks, world)
  const runtimeByPlatform = createPlatformRuntimes(times, runtime)
  const quotas = makeQuotas(config, runtime, times)
  return {
    appConfigs,
    upstream,
    ...(world ? { world } : {}),
    times,
    platformClocks,
    runtimeByPlatform,
    providers: makeProviders(config, appConfigs, { upstream, runtimeByPlatform, quotas, watch }),
    quotas,
    watch,
    metrics,
  }
}

/** Further dependencies of an assembly. */
export interface AssemblyDeps {
  readonly store: Store
  readonly keyring: Keyring
  readonly runtime: Runtime
  readonly log: Log
  /** Reads the changes of other processes. */
  readonly changes: ChangeWatch
  /** Returns the address under which users reach the service, once it is known. */
  publicUrl(): string
  /** Called with the notice of a platform's response about the requested API version. */
  onVersionNotice(platform: Platform, note: string): void
  /** Called whenever a platform refuses a call for its rate. */
  onQuotaRefused(platform: Platform): void
  /** Called with the raw response to every read of a linked account. */
  readonly onResponse?: ResponseObserver
  /** Lookups that processes share. Without them, this process caches alone. */
  readonly lookups?: LookupCaches
}

export interface Assembly extends PlatformAssembly {
  readonly linking: LinkingDeps
  readonly tokenRefresher: TokenRefresher
  readonly makeConnector: ConnectorFactories
  readonly connections: Connections
  readonly accounts: Accounts
  /** Closes the platform clients after all tokens in flight are stored. */
  close(): Promise<void>
}

export function assemble(config: Config, platformAssembly: PlatformAssembly, deps: AssemblyDeps): Assembly {
  const { store, keyring, runtime, log, changes } = deps
  const { upstream, times, providers, metrics } = platformAssembly
  const linking: LinkingDeps = {
    store,
    runtime,
    times,
    log,
    metrics,
    vault: makeVault(keyring),
    cache: new LinkingCache(runtime, changes),
    providers,
    sandboxedPlatforms: sandboxedPlatforms(config),
    readsLeads: config.readsLeads,
    get publicUrl() {
      return deps.publicUrl()
    },
  }
  const tokenRefresher = new TokenRefresher(linking)
  const makeConnector = makeConnectors(config, platformAssembly, deps)
  const connections = new Connections(linking, tokenRefresher)
  return {
    ...platformAssembly,
    linking,
    tokenRefresher,
    makeConnector,
    connections,
    accounts: makeAccounts(connections, makeConnector),
    async close() {
      await tokenRefresher.drain()
      await upstream.close()
    },
  }
}

/** Exposes how much of each platform's quotas is used. */
export function registerQuotaMetrics({ social, search, pro }: Quotas, metrics: Metrics): void {
  // The counter starts at 0, so that the first refusal is visible as an increase.
  for (const platform of platforms) metrics.initializeCounter('quotaRefusals', platform)
  metrics.onScrape(() =>
    Object.entries({ social, search: search.dayQuota, pro: pro.dayQuota }).flatMap(([platform, quota]) =>
      quota
        .quotaUsage()
        .map(({ kind, used }) => ({ gauge: 'quotaUsed' as const, labels: [platform, kind], value: used })),
    ),
  )
}

/** The used share of the quota that all users share. The other quotas belong to an account or member each. */
export function quotaUsed({ social, search, pro }: Quotas, platform: Platform): number {
  const sharedKind = { social: 'platform', search: 'operations', pro: 'app' }[platform]
  const readings = { social, search: search.dayQuota, pro: pro.dayQuota }[platform].quotaUsage()
  return readings.find(({ kind }) => kind === sharedKind)?.used ?? 0
}

/** The platforms that the sandbox emulates. */
export function sandboxedPlatforms({ platforms: settings }: Config): Platform[] {
  return platforms.filter((platform) => settings[platform].mode === 'sandbox')
}

/**
 * Pictures come from any public address. If the sandbox emulates a platform, they also come from the sandbox.
 */
export function pictureOrigins(config: Config, appConfigs: PlatformAssembly['appConfigs']): string[] {
  return sandboxedPlatforms(config).map((platform) => appConfigs[platform].apiUrl)
}

/** The endpoints of each platform: the live ones, or the sandbox's with its registered app. */
function makeAppConfigs(config: Config, sandboxUrl: string): PlatformAssembly['appConfigs'] {
  const makeAppConfig = (platform: Platform): AppConfig => {
    const settings = config.platforms[platform]
    if (settings.mode === 'live') return settings
    const { version } = settings
    return {
      apiUrl: sandboxUrl,
      authorizeUrl: sandboxUrl,
      tokenUrl: sandboxUrl,
      version,
      ...sandboxApps[platform],
    }
  }
  return { social: makeAppConfig('social'), search: makeAppConfig('search'), pro: makeAppConfig('pro') }
}

function observeExchanges(upstream: Upstream, onExchange: OnExchange): Upstream {
  return {
    async send(request) {
      const response = await upstream.send(request)
      onExchange(request, response)
      return response
    },
    close: () => upstream.close(),
  }
}

function listAppUrls({ apiUrl, authorizeUrl, tokenUrl }: AppConfig): string[] {
  return [apiUrl, authorizeUrl, tokenUrl]
}

/** Returns the world of the sandbox in use, embedded or not. Undefined if every platform is live. */
async function connectWorld(
  config: Config,
  { world, sandboxUrl, runtime }: PlatformAssemblyDeps,
  upstream: Upstream,
): Promise<SandboxWorld | undefined> {
  if (world || sandboxedPlatforms(config).length === 0) return world
  const shared = createRemoteSandboxWorld(sandboxUrl, upstream, runtime)
  await shared.refresh()
  return shared
}

/**
 * Returns the live platform that a URL belongs to. The sandbox does not count, because its `Date` header
 * shows the real time instead of the time of its own clock.
 */
function livePlatformAt(
  { platforms: settings }: Config,
  appConfigs: PlatformAssembly['appConfigs'],
  url: string,
): Platform | undefined {
  return platforms.find((platform) => {
    const { apiUrl, tokenUrl } = appConfigs[platform]
    return settings[platform].mode === 'live' && (url.startsWith(apiUrl) || url.startsWith(tokenUrl))
  })
}

function platformTimes(
  config: Config,
  clocks: PlatformClocks,
  world: SandboxWorld | undefined,
): PlatformTimes {
  const getClock = (platform: Platform) =>
    world && config.platforms[platform].mode === 'sandbox' ? world.now : () => clocks.now(platform)
  return { social: getClock('social'), search: getClock('search'), pro: getClock('pro') }
}

function createPlatformRuntimes(
  times: PlatformTimes,
  runtime: Runtime,
): PlatformAssembly['runtimeByPlatform'] {
  const runtimeFor = (platform: Platform): Runtime => ({ ...runtime, now: times[platform] })
  return { social: runtimeFor('social'), search: runtimeFor('search'), pro: runtimeFor('pro') }
}

function makeQuotas(config: Config, runtime: Runtime, times: PlatformTimes): Quotas {
  return {
    social: new SocialLimiter(runtime),
    search: new SearchQuota(runtime, times.search, config.platforms.search.operationsPerDay),
    pro: new ProQuota(runtime, times.pro, config.platforms.pro.callsPerDay),
  }
}

function makeProviders(
  config: Config,
  { social, search, pro }: PlatformAssembly['appConfigs'],
  {
    upstream,
    runtimeByPlatform,
    quotas,
    watch,
  }: Pick<PlatformAssembly, 'upstream' | 'runtimeByPlatform' | 'quotas' | 'watch'>,
): PlatformAssembly['providers'] {
  const { developerToken } = config.platforms.search
  return {
    social: createSocialProvider(
      { ...config.platforms.social, ...social, leads: config.readsLeads },
      upstream,
      runtimeByPlatform.social,
      quotas.social,
      watch,
    ),
    search: createSearchProvider(
      { ...search, developerToken },
      upstream,
      runtimeByPlatform.search,
      quotas.search,
      watch,
    ),
    pro: createProProvider(
      { ...pro, testAccounts: config.platforms.pro.testAccounts, leads: config.readsLeads },
      upstream,
      runtimeByPlatform.pro,
      quotas.pro,
      watch,
    ),
  }
}

/** The maximum size of one part of a video. */
const maxPartBytes = 8 * 1024 * 1024

function makeConnectors(
  config: Config,
  { appConfigs, upstream, times, runtimeByPlatform, quotas, watch }: PlatformAssembly,
  { runtime, onVersionNotice, onQuotaRefused, onResponse, lookups = new LookupCaches(runtime) }: AssemblyDeps,
): ConnectorFactories {
  const { social, search, pro } = appConfigs
  const sharedDeps = (platform: Platform) => ({
    upstream,
    runtime: runtimeByPlatform[platform],
    lookups,
    watch,
    onResponse,
    onQuotaRefused: () => onQuotaRefused(platform),
  })
  const sandboxOrigin = config.platforms.social.mode === 'sandbox' ? new URL(social.apiUrl).origin : ''
  const allowedOrigins = pictureOrigins(config, appConfigs)
  const imageFetcher = new ImageFetcher(new PublicFetch(runtime, { allowedOrigins, maxBytes: maxImageBytes }))
  const socialShared = createSocialPlatform({
    ...sharedDeps('social'),
    appConfig: social,
    sandboxOrigin,
    imageFetcher,
    limiter: quotas.social,
    onVersionNotice: (note) => onVersionNotice('social', note),
  })
  const { developerToken } = config.platforms.search
  const searchShared = createSearchPlatform({
    ...sharedDeps('search'),
    now: times.search,
    appConfig: search,
    developerToken,
    imageFetcher,
    quota: quotas.search,
  })
  const proShared = createProPlatform({
    ...sharedDeps('pro'),
    appConfig: pro,
    imageFetcher,
    videoFetcher: new PublicFetch(runtime, { allowedOrigins, maxBytes: maxPartBytes }),
    quota: quotas.pro,
  })
  return {
    social: (connected) => new SocialConnector(socialShared, connected),
    search: (connected) => new SearchConnector(searchShared, connected),
    pro: (connected) => new ProConnector(proShared, connected),
  }
}
