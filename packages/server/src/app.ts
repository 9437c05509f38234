// The composition root: builds the service from a configuration, and shuts it down.

import { type OperationName, type Platform, platforms } from '@adrail/contract'
import type { DemoAccess, Sandbox, SandboxOptions } from '@adrail/sandbox'
import { standingTokenText } from '@adrail/sandbox/tokenTexts'
import { addApprovalPages } from './approve/approvalRoutes.ts'
import {
  type Assembly,
  assemble,
  assembleOutward,
  pictureOrigins,
  quotaUsed,
  sandboxed,
  tellOfQuotas,
} from './assembly.ts'
import { startBackground } from './background.ts'
import { makeKeyring } from './base/keyring.ts'
import type { Log } from './base/log.ts'
import { isLoopbackListener } from './base/loopback.ts'
import { makeMetrics } from './base/metrics.ts'
import type { Runtime } from './base/runtime.ts'
import type { Config } from './config/config.ts'
import { addConnectPages } from './connect/routes.ts'
import { addConsole } from './console/consoleRoutes.ts'
import { PlatformPictures } from './console/platformPictures.ts'
import type { Pruning } from './events/pruning.ts'
import { Authenticator } from './guard/authenticate.ts'
import { BodyRoom } from './guard/bodyRoom.ts'
import { Users } from './guard/knownUsers.ts'
import { Limiter } from './guard/limit.ts'
import { RefusedKeys, refusedKeysEveryMs } from './guard/refusedKeys.ts'
import { Sessions } from './guard/sessions.ts'
import { sliceRoundMs } from './guard/sharedAllowances.ts'
import { addLeadHooks } from './hooks/leadHooks.ts'
import { DemoKey } from './http/demoKey.ts'
import { addDocuments } from './http/documents.ts'
import { addHealth } from './http/health.ts'
import { addOperations } from './http/operationRoutes.ts'
import { makeHttpServer } from './http/server.ts'
import type { Grace } from './http/shutdown.ts'
import { Journal } from './journal/journal.ts'
import { tellOfJournal } from './journal/journalFigures.ts'
import { checkDatabaseEveryMs, Losses } from './journal/losses.ts'
import { loadMarkers } from './journal/markers.ts'
import { SpendRefusals } from './journal/spend/refusals.ts'
import { SpendGuard } from './journal/spend/spendGuard.ts'
import type { Write } from './journal/write.ts'
import { Leads } from './leads/leadAccess.ts'
import { LeadReader } from './leads/reader.ts'
import type { LeadRetention } from './leads/retention.ts'
import { tellOfLinking } from './linking/linkingFigures.ts'
import { Pictures } from './linking/pictures.ts'
import { requireKnownKeys } from './linking/rewrap.ts'
import { loadServiceSecret } from './linking/serviceSecret.ts'
import type { Upkeep } from './linking/upkeep.ts'
import type { OnTurn } from './linking/worldWatch.ts'
import { addMcp } from './mcp/mcpRoute.ts'
import { MirrorReader } from './mirror/mirrorReader.ts'
import * as operations from './operations/index.ts'
import { ClockWatch, watchClocksEveryMs } from './platforms/kit/clockWatch.ts'
import { mostImageBytes } from './platforms/kit/images.ts'
import { Lookups } from './platforms/kit/lookups.ts'
import type { SandboxWorld, Times } from './platforms/kit/platformTimes.ts'
import { PublicFetch } from './platforms/kit/publicFetch.ts'
import { PublicPost } from './platforms/kit/publicPost.ts'
import type { Resolve } from './platforms/kit/publicTargets.ts'
import type { Upstream } from './platforms/kit/upstream.ts'
import { VersionWatch, watchEveryMs } from './platforms/kit/versionWatch.ts'
import { ideasKind, KeywordPlanner } from './platforms/search/planner.ts'
import { connectServiceAccount } from './platforms/search/serviceAccount.ts'
import { ChangeWatch, lookForChangesEveryMs } from './store/changeWatch.ts'
import { freeCredentials } from './store/credentials.ts'
import { DatabaseClock } from './store/databaseClock.ts'
import { freeEntries } from './store/journalEntries.ts'
import { freeSources } from './store/leadSources.ts'
import { type FolderLock, lockFolder } from './store/lock.ts'
import { openStore } from './store/open.ts'
import { tellOfStore, timeStatements } from './store/storeFigures.ts'
import type { OnStatement, Store } from './store/tables.ts'
import { freeEndpoints } from './store/webhookEndpoints.ts'
import { demoWorkspaceId } from './store/workspaces.ts'
import type { Handlers } from './waist/handler.ts'
import type { Service } from './waist/service.ts'
import type { Dispatcher } from './webhooks/dispatcher.ts'

