// The sandbox as a library: three advertising platforms on one port, with a clock that tests can advance.

import { once } from 'node:events'
import { adminResponse, isAdminPath, refuseRemoteAccess } from './admin/admin.ts'
import type { SandboxDeps } from './admin/deps.ts'
import {
  type ListedPerson,
  listPeople,
  type PeopleListing,
  type PersonKey,
  requirePerson,
} from './admin/listing.ts'
import { sandboxPage } from './admin/page.ts'
import {
  type Clock,
  type ClockOption,
  createClock,
  type MachineTime,
  toClockSetting,
  type World,
} from './core/clock.ts'
import type { Exchange, HttpResponse, PlatformName } from './core/exchange.ts'
import { createFaults, type Faults } from './core/faults.ts'
import { createHttpServer, type Peer } from './core/http.ts'
import { createLedger, type Ledger } from './core/ledger.ts'
import { isLoopback } from './core/loopback.ts'
import {
  createSnapshot,
  createStateFile,
  lockStateFile,
  readStateFile,
  type StateFileLock,
} from './core/persistence.ts'
import type { State } from './core/state.ts'
import { mediaResponse } from './media/media.ts'
import { definitionOf, platformNames, platforms } from './platforms/index.ts'
import { defaultSeed, seedState } from './seed.ts'
import { createVariation, type Variation, varyResponse } from './variation/vary.ts'

export { formatCallsTable } from './admin/callsTable.ts'
export { type DemoAccess, demoAccess } from './admin/demo.ts'
export type { ListedPerson, PeopleListing, PersonKey } from './admin/listing.ts'
export {
  type Clock,
  type ClockOption,
  type ClockSetting,
  type Duration,
  parseDurationMs,
  type World,
} from './core/clock.ts'
export type { PlatformName } from './core/exchange.ts'
export { type Fault, type FaultOrder, FaultOrderError, type Faults } from './core/faults.ts'
export type { EffectRecord, Ledger, LedgerFilter, RequestRecord } from './core/ledger.ts'
export type { State, Switches } from './core/state.ts'
export type * from './platforms/index.ts'
export { platformNames, platforms } from './platforms/index.ts'
export type { ListedIdentity } from './platforms/platformDefinition.ts'
export { standingTokenText } from './platforms/tokenTexts.ts'

export interface SandboxOptions {
  /** Port to listen on. 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  /**
   * `'real'`, or an instant at which the clock is frozen. Defaults to the state file's clock, then to the
   * real one.
   */
  readonly clock?: ClockOption
  /** Replaces the machine's own time. A running clock and the `Date` header follow it. */
  readonly machineTime?: MachineTime
  readonly seed?: string
  /** Path of the state file. Without it, the state stays in memory only. */
  readonly stateFile?: string
  /** Seed with which responses vary as live ones do. Without it, responses do not vary. */
  readonly variation?: string
  /** `false` disables the admin surface and the page. */
  readonly admin?: boolean
  /** Number of requests that the ledger keeps. */
  readonly ledgerCapacity?: number
  /** Receives internal errors. Defaults to standard error. */
  readonly log?: (line: string) => void
}

export interface Sandbox {
  readonly url: string
  readonly clock: Clock
  readonly faults: Faults
  readonly requests: Ledger
  state(): State
  /** The world's clock and identity, as `GET /_sandbox/world` returns them. */
  world(): World
  /** All people with tokens, ids and accounts, as `GET /_sandbox/people` lists them. */
  people(): PeopleListing
  /** One person. `sandbox.person('ada').search.accessToken` works at once. */
  person(key: PersonKey): ListedPerson
  /**
   * Sets the URL for notices about the leads of an application, like an operator in the platform's dashboard.
   * Does nothing on platforms where an API call or a lead form sets the URL.
   */
  setLeadUrl(platform: PlatformName, clientId: string, url: string): void
  /** Returns to the starting world, without faults and with an empty ledger. The clock is unchanged. */
  reset(seed?: string): void
  /** Reports that a test changed `state()` directly, so that the sandbox writes the state. */
  markChanged(): void
  close(): Promise<void>
  /** Supports `await using sandbox = await startSandbox()`. */
  [Symbol.asyncDispose](): Promise<void>
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { stateFile } = options
  const lock = stateFile === undefined ? undefined : lockStateFile(stateFile)
  try {
    return await openSandbox(options, lock)
  } catch (error) {
    lock?.release()
    throw error
  }
}

