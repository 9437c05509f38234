// The composition root: builds the service top to bottom from a configuration, and takes it down again.

import { type OperationName, type Platform, platforms } from '@adrail/contract'
import {
  type DemoAccess,
  demoAccess,
  type Sandbox,
  type SandboxOptions,
  standingTokenText,
  startSandbox,
} from '@adrail/sandbox'
import { makeKeyring } from './base/keyring.ts'
import type { Log } from './base/log.ts'
import { makeMetrics } from './base/metrics.ts'
import type { Runtime } from './base/runtime.ts'
import { type Config, sandboxApps } from './config/config.ts'
import { addConnectPages } from './connect/routes.ts'
import { Authenticator } from './guard/authenticate.ts'
import { BodyRoom } from './guard/bodyRoom.ts'
import { Users } from './guard/knownUsers.ts'
import { Limiter } from './guard/limit.ts'
import { addDocuments } from './http/documents.ts'
import { addHealth } from './http/health.ts'
import { addOperations } from './http/operationRoutes.ts'
import { makeHttpServer } from './http/server.ts'
import type { Grace } from './http/shutdown.ts'
import { Journal } from './journal/journal.ts'
import { tellOfJournal } from './journal/journalFigures.ts'
import { Runner, runEveryMs } from './journal/runner.ts'
import type { Write } from './journal/write.ts'
import { type MakeConnector, makeAccounts } from './linking/accounts.ts'
import { Connections } from './linking/connect.ts'
import type { Linking } from './linking/linking.ts'
import { tellOfLinking } from './linking/linkingFigures.ts'
import { Pictures } from './linking/pictures.ts'
import { LinkingMemory } from './linking/recent.ts'
import { requireKnownKeys } from './linking/rewrap.ts'
import { TokenKeeper } from './linking/tokenKeeper.ts'
import { Upkeep } from './linking/upkeep.ts'
import { makeVault } from './linking/vault.ts'
import { type OnTurn, WorldWatch, watchWorldEveryMs } from './linking/worldWatch.ts'
import { addMcp } from './mcp/mcpRoute.ts'
import * as operations from './operations/index.ts'
import { CallWatch } from './platforms/kit/callWatch.ts'
import { Images, mostImageBytes } from './platforms/kit/images.ts'
import type { PlatformSetting } from './platforms/kit/platform.ts'
import { type SandboxWorld, sharedWorld, type Times } from './platforms/kit/platformTimes.ts'
import type { Endpoints, Provider } from './platforms/kit/provider.ts'
import { PublicFetch } from './platforms/kit/publicFetch.ts'
import { makeUpstream, type Upstream } from './platforms/kit/upstream.ts'
import { VersionWatch, watchEveryMs } from './platforms/kit/versionWatch.ts'
import { ProConnector } from './platforms/pro/connector.ts'
import { proProvider } from './platforms/pro/oauth.ts'
import { proPlatform } from './platforms/pro/platform.ts'
import { SearchConnector } from './platforms/search/connector.ts'
import { searchProvider } from './platforms/search/oauth.ts'
import { KeywordPlanner } from './platforms/search/planner.ts'
import { searchPlatform } from './platforms/search/platform.ts'
import { connectServiceAccount } from './platforms/search/serviceAccount.ts'
import { SocialConnector } from './platforms/social/connector.ts'
import { socialProvider } from './platforms/social/oauth.ts'
import { socialPlatform } from './platforms/social/platform.ts'
import { mediaDomains } from './platforms/social/sizes.ts'
import { freeCredentials } from './store/credentials.ts'
import { freeEntries } from './store/journalEntries.ts'
import { type FolderLock, lockFolder } from './store/lock.ts'
import { openStore } from './store/open.ts'
import { tellOfStore, timeStatements } from './store/storeFigures.ts'
import type { OnStatement, Store } from './store/tables.ts'
import type { Handlers } from './waist/handler.ts'
import type { Service } from './waist/service.ts'