export interface App {
  readonly url: string
  readonly metricsUrl: string
  /** The embedded sandbox. Absent if every platform is live or another sandbox is used. */
  readonly sandbox?: DemoAccess
  /** The embedded sandbox with its test interface, for fault injection and its recorded requests. */
  readonly embeddedSandbox?: Sandbox
  /** The world of the sandbox in use, embedded or not. Absent if every platform is live. */
  readonly world?: SandboxWorld
  readonly store: Store
  /** Reads the changes of other processes. Tests await its polls. */
  readonly changes: ChangeWatch
  readonly service: Service
  /** Sends requests to the platforms, or to the sandbox in their place. */
  readonly upstream: Upstream
  /** The background maintenance of credentials. Tests await its polls. */
  readonly upkeep: Upkeep
  /** Reads leads, and erases them after their retention. Tests await their polls. */
  readonly leadReader: LeadReader
  readonly leadRetention: LeadRetention
  /** Polls the campaigns and metrics of all accounts. Tests await its polls. */
  readonly mirrorReader: MirrorReader
  /** Cached lookups that all users share. Tests await the polls that prune them. */
  readonly lookups: Lookups
  /** Prunes old events. Tests await its polls. */
  readonly pruning: Pruning
  /** Detects that the database lost writes. Tests await its polls. */
  readonly losses: Losses
  /** Delivers events to endpoints. Tests await its deliveries. */
  readonly dispatcher: Dispatcher
  /** Compares clocks. Absent if a test controls the clock. Tests await its polls. */
  readonly clockWatch?: ClockWatch
  /**
   * Offers this key to the console and the reference page, in a browser on this machine. Returns the one-time
   * secret that such a browser needs: `#demo=` and the secret after the address of either page.
   */
  offerDemoKey(apiKey: string): string
  /** Adds a listener for jumps of the sandbox's clock and for a reset of its world. */
  onTurn(listener: OnTurn): void
  /**
   * From now on the process is not ready, and every response asks its client to open a new connection next
   * time.
   */
  drain(): void
  /**
   * Handles the requests that have arrived, then releases all resources. Without `grace`, as in tests, closes
   * at once.
   */
  close(grace?: Grace): Promise<void>
}

