// The composition root: builds the service from a configuration, and shuts it down.

import { type OperationName, platforms } from '@adrail/contract'
import { Authenticator } from './admission/authenticate.ts'
import { BodyByteBudget } from './admission/bodyByteBudget.ts'
import { RefusedKeys, refusedKeysIntervalMs } from './admission/refusedKeys.ts'
import { RequestLimiter } from './admission/requestLimiter.ts'
import { Sessions } from './admission/sessions.ts'
import { rebalanceIntervalMs } from './admission/sharedRateLimiter.ts'
import { UserDirectory } from './admission/userDirectory.ts'
import { addApprovalPages } from './approve/approvalRoutes.ts'
import { assemble, assemblePlatforms, pictureOrigins, quotaUsed, registerQuotaMetrics } from './assembly.ts'
import { startBackground } from './background.ts'
import type { Config } from './config/config.ts'
import { addConnectPages } from './connect/routes.ts'
import { addConsole } from './console/consoleRoutes.ts'
import { PlatformPictures } from './console/platformPictures.ts'
import { makeKeyring } from './encryption/keyring.ts'
import type { EventPruner } from './events/pruning.ts'
import { addLeadHooks } from './hooks/leadHooks.ts'
import { DemoKey } from './http/demoKey.ts'
import { addDocumentRoutes } from './http/documents.ts'
import { addHealthRoutes } from './http/health.ts'
import { addOperationRoutes } from './http/operationRoutes.ts'
import { makeHttpServer } from './http/server.ts'
import type { ShutdownGrace } from './http/shutdown.ts'
import { Journal } from './journal/journal.ts'
import { registerJournalMetrics } from './journal/journalMetrics.ts'
import { checkDatabaseEveryMs, LossMonitor } from './journal/lossMonitor.ts'
import { loadMarkers } from './journal/markers.ts'
import { SpendRefusals } from './journal/spend/refusals.ts'
import { SpendGuard } from './journal/spend/spendGuard.ts'
import type { Write } from './journal/write.ts'
import { Leads } from './leads/leadAccess.ts'
import { LeadReader } from './leads/leadReader.ts'
import type { LeadRetention } from './leads/leadRetention.ts'
import type { CredentialMaintenance } from './linking/credentialMaintenance.ts'
import { registerLinkingMetrics } from './linking/linkingMetrics.ts'
import { PagePictures } from './linking/pagePictures.ts'
import { requireKnownKeys } from './linking/rewrap.ts'
import { loadServiceSecret } from './linking/serviceSecret.ts'
import { addMcpRoute } from './mcp/mcpRoute.ts'
import { MirrorReader } from './mirror/mirrorReader.ts'
import type { Log } from './observability/log.ts'
import { makeMetrics } from './observability/metrics.ts'
import * as operations from './operations/index.ts'
import type { Handlers } from './pipeline/handler.ts'
import type { Service } from './pipeline/service.ts'
import { ClockWatch, clockCheckIntervalMs } from './platforms/connector-kit/clockWatch.ts'
import { maxImageBytes } from './platforms/connector-kit/imageFetcher.ts'
import { LookupCaches } from './platforms/connector-kit/lookupCaches.ts'
import type { PlatformTimes, SandboxWorld } from './platforms/connector-kit/platformTimes.ts'
import { PublicFetch } from './platforms/connector-kit/publicFetch.ts'
import { PublicPost } from './platforms/connector-kit/publicPost.ts'
import type { ResolveHost } from './platforms/connector-kit/publicTargets.ts'
import type { Upstream } from './platforms/connector-kit/upstream.ts'
import { VersionWatch, versionCheckIntervalMs } from './platforms/versionWatch.ts'
import { isLoopbackListener } from './runtime/loopback.ts'
import type { Runtime } from './runtime/runtime.ts'
import { type EmbeddedSandbox, embedSandbox } from './sandboxed/embeddedSandbox.ts'
import { emulate, sandboxedPlatforms } from './sandboxed/emulation.ts'
import { startWorldWatch, type WorldChangeListener } from './sandboxed/worldWatch.ts'
import { ChangeWatch, pollChangesEveryMs } from './store/changeWatch.ts'
import { releaseAllCredentialLeases } from './store/credentials.ts'
import { DatabaseClock } from './store/databaseClock.ts'
import { releaseAllEntries } from './store/journalEntries.ts'
import { releaseAllSources } from './store/leadSources.ts'
import { type FolderLock, lockFolder } from './store/lock.ts'
import { openStore } from './store/open.ts'
import { registerStoreMetrics, timeStatements } from './store/storeMetrics.ts'
import type { OnStatement, Store } from './store/tables.ts'
import { releaseAllEndpoints } from './store/webhookEndpoints.ts'
import { demoWorkspaceId } from './store/workspaces.ts'
import type { Dispatcher } from './webhooks/dispatcher.ts'

