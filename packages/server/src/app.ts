// The composition root: builds the service from a configuration, and shuts it down.

import { pictureOrigins } from './assembly.ts'
import { startBackground } from './background.ts'
import { createAccountReaders } from './composition/accountReaders.ts'
import { Closers } from './composition/closers.ts'
import { createHttpService, formatUrl } from './composition/httpService.ts'
import { startAdmission } from './composition/requestAdmission.ts'
import { createServiceJournal, startLossMonitor } from './composition/serviceJournal.ts'
import { startClockWatch, startPlatforms } from './composition/servicePlatforms.ts'
import { lockDataFolder, openServiceStore, startChangeWatch } from './composition/serviceStore.ts'
import { makeWebhookPosts } from './composition/webhookPosts.ts'
import type { Config } from './config/config.ts'
import { makeKeyring } from './encryption/keyring.ts'
import type { EventPruner } from './events/pruning.ts'
import { DemoKey } from './http/demoKey.ts'
import type { ShutdownGrace } from './http/shutdown.ts'
import { registerJournalMetrics } from './journal/journalMetrics.ts'
import type { LossMonitor } from './journal/lossMonitor.ts'
import type { LeadReader } from './leads/leadReader.ts'
import type { LeadRetention } from './leads/leadRetention.ts'
import type { CredentialMaintenance } from './linking/credentialMaintenance.ts'
import { PagePictures } from './linking/pagePictures.ts'
import { requireKnownKeys } from './linking/rewrap.ts'
import { ImageLibrary } from './media/imageLibrary.ts'
import type { ImageRetention } from './media/imageRetention.ts'
import type { MirrorReader } from './mirror/mirrorReader.ts'
import type { Log } from './observability/log.ts'
import { makeMetrics } from './observability/metrics.ts'
import * as operations from './operations/index.ts'
import type { Handlers } from './pipeline/handler.ts'
import type { Service } from './pipeline/service.ts'
import type { ClockWatch } from './platforms/connector-kit/clockWatch.ts'
import { LookupCaches } from './platforms/connector-kit/lookupCaches.ts'
import type { PlatformTimes } from './platforms/connector-kit/platformTimes.ts'
import type { ResolveHost } from './platforms/connector-kit/publicTargets.ts'
import type { Upstream } from './platforms/connector-kit/upstream.ts'
import type { Runtime } from './runtime/runtime.ts'
import { type EmbeddedSandbox, embedSandbox } from './sandboxed/embeddedSandbox.ts'
import { emulate } from './sandboxed/emulation.ts'
import type { SandboxWorld } from './sandboxed/sandboxWorld.ts'
import { startWorldWatch, type WorldChangeListener } from './sandboxed/worldWatch.ts'
import type { ChangeWatch } from './store/changeWatch.ts'
import { DatabaseClock } from './store/databaseClock.ts'
import type { OnStatement, Store } from './store/tables.ts'
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
  /** Deletes expired images. Tests await its polls. */
  readonly imageRetention: ImageRetention
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

export interface AppOptions {
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
}