async function openSandbox(options: SandboxOptions, lock: StateFileLock | undefined): Promise<Sandbox> {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`))
  const savedSnapshot =
    options.stateFile === undefined ? undefined : readStateFile(options.stateFile, platformNames)
  const { machineTime } = options
  const clock = createClock(toClockSetting(options.clock ?? savedSnapshot?.clock ?? 'real'), machineTime)
  const ledger = createLedger(
    options.ledgerCapacity,
    platforms.map(({ oauth }) => oauth.secrets),
  )
  const faults = createFaults(platforms)
  let state = savedSnapshot?.state ?? seedWorld(options.seed ?? defaultSeed, clock.now())

  const stateWriter =
    options.stateFile === undefined
      ? undefined
      : createStateFile(options.stateFile, () => createSnapshot(state, clock.setting()), log)
  const markChanged = () => stateWriter?.scheduleWrite()
  let variation = parseVariation(options.variation)

  // Counts from the start of the process, because a restored or reset world is another world even at the same
  // instant.
  let worldRevision = 0
  const world = (): World => ({
    now: clock.now(),
    running: clock.setting().mode !== 'frozen',
    seededAt: state.seededAt,
    id: `${state.seed} ${state.seededAt} ${worldRevision}`,
  })
  const replaceState = (next: State) => {
    state = next
    worldRevision++
    ledger.clear()
    faults.cancel()
    markChanged()
  }
  const deps: SandboxDeps = {
    platforms,
    clock,
    faults,
    ledger,
    state: () => state,
    world,
    reset: (seed) => replaceState(seedWorld(seed ?? state.seed, clock.now())),
    restore(snapshot) {
      clock.restore(snapshot.clock)
      replaceState(snapshot.state)
    },
    markChanged,
    variation: () => variation,
    setVariation(seed) {
      variation = parseVariation(seed)
    },
  }
  const server = createHttpServer({
    platforms,
    clock,
    ...(machineTime ? { machineTime } : {}),
    faults,
    ledger,
    state: () => state,
    varyResponse: (callRef, exchange, response) =>
      variation === undefined
        ? response
        : varyResponse(variation, definitionOf(callRef.platform).variation, callRef, exchange, response),
    onStateChange: markChanged,
    handleSandboxPath: (exchange, peer) => respondToSandboxPath(exchange, peer, deps, options.admin ?? true),
    log,
  })
  const host = options.host ?? '127.0.0.1'
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  if (savedSnapshot === undefined) markChanged()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  if (!isLoopback(host))
    log(
      `WARNING: the sandbox listens at ${host}, so everyone who reaches port ${port} can use the emulated platforms. The page and the admin API serve only this machine. Never run a proxy in front of them.`,
    )
  const displayHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${displayHost.includes(':') ? `[${displayHost}]` : displayHost}:${port}`

  const close = async () => {
    faults.cancel()
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    server.closeAllConnections()
    await closed
    await stateWriter?.flush()
    lock?.release()
  }
  const people = () => listPeople(state, url)
  return {
    url,
    clock,
    faults,
    requests: ledger,
    state: () => state,
    world,
    people,
    person: (key) => requirePerson(people(), key),
    setLeadUrl(platform, clientId, url) {
      definitionOf(platform).setLeadUrl?.(state, clientId, url)
      markChanged()
    },
    reset: deps.reset,
    markChanged,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function parseVariation(seed: string | undefined): Variation | undefined {
  return seed === undefined || seed === '' ? undefined : createVariation(seed)
}

interface CachedWorld {
  readonly seed: string
  readonly now: number
  /** The world as JSON text, from the second request for it on. */
  readonly text?: string
}

let cachedWorld: CachedWorld | undefined

/** Seeding a world takes longer than parsing it, and tests request the same world repeatedly. */
function seedWorld(seed: string, now: number): State {
  const isCached = cachedWorld?.seed === seed && cachedWorld.now === now
  // The text was serialized from a state a few lines below.
  if (isCached && cachedWorld?.text !== undefined) return JSON.parse(cachedWorld.text) as State
  const state = seedState(seed, now)
  cachedWorld = { seed, now, ...(isCached ? { text: JSON.stringify(state) } : {}) }
  return state
}

/** Serves the paths that belong to no platform. */
function respondToSandboxPath(
  exchange: Exchange,
  peer: Peer,
  deps: SandboxDeps,
  isAdminEnabled: boolean,
): HttpResponse | Promise<HttpResponse> | undefined {
  const { path } = exchange
  if (path.startsWith('/_media/')) return mediaResponse(exchange)
  if (isAdminPath(path)) {
    return isAdminEnabled
      ? adminResponse(exchange, peer, deps)
      : { status: 404, body: { error: { field: 'path', message: 'The admin API is disabled.' } } }
  }
  if (path === '/favicon.ico') return { status: 204, body: '' }
  if (path === '/' && exchange.method === 'GET' && isAdminEnabled)
    return refuseRemoteAccess(exchange, peer) ?? sandboxPage(exchange, deps)
  return undefined
}