export interface App {
  readonly url: string
  readonly metricsUrl: string
  /** The embedded sandbox. Absent if every platform is live or another sandbox is used. */
  readonly sandbox?: ReturnType<EmbeddedSandbox['demo']>
  /** The embedded sandbox with its test interface, for fault injection and its recorded requests. */
  readonly embeddedSandbox?: EmbeddedSandbox['sandbox']
  /** The world of the sandbox in use, embedded or not. Absent if every platform is live. */
  readonly world?: SandboxWorld
  readonly store: Store
  /** Reads the changes of other processes. Tests await its polls. */
  readonly changes: ChangeWatch
  readonly service: Service
  /** Sends requests to the platforms, or to the sandbox in their place. */
  readonly upstream: Upstream
  /** The background maintenance of credentials. Tests await its polls. */
  readonly credentialMaintenance: CredentialMaintenance
  /** Reads leads, and erases them after their retention. Tests await their polls. */
  readonly leadReader: LeadReader
  readonly leadRetention: LeadRetention
  /** Polls the campaigns and metrics of all accounts. Tests await its polls. */
  readonly mirrorReader: MirrorReader
  /** Cached lookups that all users share. Tests await the polls that prune them. */
  readonly lookups: LookupCaches
  /** Prunes old events. Tests await its polls. */
  readonly pruning: EventPruner
  /** Detects that the database lost writes. Tests await its polls. */
  readonly losses: LossMonitor
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
  onWorldChange(listener: WorldChangeListener): void
  /**
   * From now on the process is not ready, and every response asks its client to open a new connection next
   * time.
   */
  drain(): void
  /**
   * Handles the requests that have arrived, then releases all resources. Without `grace`, as in tests, closes
   * at once.
   */
  close(grace?: ShutdownGrace): Promise<void>
}