export async function startApp(
  config: Config,
  machine: Runtime,
  log: Log,
  options: AppOptions = {},
): Promise<App> {
  const closers = new Closers()
  try {
    return await startParts(config, machine, log, options, closers)
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

/** All parts but the log use the database's clock. The machine's wall clock is only compared with it. */
async function startParts(
  config: Config,
  machine: Runtime,
  log: Log,
  options: AppOptions,
  closers: Closers,
): Promise<App> {
  const { handlers = operations } = options
  lockDataFolder(config, closers)
  const metrics = makeMetrics()
  closers.add(() => metrics.close())
  const store = await openServiceStore(config, metrics, closers, options.onStatement)
  const databaseClock = options.ownClock === true ? undefined : await DatabaseClock.create(store, machine)
  const runtime: Runtime = databaseClock ? { ...machine, now: databaseClock.now } : machine
  const changes = await startChangeWatch(store, runtime, closers)
  const keyring = makeKeyring(config.encryptionKeys, runtime)
  await requireKnownKeys(store, keyring)
  const deps = { store, runtime, log, metrics }
  const address = { publicUrl: config.publicUrl }
  const publicUrl = () => address.publicUrl

  const embedded = await embedSandbox(config, options.sandbox)
  if (embedded) closers.add(() => embedded.sandbox.close())
  const embeddedUrl = embedded?.sandbox.url ?? ''
  // Processes on one database share more than what they store. A process with its own data folder is alone.
  const sharedStore = config.databaseUrl === '' ? ([] as const) : ([store] as const)
  const lookups = new LookupCaches(runtime, ...sharedStore)
  const assembly = await startPlatforms(
    config,
    {
      ...deps,
      keyring,
      changes,
      lookups,
      emulation: emulate(config, config.sandboxUrl || embeddedUrl, embedded?.world),
      times: options.times,
      publicUrl,
    },
    closers,
  )
  const clocks = { machine, platforms: assembly.platformClocks }
  const clockWatch =
    databaseClock && startClockWatch(config, { ...clocks, database: databaseClock }, deps, closers)

  const { linking, accounts, tokenRefresher, upstream, world } = assembly
  const webhooks = {
    runtime,
    vault: linking.vault,
    getPostClient: makeWebhookPosts(config, options.resolve),
  }
  const readers = createAccountReaders(config, assembly)
  const { leadReader, mirrorReader } = readers
  const admission = startAdmission(config.requestLimits, { ...deps, keyring, changes, sharedStore }, closers)
  const lossMonitor = await startLossMonitor(deps, closers)
  const service: Service = {
    ...admission,
    runtime,
    runtimeByPlatform: assembly.runtimeByPlatform,
    store,
    keyring,
    linking,
    connections: assembly.connections,
    accounts,
    pictures: new PagePictures(linking, accounts),
    leads: readers.leads,
    images: new ImageLibrary(deps, config.imageQuotaBytes),
    platformClients: assembly.platformClients,
    webhooks,
    handlers,
    journal: await createServiceJournal({ ...deps, lossMonitor, handlers, publicUrl }, assembly, readers),
  }

  const { metricsHost } = config
  const metricsPort =
    config.metricsPort === undefined ? undefined : await metrics.listen(metricsHost, config.metricsPort)
  let hasDrainStarted = false
  const demo = new DemoKey(keyring, runtime, log)
  const server = createHttpService(config, {
    service,
    log,
    metrics,
    demo,
    clockWatch,
    pictureOrigins: pictureOrigins(assembly.appConfigs),
    resolve: options.resolve,
    sandboxUrl: embeddedUrl,
    publicUrl,
    isDraining: () => hasDrainStarted,
  })
  const port = await server.listen(config.host, config.port)
  closers.add(() => server.close())
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
  closers.add(() => background.stop())
  const { credentialMaintenance, leadRetention, imageRetention, pruning, dispatcher } = background
  // A test that makes the clocks differ advances them itself.
  const worldWatch =
    world && options.times === undefined
      ? startWorldWatch(world, {
          runtime,
          log,
          credentialMaintenance,
          readers: [leadReader, mirrorReader],
          isWorker: config.role !== 'api',
        })
      : undefined
  if (worldWatch) closers.add(() => worldWatch.stop())

  return {
    url,
    metricsUrl: metricsPort === undefined ? '' : `${formatUrl(metricsHost, metricsPort)}/metrics`,
    ...(embedded ? { sandbox: embedded.demo(), embeddedSandbox: embedded.sandbox } : {}),
    ...(world ? { world } : {}),
    store,
    changes,
    service,
    upstream,
    credentialMaintenance,
    leadReader,
    leadRetention,
    imageRetention,
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
      await closers.closeAll()
      log.close()
    },
  }
}