export interface App {
  readonly url: string
  readonly metricsUrl: string
  /** The embedded sandbox; absent when every platform is live or another sandbox is used. */
  readonly sandbox?: DemoAccess
  /** The world of the sandbox in use, embedded or not; absent when every platform is live. */
  readonly world?: SandboxWorld
  readonly store: Store
  readonly service: Service
  /** How the service speaks to platforms, or to the sandbox in their place. */
  readonly upstream: Upstream
  /** What is done to credentials without anybody asking; a test waits for its rounds. */
  readonly upkeep: Upkeep
  /** Has the reference page use this key, where it is opened on this machine. */
  offerDemoKey(apiKey: string): void
  /** Does something whenever the sandbox's clock was turned or its world made anew. */
  onTurn(listener: OnTurn): void
  /** From now on the process is not ready, and every answer asks its client to open a new connection next time. */
  drain(): void
  /** Answers what has arrived, then lets go of everything; without a grace, as a test does it, right away. */
  close(grace?: Grace): Promise<void>
}

const upkeepEveryMs = 10 * 60_000

export async function startApp(
  config: Config,
  runtime: Runtime,
  log: Log,
  given: {
    readonly sandbox?: SandboxOptions
    readonly handlers?: Handlers
    readonly onStatement?: OnStatement | undefined
    /** Clocks in place of the platforms' own: a test holds them apart to see what comes of it. */
    readonly times?: Times
  } = {},
): Promise<App> {
  const { handlers = operations } = given
  const closers: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    if (config.databaseUrl === '') {
      const lock: FolderLock = lockFolder(config.dataDir)
      closers.push(() => lock.release())
    }
    const metrics = makeMetrics()
    closers.push(() => metrics.close())
    const time = timeStatements(metrics)
    const onStatement: OnStatement = (text, tookMs) => {
      time(text, tookMs)
      given.onStatement?.(text, tookMs)
    }
    const store = await openStore({ ...config, onStatement })
    closers.push(() => store.close())
    tellOfStore(store, metrics)
    // The lock of the folder proves that no other process serves from it: whoever held something there is dead.
    if (config.databaseUrl === '') await Promise.all([freeEntries(store.db), freeCredentials(store.db)])
    const keyring = makeKeyring(config.encryptionKeys, runtime)
    await requireKnownKeys(store, keyring)

    const sandbox = needsSandbox(config)
      ? await startSandbox({ port: config.sandboxPort, ...given.sandbox })
      : undefined
    if (sandbox) closers.push(() => sandbox.close())

    const watch = new CallWatch(runtime, metrics)
    const upstream = watch.over(
      makeUpstream(Object.values(endpoints(config, sandbox?.url)).flatMap(urlsOf), mediaDomains),
    )
    closers.push(() => upstream.close())
    const world = await worldOf(config, sandbox, upstream, runtime)
    const times = given.times ?? timesOf(config, runtime, world)
    const runtimeAt = runtimesAt(times, runtime)
    const here = { publicUrl: config.publicUrl, demoKey: '' }
    const linking: Linking = {
      store,
      runtime,
      times,
      log,
      metrics,
      vault: makeVault(keyring),
      memory: new LinkingMemory(runtime),
      providers: providers(config, sandbox?.url, upstream, runtimeAt, watch),
      get publicUrl() {
        return here.publicUrl
      },
    }
    const keeper = new TokenKeeper(linking)
    closers.push(() => keeper.settle())

    tellOfLinking(linking, metrics)
    const versionWatch = new VersionWatch(versionsIn(config), times, log, metrics)
    versionWatch.look()
    closers.push(runtime.every(watchEveryMs, () => versionWatch.look()))

    const makeConnector = connectors(config, sandbox?.url, { upstream, runtime, watch }, versionWatch)
    const connections = new Connections(linking, keeper)
    const accounts = makeAccounts(connections, makeConnector)
    const parts = { store, runtime, log }
    const service: Service = {
      runtime,
      runtimeAt,
      store,
      keyring,
      linking,
      connections,
      accounts,
      pictures: new Pictures(linking, accounts),
      ...keywordPlanner(config, linking.providers.search, makeConnector, runtimeAt.search),
      authenticator: new Authenticator(store, runtime),
      limiter: new Limiter(runtime, config.limits),
      users: new Users(store, runtime),
      handlers,
      journal: new Journal({ ...parts, accounts, writeOf: (name) => writeIn(handlers, name) }),
    }

    const metricsPort =
      config.metricsPort === undefined ? undefined : await metrics.listen(config.metricsPort)

    let draining = false
    const isDraining = () => draining
    const server = makeHttpServer({ ...config, runtime, log, metrics, isDraining })
    const shell = { ...config, service, log, metrics, room: new BodyRoom(config.bodiesLimitBytes) }
    addOperations(server.routes, shell)
    addMcp(server.routes, { ...shell, publicUrl: () => here.publicUrl })
    addHealth(server.routes, store, runtime, isDraining)
    addDocuments(
      server.routes,
      () => here.publicUrl,
      () => here.demoKey,
    )
    addConnectPages(server.routes, linking)
    const port = await server.listen(config.host, config.port)
    closers.push(() => server.close())
    const url = urlOf(config.host, port)
    here.publicUrl ||= url

    tellOfJournal(store, runtime, metrics)
    const runner = new Runner(parts, service.journal)
    closers.push(runtime.every(runEveryMs, () => void runner.round()))
    closers.push(() => runner.stop())
    void runner.round()

    const upkeep = new Upkeep(linking, keeper)
    closers.push(runtime.every(upkeepEveryMs, () => void upkeep.round()))
    closers.push(() => upkeep.stop())

    const turns = world && given.times === undefined ? new WorldWatch(world, runtime, log) : undefined
    if (turns) {
      turns.tell(() => upkeep.roundAfterTurn())
      closers.push(runtime.every(watchWorldEveryMs, () => void turns.round()))
      closers.push(() => turns.stop())
    }

    return {
      url,
      metricsUrl: metricsPort === undefined ? '' : `http://127.0.0.1:${metricsPort}/metrics`,
      ...(sandbox ? { sandbox: demoAccess(sandbox.people()) } : {}),
      ...(world ? { world } : {}),
      store,
      service,
      upstream,
      upkeep,
      offerDemoKey(apiKey) {
        here.demoKey = apiKey
      },
      onTurn: (listener) => turns?.tell(listener),
      drain() {
        draining = true
      },
      async close(grace) {
        draining = true
        service.journal.stop()
        await server.close(grace)
        await closeAll()
        log.close()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function writeIn(handlers: Handlers, name: OperationName): Write {
  const handler = handlers[name]
  if (!('plan' in handler)) throw new Error(`${name} is not a write.`)
  return handler
}

/** Where each platform is spoken to: at the real one, or at the sandbox as its registered app. */
function endpoints(config: Config, embeddedUrl = ''): Readonly<Record<Platform, Endpoints>> {
  const sandboxUrl = config.sandboxUrl || embeddedUrl
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

function versionsIn({ platforms: { social, search, pro } }: Config): Readonly<Record<Platform, string>> {
  return { social: social.version, search: search.version, pro: pro.version }
}

function urlsOf({ apiUrl, authorizeUrl, tokenUrl }: Endpoints): string[] {
  return [apiUrl, authorizeUrl, tokenUrl]
}

/** The world of the sandbox in use, embedded or another's; none where every platform is live. */
async function worldOf(
  config: Config,
  sandbox: Sandbox | undefined,
  upstream: Upstream,
  runtime: Runtime,
): Promise<SandboxWorld | undefined> {
  if (sandbox)
    return {
      now: () => sandbox.clock.now(),
      madeAt: () => sandbox.world().seededAt,
      id: () => sandbox.world().id,
      look: async () => {},
    }
  if (sandboxed(config).length === 0) return undefined
  const world = sharedWorld(config.sandboxUrl, upstream, runtime)
  await world.look()
  return world
}

function timesOf(config: Config, runtime: Runtime, world: SandboxWorld | undefined): Times {
  const of = (platform: Platform) =>
    world && config.platforms[platform].mode === 'sandbox' ? world.now : runtime.now
  return { social: of('social'), search: of('search'), pro: of('pro') }
}

function runtimesAt(times: Times, runtime: Runtime): Service['runtimeAt'] {
  const at = (platform: Platform): Runtime => ({ ...runtime, now: times[platform] })
  return { social: at('social'), search: at('search'), pro: at('pro') }
}

function providers(
  config: Config,
  sandboxUrl: string | undefined,
  upstream: Upstream,
  runtimeAt: Service['runtimeAt'],
  watch: CallWatch,
) {
  const { social, search, pro } = endpoints(config, sandboxUrl)
  const { developerToken } = config.searchService
  return {
    social: socialProvider({ ...social, ...config.socialLogin }, upstream, runtimeAt.social, watch),
    search: searchProvider({ ...search, developerToken }, upstream, runtimeAt.search, watch),
    pro: proProvider({ ...pro, testAccounts: config.proTestAccounts }, upstream, runtimeAt.pro, watch),
  }
}

function connectors(
  config: Config,
  sandboxUrl: string | undefined,
  parts: Omit<PlatformSetting, 'endpoints'>,
  versionWatch: VersionWatch,
): MakeConnector {
  const { social, search, pro } = endpoints(config, sandboxUrl)
  const sandboxOrigin = config.platforms.social.mode === 'sandbox' ? new URL(social.apiUrl).origin : ''
  const socialShared = socialPlatform({
    ...parts,
    endpoints: social,
    sandboxOrigin,
    saysOfVersion: (note) => versionWatch.said('social', note),
  })
  // Images come from anywhere public; while the sandbox plays the platform, from there as well.
  const allowedOrigins = config.platforms.search.mode === 'sandbox' ? [search.apiUrl] : []
  const images = new Images(new PublicFetch({ allowedOrigins, mostBytes: mostImageBytes }))
  const { developerToken } = config.searchService
  const searchShared = searchPlatform({ ...parts, endpoints: search, developerToken, images })
  const proShared = proPlatform({ ...parts, endpoints: pro })
  return {
    social: (connected) => new SocialConnector(socialShared, connected),
    search: (connected) => new SearchConnector(searchShared, connected),
    pro: (connected) => new ProConnector(proShared, connected),
  }
}

/** Keyword ideas need an account of the service's own; the sandbox has one from the start. */
function keywordPlanner(
  config: Config,
  provider: Provider,
  makeConnector: MakeConnector,
  runtime: Runtime,
): { planner: KeywordPlanner } | undefined {
  const { customerId, refreshToken, loginCustomerId } = config.searchService
  const own = { customerId, refreshToken, loginCustomerId }
  const isConfigured = customerId !== '' && refreshToken !== ''
  if (!isConfigured && config.platforms.search.mode === 'live') return undefined
  const account = isConfigured
    ? own
    : {
        customerId: '9301448215',
        refreshToken: standingTokenText('search', 'ada', 'refresh'),
        loginCustomerId: '',
      }
  const connected = connectServiceAccount(account, provider, runtime)
  return { planner: new KeywordPlanner(makeConnector.search(connected), runtime) }
}

function needsSandbox(config: Config): boolean {
  return config.sandboxUrl === '' && sandboxed(config).length > 0
}

/** The platforms that the sandbox stands in for. */
function sandboxed({ platforms: settings }: Config): Platform[] {
  return platforms.filter((platform) => settings[platform].mode === 'sandbox')
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