/** All parts but the log use the database's clock. The machine's wall clock is only compared with it. */
export async function startApp(
  config: Config,
  machine: Runtime,
  log: Log,
  options: {
    readonly sandbox?: Parameters<typeof embedSandbox>[1]
    readonly handlers?: Handlers
    readonly onStatement?: OnStatement | undefined
    /** Uses the machine's clock as the database's, so that a test can advance it. */
    readonly ownClock?: boolean
    /** Clocks in place of the platforms' own, so that a test can make them differ. */
    readonly times?: PlatformTimes
    /**
     * Replaces the machine's name servers for hosts that callers name, so that a test can forge an address.
     */
    readonly resolve?: ResolveHost | undefined
  } = {},
): Promise<App> {
  const { handlers = operations } = options
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
    const recordStatement = timeStatements(metrics)
    const onStatement: OnStatement = (text, durationMs) => {
      recordStatement(text, durationMs)
      options.onStatement?.(text, durationMs)
    }
    const store = await openStore({ ...config, onStatement })
    closers.push(() => store.close())
    registerStoreMetrics(store, metrics)
    const databaseClock = options.ownClock === true ? undefined : await DatabaseClock.create(store, machine)
    const runtime: Runtime = databaseClock ? { ...machine, now: databaseClock.now } : machine
    // The lock proves that no other process uses the data folder, so every lease in its database belongs to a
    // dead process.
    if (config.databaseUrl === '')
      await Promise.all([
        releaseAllEntries(store.db),
        releaseAllCredentialLeases(store.db),
        releaseAllEndpoints(store.db),
        releaseAllSources(store.db),
      ])
    const changes = new ChangeWatch(store, runtime)
    await changes.poll()
    closers.push(runtime.every(pollChangesEveryMs, () => changes.poll()))
    closers.push(() => changes.stop())
    const keyring = makeKeyring(config.encryptionKeys, runtime)
    await requireKnownKeys(store, keyring)

    const embeddedSandbox = await embedSandbox(config, options.sandbox)
    const sandbox = embeddedSandbox?.sandbox
    if (sandbox) closers.push(() => sandbox.close())

    const address = { publicUrl: config.publicUrl }
    const demo = new DemoKey(keyring, runtime, log)
    // Processes on one database share more than what they store. A process with its own data folder is alone.
    const sharedStore = config.databaseUrl === '' ? [] : [store]
    const lookups = new LookupCaches(runtime, ...sharedStore)
    const platformAssembly = await assemblePlatforms(config, {
      runtime,
      metrics,
      emulation: emulate(config, config.sandboxUrl || (sandbox?.url ?? ''), embeddedSandbox?.world),
      times: options.times,
      lookups,
      onVersionNotice: (platform, note) => versionWatch.recordWarning(platform, note),
    })
    const assembly = assemble(config, platformAssembly, {
      store,
      keyring,
      runtime,
      log,
      changes,
      publicUrl: () => address.publicUrl,
    })
    closers.push(() => assembly.close())
    const {
      upstream,
      world,
      times,
      runtimeByPlatform,
      linking,
      tokenRefresher,
      connections,
      accounts,
      platformClients,
    } = assembly
    const clockWatch =
      databaseClock &&
      new ClockWatch(
        {
          database: databaseClock,
          isShared: config.databaseUrl !== '',
          platforms: platformAssembly.platformClocks,
          machine,
        },
        log,
        metrics,
      )
    if (clockWatch) closers.push(machine.every(clockCheckIntervalMs, () => clockWatch.checkClocks()))

    registerLinkingMetrics(linking, metrics)
    registerQuotaMetrics(platformClients, metrics)
    const versionWatch = new VersionWatch(config.platforms, times, log, metrics)
    versionWatch.checkCalendar()
    closers.push(runtime.every(versionCheckIntervalMs, () => versionWatch.checkCalendar()))

    const deps = { store, runtime, log }
    const webhooks = {
      runtime,
      vault: linking.vault,
      getPostClient: makeWebhookPosts(config, options.resolve),
    }
    const pictureFetch = new PublicFetch(runtime, {
      allowedOrigins: pictureOrigins(assembly.appConfigs),
      maxBytes: maxImageBytes,
      resolve: options.resolve,
    })
    const leadDeps = { linking, accounts, answerRetentionDays: config.leadRetentionDays }
    const leadReader = new LeadReader(leadDeps)
    const leads = new Leads(leadDeps, leadReader, { isReader: config.role !== 'api' })
    const mirrorReader = new MirrorReader({
      linking,
      accounts,
      isEnabled: config.pollsAccounts,
      getUsedQuotaShare: (platform) => quotaUsed(platformClients, platform),
    })
    const limiter = new RequestLimiter(runtime, config.requestLimits, ...sharedStore)
    closers.push(runtime.every(rebalanceIntervalMs, () => limiter.rebalance()))
    closers.push(() => limiter.stop())
    const lossMonitor = new LossMonitor({ ...deps, metrics })
    await lossMonitor.poll()
    closers.push(runtime.every(checkDatabaseEveryMs, () => lossMonitor.poll()))
    closers.push(() => lossMonitor.stop())
    const refusedKeys = new RefusedKeys(deps)
    closers.push(runtime.every(refusedKeysIntervalMs, () => refusedKeys.flush()))
    closers.push(() => refusedKeys.flush())
    const service: Service = {
      runtime,
      runtimeByPlatform,
      store,
      keyring,
      linking,
      connections,
      accounts,
      pictures: new PagePictures(linking, accounts),
      leads,
      platformClients,
      authenticator: new Authenticator(store, runtime, changes, refusedKeys),
      sessions: new Sessions({ ...deps, keyring }),
      limiter,
      users: new UserDirectory(store, runtime, changes),
      webhooks,
      handlers,
      journal: new Journal({
        ...deps,
        runtimeByPlatform,
        accounts,
        spendGuard: new SpendGuard(deps),
        spendRefusals: new SpendRefusals({ ...deps, metrics }),
        markers: await loadMarkers(store, linking.vault, runtime),
        planSecret: await loadServiceSecret(store, linking.vault, runtime, 'plan'),
        lossMonitor,
        getWrite: (name) => findWrite(handlers, name),
        onAccountChanged(workspaceId, userId, { platform, createsLeads }) {
          mirrorReader.requestPoll(workspaceId, userId, platform)
          if (createsLeads === true) leadReader.requestRead(workspaceId, userId, platform)
        },
        approvalUrl: (operationId) => `${address.publicUrl}/approve/${operationId}`,
      }),
    }

    const { metricsHost } = config
    const metricsPort =
      config.metricsPort === undefined ? undefined : await metrics.listen(metricsHost, config.metricsPort)

    let hasDrainStarted = false
    const isDraining = () => hasDrainStarted
    const server = makeHttpServer({
      ...config,
      runtime,
      log,
      metrics,
      isDraining,
      isLightLoad: (workspaceId) => limiter.isLightLoad(workspaceId),
      getStoreQueueLength: store.countWaiting,
    })
    const surfaceOptions = {
      ...config,
      service,
      log,
      metrics,
      bodyBudget: new BodyByteBudget(runtime, config.totalBodiesLimitBytes),
      urgentBodyBudget: new BodyByteBudget(runtime, 4 * config.bodyLimitBytes),
    }
    addHealthRoutes(server.routes, store, runtime, {
      role: config.role,
      isDraining,
      findClockProblem: async () => await clockWatch?.findProblem(),
    })
    const addAllRoutes = () => {
      addOperationRoutes(server.routes, surfaceOptions)
      addMcpRoute(server.routes, { ...surfaceOptions, publicUrl: () => address.publicUrl })
      addDocumentRoutes(server.routes, () => address.publicUrl, demo)
      addConnectPages(server.routes, linking)
      addApprovalPages(server.routes, service)
      addConsole(server.routes, {
        ...surfaceOptions,
        pictures: new PlatformPictures(keyring, runtime, pictureFetch),
        sandboxedPlatforms: sandboxedPlatforms(config),
        sandboxUrl: sandbox?.url ?? '',
        publicUrl: () => address.publicUrl,
        demo,
      })
      addLeadHooks(server.routes, { linking, leads, metrics })
    }
    if (config.role !== 'worker') addAllRoutes()
    const port = await server.listen(config.host, config.port)
    closers.push(() => server.close())
    const url = formatUrl(config.host, port)
    address.publicUrl ||= url

    registerJournalMetrics(store, runtime, metrics)
    const background = startBackground(config, {
      ...deps,
      linking,
      tokenRefresher,
      webhooks,
      journal: service.journal,
      leadReader,
      mirrorReader,
      lookups,
    })
    closers.push(() => background.stop())
    const { credentialMaintenance, leadRetention, pruning, dispatcher } = background
    // A test that makes the clocks differ advances them itself.
    const worldWatch =
      world && options.times === undefined
        ? startWorldWatch(world, {
            ...deps,
            credentialMaintenance,
            readers: [leadReader, mirrorReader],
            isWorker: config.role !== 'api',
          })
        : undefined
    if (worldWatch) closers.push(() => worldWatch.stop())

    return {
      url,
      metricsUrl: metricsPort === undefined ? '' : `${formatUrl(metricsHost, metricsPort)}/metrics`,
      ...(embeddedSandbox
        ? { sandbox: embeddedSandbox.demo(), embeddedSandbox: embeddedSandbox.sandbox }
        : {}),
      ...(world ? { world } : {}),
      store,
      changes,
      service,
      upstream,
      credentialMaintenance,
      leadReader,
      leadRetention,
      mirrorReader,
      lookups,
      pruning,
      losses: lossMonitor,
      dispatcher,
      ...(clockWatch ? { clockWatch } : {}),
      offerDemoKey: (apiKey) => demo.offer(apiKey),
      onWorldChange: (listener) => worldWatch?.subscribe(listener),
      drain() {
        hasDrainStarted = true
      },
      async close(grace) {
        hasDrainStarted = true
        service.journal.stop()
        const cutOff = grace && runtime.sleep(grace.cutAfterMs)
        await server.close(grace)
        // Writes without a waiting caller have as long as those with one.
        if (cutOff) await Promise.race([service.journal.drain(), cutOff])
        await closeAll()
        log.close()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function findWrite(handlers: Handlers, name: OperationName): Write {
  const handler = handlers[name]
  if (!('plan' in handler)) throw new Error(`${name} is not a write.`)
  return handler
}

function formatUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Receivers on this machine are for trials only, because a tenant could otherwise scan its ports. */
function makeWebhookPosts(
  config: Config,
  resolve: ResolveHost | undefined,
): (workspaceId: string) => PublicPost {
  const isSandboxed = sandboxedPlatforms(config).length === platforms.length
  const localPorts = isSandboxed ? config.webhookLocalPorts : []
  const post = new PublicPost({ localPorts, resolve })
  const demoPost = new PublicPost({
    localPorts: isSandboxed && isLoopbackListener(config.host) ? 'all' : localPorts,
    resolve,
  })
  return (workspaceId) => (workspaceId === demoWorkspaceId ? demoPost : post)
}
