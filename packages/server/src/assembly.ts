// The parts between the store and the operations, built from a configuration: clients of the platforms, and
// the linked accounts. The service and the doctor are built on these parts.

import { type Platform, platforms } from '@adrail/contract'
import type { Keyring } from './base/keyring.ts'
import type { Log } from './base/log.ts'
import type { Metrics } from './base/metrics.ts'
import type { Runtime } from './base/runtime.ts'
import { type Config, sandboxApps } from './config/config.ts'
import { type Accounts, type MakeConnector, makeAccounts } from './linking/accounts.ts'
import { Connections } from './linking/connect.ts'
import type { Linking } from './linking/linking.ts'
import { LinkingMemory } from './linking/recent.ts'
import { TokenKeeper } from './linking/tokenKeeper.ts'
import { makeVault } from './linking/vault.ts'
import type { OnAnswer } from './platforms/kit/calls.ts'
import { CallWatch } from './platforms/kit/callWatch.ts'
import { Images, mostImageBytes } from './platforms/kit/images.ts'
import { Lookups } from './platforms/kit/lookups.ts'
import { PlatformClocks, type SandboxWorld, sharedWorld, type Times } from './platforms/kit/platformTimes.ts'
import type { Endpoints, Provider } from './platforms/kit/provider.ts'
import { PublicFetch } from './platforms/kit/publicFetch.ts'
import {
  makeUpstream,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from './platforms/kit/upstream.ts'
import { ProConnector } from './platforms/pro/connector.ts'
import { proProvider } from './platforms/pro/oauth.ts'
import { proPlatform } from './platforms/pro/platform.ts'
import { ProQuota } from './platforms/pro/quota.ts'
import { SearchConnector } from './platforms/search/connector.ts'
import { searchProvider } from './platforms/search/oauth.ts'
import { searchPlatform } from './platforms/search/platform.ts'
import { SearchQuota } from './platforms/search/quota.ts'
import { SocialConnector } from './platforms/social/connector.ts'
import { SocialLimiter } from './platforms/social/limiter.ts'
import { socialProvider } from './platforms/social/oauth.ts'
import { socialPlatform } from './platforms/social/platform.ts'
import { mediaDomains } from './platforms/social/sizes.ts'
import type { ChangeWatch } from './store/changeWatch.ts'
import type { Store } from './store/tables.ts'

export type OnExchange = (request: UpstreamRequest, response: UpstreamResponse) => void

/** The dependencies of the platform clients. */
export interface OutwardGround {
  readonly runtime: Runtime
  readonly metrics: Metrics
  /** The address of the sandbox that emulates platforms. Empty if all platforms are live. */
  readonly sandboxUrl: string
  /** The world of that sandbox, if this process embeds it. */
  readonly world?: SandboxWorld
  /** Clocks in place of the platforms' own, so that a test can make them differ. */
  readonly times?: Times | undefined
  /** Called with every exchange with a platform, for checks of platform responses. */
  readonly onExchange?: OnExchange
}

/** The platform clients of this deployment's apps, independent of users. */
export interface Outward {
  readonly endpoints: Readonly<Record<Platform, Endpoints>>
  /** Sends requests to the platforms, or to the sandbox in their place. */
  readonly upstream: Upstream
  /** The world of the sandbox in use. Absent if every platform is live. */
  readonly world?: SandboxWorld
  readonly times: Times
  readonly platformClocks: PlatformClocks
  readonly runtimeAt: Readonly<Record<Platform, Runtime>>
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

export async function assembleOutward(config: Config, ground: OutwardGround): Promise<Outward> {
  const { runtime, metrics, sandboxUrl, onExchange } = ground
  const endpoints = endpointsIn(config, sandboxUrl)
  const watch = new CallWatch(runtime, metrics)
  const platformClocks = new PlatformClocks(runtime, (url) => livePlatformAt(config, endpoints, url))
  const watched = watch.over(makeUpstream(runtime, Object.values(endpoints).flatMap(urlsOf), mediaDomains))
  const made = platformClocks.over(watched)
  const upstream = onExchange ? shown(made, onExchange) : made
  const world = await worldOf(config, ground, upstream)
  const times = ground.times ?? timesOf(config, platformClocks, world)
  const runtimeAt = runtimesAt(times, runtime)
  const quotas = quotasOf(config, runtime, times)
  return {
    endpoints,
    upstream,
    ...(world ? { world } : {}),
    times,
    platformClocks,
    runtimeAt,
    providers: providers(config, endpoints, { upstream, runtimeAt, quotas, watch }),
    quotas,
    watch,
    metrics,
  }
}

/** Further dependencies of an assembly. */
export interface Ground {
  readonly store: Store
  readonly keyring: Keyring
  readonly runtime: Runtime
  readonly log: Log
  /** Reads the changes of other processes. */
  readonly changes: ChangeWatch
  /** Returns the address under which users reach the service, once it is known. */
  publicUrl(): string
  /** Called with the notice of a platform's response about the requested API version. */
  saysOfVersion(platform: Platform, note: string): void
  /** Called whenever a platform refuses a call for its rate. */
  quotaRefused(platform: Platform): void
  /** Called with the raw response to every read of a linked account. */
  readonly onAnswer?: OnAnswer
  /** Lookups that processes share. Without them, this process caches alone. */
  readonly lookups?: Lookups
}

export interface Assembly extends Outward {
  readonly linking: Linking
  readonly keeper: TokenKeeper
  readonly makeConnector: MakeConnector
  readonly connections: Connections
  readonly accounts: Accounts
  /** Closes the platform clients after all tokens in flight are stored. */
  close(): Promise<void>
}

export function assemble(config: Config, outward: Outward, ground: Ground): Assembly {
  const { store, keyring, runtime, log, changes } = ground
  const { upstream, times, providers, metrics } = outward
  const linking: Linking = {
    store,
    runtime,
    times,
    log,
    metrics,
    vault: makeVault(keyring),
    memory: new LinkingMemory(runtime, changes),
    providers,
    sandboxed: sandboxed(config),
    readsLeads: config.leads,
    get publicUrl() {
      return ground.publicUrl()
    },
  }
  const keeper = new TokenKeeper(linking)
  const makeConnector = connectors(config, outward, ground)
  const connections = new Connections(linking, keeper)
  return {
    ...outward,
    linking,
    keeper,
    makeConnector,
    connections,
    accounts: makeAccounts(connections, makeConnector),
    async close() {
      await keeper.settle()
      await upstream.close()
    },
  }
}

/** Exposes how much of each platform's quotas is used. */
export function tellOfQuotas({ social, search, pro }: Quotas, metrics: Metrics): void {
  // The counter starts at 0, so that the first refusal is visible as an increase.
  for (const platform of platforms) metrics.expect('quotaRefusals', platform)
  metrics.onScrape(() =>
    Object.entries({ social, search: search.days, pro: pro.days }).flatMap(([platform, quota]) =>
      quota
        .readings()
        .map(({ kind, used }) => ({ gauge: 'quotaUsed' as const, labels: [platform, kind], value: used })),
    ),
  )
}

/** The used share of the quota that all users share. The other quotas belong to an account or member each. */
export function quotaUsed({ social, search, pro }: Quotas, platform: Platform): number {
  const shared = { social: 'platform', search: 'operations', pro: 'app' }[platform]
  const readings = { social, search: search.days, pro: pro.days }[platform].readings()
  return readings.find(({ kind }) => kind === shared)?.used ?? 0
}

/** The platforms that the sandbox emulates. */
export function sandboxed({ platforms: settings }: Config): Platform[] {
  return platforms.filter((platform) => settings[platform].mode === 'sandbox')
}

/**
 * Pictures come from any public address. If the sandbox emulates a platform, they also come from the sandbox.
 */
export function pictureOrigins(config: Config, endpoints: Outward['endpoints']): string[] {
  return sandboxed(config).map((platform) => endpoints[platform].apiUrl)
}

/** The endpoints of each platform: the live ones, or the sandbox's with its registered app. */
function endpointsIn(config: Config, sandboxUrl: string): Outward['endpoints'] {
  const of = (platform: Platform): Endpoints => {
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
  return { social: of('social'), search: of('search'), pro: of('pro') }
}

function shown(upstream: Upstream, onExchange: OnExchange): Upstream {
  return {
    async send(request) {
      const response = await upstream.send(request)
      onExchange(request, response)
      return response
    },
    close: () => upstream.close(),
  }
}

function urlsOf({ apiUrl, authorizeUrl, tokenUrl }: Endpoints): string[] {
  return [apiUrl, authorizeUrl, tokenUrl]
}

/** Returns the world of the sandbox in use, embedded or not. Undefined if every platform is live. */
async function worldOf(
  config: Config,
  { world, sandboxUrl, runtime }: OutwardGround,
  upstream: Upstream,
): Promise<SandboxWorld | undefined> {
  if (world || sandboxed(config).length === 0) return world
  const shared = sharedWorld(sandboxUrl, upstream, runtime)
  await shared.look()
  return shared
}

/**
 * The sandbox's `Date` header shows the real time, whatever its own clock shows. Only live platforms' headers
 * count.
 */
function livePlatformAt(
  { platforms: settings }: Config,
  endpoints: Outward['endpoints'],
  url: string,
): Platform | undefined {
  return platforms.find((platform) => {
    const { apiUrl, tokenUrl } = endpoints[platform]
    return settings[platform].mode === 'live' && (url.startsWith(apiUrl) || url.startsWith(tokenUrl))
  })
}

function timesOf(config: Config, clocks: PlatformClocks, world: SandboxWorld | undefined): Times {
  const of = (platform: Platform) =>
    world && config.platforms[platform].mode === 'sandbox' ? world.now : () => clocks.now(platform)
  return { social: of('social'), search: of('search'), pro: of('pro') }
}

function runtimesAt(times: Times, runtime: Runtime): Outward['runtimeAt'] {
  const at = (platform: Platform): Runtime => ({ ...runtime, now: times[platform] })
  return { social: at('social'), search: at('search'), pro: at('pro') }
}

function quotasOf(config: Config, runtime: Runtime, times: Times): Quotas {
  return {
    social: new SocialLimiter(runtime),
    search: new SearchQuota(runtime, times.search, config.searchOperationsPerDay),
    pro: new ProQuota(runtime, times.pro, config.proCallsPerDay),
  }
}

function providers(
  config: Config,
  { social, search, pro }: Outward['endpoints'],
  { upstream, runtimeAt, quotas, watch }: Pick<Outward, 'upstream' | 'runtimeAt' | 'quotas' | 'watch'>,
): Outward['providers'] {
  const { developerToken } = config.searchService
  return {
    social: socialProvider(
      { ...social, ...config.socialLogin, leads: config.leads, webhookToken: config.socialWebhookToken },
      upstream,
      runtimeAt.social,
      quotas.social,
      watch,
    ),
    search: searchProvider({ ...search, developerToken }, upstream, runtimeAt.search, quotas.search, watch),
    pro: proProvider(
      { ...pro, testAccounts: config.proTestAccounts, leads: config.leads },
      upstream,
      runtimeAt.pro,
      quotas.pro,
      watch,
    ),
  }
}

/** The maximum size of one part of a video. */
const mostPartBytes = 8 * 1024 * 1024

function connectors(
  config: Config,
  { endpoints, upstream, times, runtimeAt, quotas, watch }: Outward,
  { runtime, saysOfVersion, quotaRefused, onAnswer, lookups = new Lookups(runtime) }: Ground,
): MakeConnector {
  const { social, search, pro } = endpoints
  const sharedBy = (platform: Platform) => ({
    upstream,
    runtime: runtimeAt[platform],
    lookups,
    watch,
    onAnswer,
    quotaRefused: () => quotaRefused(platform),
  })
  const sandboxOrigin = config.platforms.social.mode === 'sandbox' ? new URL(social.apiUrl).origin : ''
  const allowedOrigins = pictureOrigins(config, endpoints)
  const images = new Images(new PublicFetch(runtime, { allowedOrigins, mostBytes: mostImageBytes }))
  const socialShared = socialPlatform({
    ...sharedBy('social'),
    endpoints: social,
    sandboxOrigin,
    images,
    limiter: quotas.social,
    saysOfVersion: (note) => saysOfVersion('social', note),
  })
  const { developerToken } = config.searchService
  const searchShared = searchPlatform({
    ...sharedBy('search'),
    now: times.search,
    endpoints: search,
    developerToken,
    images,
    quota: quotas.search,
  })
  const proShared = proPlatform({
    ...sharedBy('pro'),
    endpoints: pro,
    images,
    videos: new PublicFetch(runtime, { allowedOrigins, mostBytes: mostPartBytes }),
    quota: quotas.pro,
  })
  return {
    social: (connected) => new SocialConnector(socialShared, connected),
    search: (connected) => new SearchConnector(searchShared, connected),
    pro: (connected) => new ProConnector(proShared, connected),
  }
}
