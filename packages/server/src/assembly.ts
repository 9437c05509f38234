// The parts between the store and the operations, built from a configuration: clients of the platforms, and
// the linked accounts. The service and the doctor are built on these parts.

import { type Platform, platforms } from '@adrail/contract'
import type { Config } from './config/config.ts'
import type { Keyring } from './encryption/keyring.ts'
import { type Accounts, makeAccounts } from './linking/accounts.ts'
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
import { mapPlatforms } from './platforms/connector-kit/mapPlatforms.ts'
import { PlatformClocks, type PlatformTimes } from './platforms/connector-kit/platformTimes.ts'
import type { AppConfig, Provider } from './platforms/connector-kit/provider.ts'
import { PublicFetch } from './platforms/connector-kit/publicFetch.ts'
import { UploadedImages } from './platforms/connector-kit/uploadedImages.ts'
import {
  makeUpstream,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from './platforms/connector-kit/upstream.ts'
import {
  createPlatformClients,
  definitionOf,
  type PlatformClients,
  type PlatformSettings,
} from './platforms/index.ts'
import type { Runtime } from './runtime/runtime.ts'
import { type Emulation, sandboxedPlatforms } from './sandboxed/emulation.ts'
import type { SandboxWorld } from './sandboxed/sandboxWorld.ts'
import type { ChangeWatch } from './store/changeWatch.ts'
import type { Store } from './store/tables.ts'

export type OnExchange = (request: UpstreamRequest, response: UpstreamResponse) => void

/** The dependencies of the platform clients. */
export interface PlatformAssemblyDeps {
  readonly runtime: Runtime
  readonly metrics: Metrics
  /** The uploaded images of workspaces. Without the store, no write can use them. */
  readonly store?: Store
  /** The sandbox in place of platforms. Undefined if all platforms are live. */
  readonly emulation: Emulation | undefined
  /** Clocks in place of the platforms' own, so that a test can make them differ. */
  readonly times?: PlatformTimes | undefined
  /** Lookups that processes share. Without them, this process caches alone. */
  readonly lookups?: LookupCaches
  /** Called with every exchange with a platform, for checks of platform responses. */
  readonly onExchange?: OnExchange
  /** Called with the raw response to every read of a linked account. */
  readonly onResponse?: ResponseObserver
  /** Called with the notice of a platform's response about the requested API version. */
  onVersionNotice?(platform: Platform, note: string): void
}

/** The platform clients of this deployment's apps, independent of users. */
export interface PlatformAssembly {
  /** The settings of the platforms, with the URLs and apps of the sandbox for the emulated ones. */
  readonly appConfigs: PlatformSettings
  /** Sends requests to the platforms, or to the sandbox in their place. */
  readonly upstream: Upstream
  /** The world of the sandbox in use. Absent if every platform is live. */
  readonly world?: SandboxWorld
  readonly times: PlatformTimes
  readonly platformClocks: PlatformClocks
  readonly runtimeByPlatform: Readonly<Record<Platform, Runtime>>
  readonly platformClients: PlatformClients
  readonly providers: Readonly<Record<Platform, Provider>>
  readonly metrics: Metrics
}

export async function assemblePlatforms(
  config: Config,
  deps: PlatformAssemblyDeps,
): Promise<PlatformAssembly> {
  const { runtime, metrics, emulation, onExchange, lookups = new LookupCaches(runtime) } = deps
  const settings = emulation?.settings ?? config.platforms
  const watch = new CallWatch(runtime, metrics)
  const platformClocks = new PlatformClocks(runtime, (url) => livePlatformAt(settings, url))
  const watchedUpstream = watch.wrap(
    makeUpstream(
      runtime,
      Object.values(settings).flatMap(listAppUrls),
      platforms.flatMap((platform) => definitionOf(platform).mediaDomains),
    ),
  )
  const clockedUpstream = platformClocks.wrap(watchedUpstream)
  const upstream = onExchange ? observeExchanges(clockedUpstream, onExchange) : clockedUpstream
  const world = await emulation?.connectWorld(upstream, runtime)
  const times = deps.times ?? platformTimes(settings, platformClocks, world)
  const runtimeByPlatform = mapPlatforms<Record<Platform, Runtime>>((platform) => ({
    ...runtime,
    now: times[platform],
  }))
  const mediaOrigins = pictureOrigins(settings)
  const imageSources = {
    fetcher: new ImageFetcher(
      new PublicFetch(runtime, { allowedOrigins: mediaOrigins, maxBytes: maxImageBytes }),
    ),
    uploads: deps.store && new UploadedImages(deps.store, runtime),
  }
  const platformClients = createPlatformClients((platform) => ({
    appConfig: settings[platform],
    upstream,
    runtime: runtimeByPlatform[platform],
    lookups,
    watch,
    readsLeads: config.readsLeads,
    imageSources,
    mediaOrigins,
    onResponse: deps.onResponse,
    onQuotaRefused: () => metrics.count('quotaRefusals', platform),
    onVersionNotice: (note) => deps.onVersionNotice?.(platform, note),
  }))
  return {
    appConfigs: settings,
    upstream,
    ...(world ? { world } : {}),
    times,
    platformClocks,
    runtimeByPlatform,
    platformClients,
    providers: mapPlatforms<Record<Platform, Provider>>((platform) => platformClients[platform].provider),
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
}

export interface Assembly extends PlatformAssembly {
  readonly linking: LinkingDeps
  readonly tokenRefresher: TokenRefresher
  readonly connections: Connections
  readonly accounts: Accounts
  /** Closes the platform clients after all tokens in flight are stored. */
  close(): Promise<void>
}

export function assemble(config: Config, platformAssembly: PlatformAssembly, deps: AssemblyDeps): Assembly {
  const { store, keyring, runtime, log, changes } = deps
  const { upstream, times, platformClients, providers, metrics } = platformAssembly
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
  const connections = new Connections(linking, tokenRefresher)
  return {
    ...platformAssembly,
    linking,
    tokenRefresher,
    connections,
    accounts: makeAccounts(connections, platformClients),
    async close() {
      await tokenRefresher.drain()
      await upstream.close()
    },
  }
}

/** Exposes how much of each platform's quotas is used. */
export function registerQuotaMetrics(clients: PlatformClients, metrics: Metrics): void {
  // The counter starts at 0, so that the first refusal is visible as an increase.
  for (const platform of platforms) metrics.initializeCounter('quotaRefusals', platform)
  metrics.onScrape(() =>
    platforms.flatMap((platform) =>
      clients[platform]
        .quotaUsage()
        .map(({ kind, used }) => ({ gauge: 'quotaUsed' as const, labels: [platform, kind], value: used })),
    ),
  )
}

/** Returns the used share of the quota that all users share. */
export function quotaUsed(clients: PlatformClients, platform: Platform): number {
  const { quotaUsage, sharedQuotaKind } = clients[platform]
  return quotaUsage().find(({ kind }) => kind === sharedQuotaKind)?.used ?? 0
}

/**
 * Pictures come from any public address. If the sandbox emulates a platform, they also come from the sandbox.
 */
export function pictureOrigins(settings: PlatformSettings): string[] {
  return sandboxedPlatforms({ platforms: settings }).map((platform) => settings[platform].apiUrl)
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

/**
 * Returns the live platform that a URL belongs to. The sandbox does not count, because its `Date` header
 * shows the real time instead of the time of its own clock.
 */
function livePlatformAt(settings: PlatformSettings, url: string): Platform | undefined {
  return platforms.find((platform) => {
    const { mode, apiUrl, tokenUrl } = settings[platform]
    return mode === 'live' && (url.startsWith(apiUrl) || url.startsWith(tokenUrl))
  })
}

function platformTimes(
  settings: PlatformSettings,
  clocks: PlatformClocks,
  world: SandboxWorld | undefined,
): PlatformTimes {
  const emulatedPlatforms = sandboxedPlatforms({ platforms: settings })
  return mapPlatforms<Record<Platform, () => number>>((platform) =>
    world && emulatedPlatforms.includes(platform) ? world.now : () => clocks.now(platform),
  )
}