/** All parts but the log use the database's clock. The machine's wall clock is only compared with it. */
export async function startApp(
  config: Config,
  machine: Runtime,
  log: Log,
  given: {
    readonly sandbox?: SandboxOptions
    readonly handlers?: Handlers
    readonly onStatement?: OnStatement | undefined
    /** Uses the machine's clock as the database's, so that a test can advance it. */
    readonly ownClock?: boolean
    /** Clocks in place of the platforms' own, so that a test can make them differ. */
    readonly times?: Times
    /**
     * Replaces the machine's name servers for hosts that callers name, so that a test can forge an address.
     */
    readonly resolve?: Resolve | undefined
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
    const databaseClock = given.ownClock === true ? undefined : await DatabaseClock.measured(store, machine)
    const runtime: Runtime = databaseClock ? { ...machine, now: databaseClock.now } : machine
    // The lock proves that no other process uses the data folder, so every lease in its database belongs to a
    // dead process.
    if (config.databaseUrl === '')
      await Promise.all([
        freeEntries(store.db),
        freeCredentials(store.db),
        freeEndpoints(store.db),
        freeSources(store.db),
      ])
    const changes = new ChangeWatch(store, runtime)
    await changes.round()
    closers.push(runtime.every(lookForChangesEveryMs, () => changes.round()))
    closers.push(() => changes.stop())
    const keyring = makeKeyring(config.encryptionKeys, runtime)
    await requireKnownKeys(store, keyring)

    const embedded = needsSandbox(config) ? await embedSandbox(config, given.sandbox) : undefined
    const sandbox = embedded?.sandbox
    if (sandbox) closers.push(() => sandbox.close())

    const here = { publicUrl: config.publicUrl }
    const demo = new DemoKey(keyring, runtime, log)
    const outward = await assembleOutward(config, {
      runtime,
      metrics,
      sandboxUrl: config.sandboxUrl || (sandbox?.url ?? ''),
      ...(sandbox ? { world: worldOf(sandbox) } : {}),
      times: given.times,
    })
    // Processes on one database share more than what they store. A process with its own data folder is alone.
    const together = config.databaseUrl === '' ? [] : [store]
    const lookups = new Lookups(runtime, ...together)
    const assembly = assemble(config, outward, {
      store,
      lookups,
      keyring,
      runtime,
      log,
      changes,
      publicUrl: () => here.publicUrl,
      saysOfVersion: (platform, note) => versionWatch.said(platform, note),
      quotaRefused: (platform) => metrics.count('quotaRefusals', platform),
    })
    closers.push(() => assembly.close())
    const { upstream, world, times, runtimeAt, linking, keeper, connections, accounts, quotas } = assembly
    const clockWatch =
      databaseClock &&
      new ClockWatch(
        {
          database: databaseClock,
          isShared: config.databaseUrl !== '',
          platforms: outward.platformClocks,
          machine,
        },
        log,
        metrics,
      )
    if (clockWatch) closers.push(machine.every(watchClocksEveryMs, () => clockWatch.round()))

    tellOfLinking(linking, metrics)
    tellOfQuotas(quotas, metrics)
    const versionWatch = new VersionWatch(versionsIn(config), times, log, metrics)
    versionWatch.look()
    closers.push(runtime.every(watchEveryMs, () => versionWatch.look()))

    const parts = { store, runtime, log }
    const webhooks = { runtime, vault: linking.vault, postFor: webhookPosts(config, given.resolve) }
    const pictureFetch = new PublicFetch(runtime, {
      allowedOrigins: pictureOrigins(config, assembly.endpoints),
      mostBytes: mostImageBytes,
      resolve: given.resolve,
    })
    const leadParts = { linking, accounts, keepDays: config.leadsKeptDays }
    const leadReader = new LeadReader(leadParts)
    const leads = new Leads(leadParts, leadReader, { readsSoon: config.role !== 'api' })
    const mirrorReader = new MirrorReader({
      linking,
      accounts,
      isOn: config.mirror,
      quotaUsed: (platform) => quotaUsed(quotas, platform),
    })
    const limiter = new Limiter(runtime, config.limits, ...together)
    closers.push(runtime.every(sliceRoundMs, () => limiter.round()))
    closers.push(() => limiter.stop())
    const losses = new Losses({ ...parts, metrics })
    await losses.round()
    closers.push(runtime.every(checkDatabaseEveryMs, () => losses.round()))
    closers.push(() => losses.stop())
    const refusedKeys = new RefusedKeys(parts)
    closers.push(runtime.every(refusedKeysEveryMs, () => refusedKeys.flush()))
    closers.push(() => refusedKeys.flush())
    const service: Service = {
      runtime,
      runtimeAt,
      store,
      keyring,
      linking,
      connections,
      accounts,
      pictures: new Pictures(linking, accounts),
      leads,
      ...keywordPlanner(config, assembly, lookups),
      authenticator: new Authenticator(store, runtime, changes, refusedKeys),
      sessions: new Sessions({ ...parts, keyring }),
      limiter,
      users: new Users(store, runtime, changes),
      webhooks,
      handlers,
      journal: new Journal({
        ...parts,
        runtimeAt,
        accounts,
        spendGuard: new SpendGuard(parts),
        spendRefusals: new SpendRefusals({ ...parts, metrics }),
        markers: await loadMarkers(store, linking.vault, runtime),
        planSecret: await loadServiceSecret(store, linking.vault, runtime, 'plan'),
        losses,
        writeOf: (name) => writeIn(handlers, name),
        changed(workspaceId, userId, { platform, createsLeads }) {
          mirrorReader.lookSoon(workspaceId, userId, platform)
          if (createsLeads === true) leadReader.readSoon(workspaceId, userId, platform)
        },
        approvalUrl: (operationId) => `${here.publicUrl}/approve/${operationId}`,
      }),
    }

    const { metricsHost } = config
    const metricsPort =
      config.metricsPort === undefined ? undefined : await metrics.listen(metricsHost, config.metricsPort)

    let draining = false
    const isDraining = () => draining
    const server = makeHttpServer({
      ...config,
      runtime,
      log,
      metrics,
      isDraining,
      takesLittle: (workspaceId) => limiter.takesLittle(workspaceId),
      storeWaiting: store.waiting,
    })
    const shell = {
      ...config,
      service,
      log,
      metrics,
      room: new BodyRoom(runtime, config.bodiesLimitBytes),
      urgentRoom: new BodyRoom(runtime, 4 * config.bodyLimitBytes),
    }
    addHealth(server.routes, store, runtime, {
      role: config.role,
      isDraining,
      clockProblem: async () => await clockWatch?.problem(),
    })
    const addEverything = () => {
      addOperations(server.routes, shell)
      addMcp(server.routes, { ...shell, publicUrl: () => here.publicUrl })
      addDocuments(server.routes, () => here.publicUrl, demo)
      addConnectPages(server.routes, linking)
      addApprovalPages(server.routes, service)
      addConsole(server.routes, {
        ...shell,
        pictures: new PlatformPictures(keyring, runtime, pictureFetch),
        sandboxed: sandboxed(config),
        sandboxUrl: sandbox?.url ?? '',
        publicUrl: () => here.publicUrl,
        demo,
      })
      addLeadHooks(server.routes, { linking, leads, metrics })
    }
    if (config.role !== 'worker') addEverything()
    const port = await server.listen(config.host, config.port)
    closers.push(() => server.close())
    const url = urlOf(config.host, port)
    here.publicUrl ||= url

    tellOfJournal(store, runtime, metrics)
    const background = startBackground(config, {
      ...parts,
      linking,
      keeper,
      webhooks,
      journal: service.journal,
      leadReader,
      mirrorReader,
      lookups,
      // A test that makes the clocks differ advances them itself.
      world: given.times === undefined ? world : undefined,
    })
    closers.push(() => background.stop())
    const { upkeep, leadRetention, pruning, dispatcher, onTurn } = background

    return {
      url,
      metricsUrl: metricsPort === undefined ? '' : `${urlOf(metricsHost, metricsPort)}/metrics`,
      ...(embedded ? { sandbox: embedded.demo(), embeddedSandbox: embedded.sandbox } : {}),
      ...(world ? { world } : {}),
      store,
      changes,
      service,
      upstream,
      upkeep,
      leadReader,
      leadRetention,
      mirrorReader,
      lookups,
      pruning,
      losses,
      dispatcher,
      ...(clockWatch ? { clockWatch } : {}),
      offerDemoKey: (apiKey) => demo.offer(apiKey),
      onTurn,
      drain() {
        draining = true
      },
      async close(grace) {
        draining = true
        service.journal.stop()
        const cut = grace && runtime.sleep(grace.cutAfterMs)
        await server.close(grace)
        // Writes without a waiting caller have as long as those with one.
        if (cut) await Promise.race([service.journal.settle(), cut])
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

function versionsIn({ platforms: { social, search, pro } }: Config): Readonly<Record<Platform, string>> {
  return { social: social.version, search: search.version, pro: pro.version }
}

/** Loaded only if needed: a service on live platforms does not load the emulator. */
async function embedSandbox(
  config: Config,
  options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; demo(): DemoAccess }> {
  const { demoAccess, startSandbox } = await import('@adrail/sandbox')
  const { sandboxPort: port, sandboxHost: host, sandboxVariation: variation } = config
  const sandbox = await startSandbox({ port, host, variation, ...options })
  return { sandbox, demo: () => demoAccess(sandbox.people()) }
}

function worldOf(sandbox: Sandbox): SandboxWorld {
  return {
    now: () => sandbox.clock.now(),
    madeAt: () => sandbox.world().seededAt,
    id: () => sandbox.world().id,
    look: async () => {},
  }
}

/** Keyword ideas need an account of the service's own. The sandbox has one from the start. */
function keywordPlanner(
  config: Config,
  { linking, makeConnector, runtimeAt, endpoints }: Assembly,
  lookups: Lookups,
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
  const connected = connectServiceAccount(account, linking.providers.search, runtimeAt.search)
  const ideas = lookups.of(ideasKind(endpoints.search, account.customerId))
  return { planner: new KeywordPlanner(makeConnector.search(connected), ideas, runtimeAt.search) }
}

function needsSandbox(config: Config): boolean {
  return config.sandboxUrl === '' && sandboxed(config).length > 0
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Receivers on this machine are for trials only, because a tenant could otherwise scan its ports. */
function webhookPosts(config: Config, resolve: Resolve | undefined): (workspaceId: string) => PublicPost {
  const isSandboxed = sandboxed(config).length === platforms.length
  const localPorts = isSandboxed ? config.webhookLocalPorts : []
  const post = new PublicPost({ localPorts, resolve })
  const demoPost = new PublicPost({
    localPorts: isSandboxed && isLoopbackListener(config.host) ? 'all' : localPorts,
    resolve,
  })
  return (workspaceId) => (workspaceId === demoWorkspaceId ? demoPost : post)
}
