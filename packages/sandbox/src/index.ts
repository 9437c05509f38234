// The sandbox as a library: three advertising platforms on one port, with a clock that tests can advance.

import { once } from 'node:events'
import { adminAnswer, isAdminPath, strangerRefusal } from './admin/admin.ts'
import {
  type ListedPerson,
  type PeopleListing,
  type PersonKey,
  peopleListed,
  personIn,
} from './admin/listing.ts'
import { sandboxPage } from './admin/page.ts'
import type { SandboxParts } from './admin/parts.ts'
import {
  type Clock,
  type ClockOption,
  clockSettingOf,
  createClock,
  type MachineTime,
  type World,
} from './core/clock.ts'
import type { Answer, Exchange, Platform } from './core/exchange.ts'
import { createFaults, type Faults } from './core/faults.ts'
import { createHttpServer, type Peer } from './core/http.ts'
import { createLedger, type Ledger } from './core/ledger.ts'
import { isLoopback } from './core/loopback.ts'
import { createStateFile, type Lock, lockStateFile, readStateFile, snapshotOf } from './core/persistence.ts'
import type { State } from './core/state.ts'
import { mediaAnswer } from './media/media.ts'
import { proPlatform } from './pro/index.ts'
import { searchPlatform } from './search/index.ts'
import { defaultSeed, seedState } from './seed.ts'
import { socialPlatform } from './social/index.ts'
import { type Variation, variationOf, varied } from './variation/vary.ts'

export { callsText } from './admin/callsText.ts'
export { type DemoAccess, demoAccess } from './admin/demo.ts'
export type { ListedIdentity, ListedPerson, PeopleListing, PersonKey } from './admin/listing.ts'
export {
  type Clock,
  type ClockOption,
  type ClockSetting,
  type Duration,
  millisecondsIn,
  type World,
} from './core/clock.ts'
export type { PlatformName } from './core/exchange.ts'
export { type Fault, type FaultOrder, FaultRefusal, type Faults } from './core/faults.ts'
export type { EffectRecord, Ledger, LedgerFilter, RequestRecord } from './core/ledger.ts'
export type { State } from './core/state.ts'
export type { Switches } from './oauth/switches.ts'
export { standingTokenText } from './oauth/tokenTexts.ts'
// Each of these declares its platform's part of `State`.
export type { ProState } from './pro/state.ts'
export type { SearchState } from './search/state.ts'
export type { SocialState } from './social/state.ts'

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
  /** Returns to the starting world, without faults and with an empty ledger. The clock is unchanged. */
  reset(seed?: string): void
  /** Reports that a test changed `state()` directly, so that the sandbox writes the state. */
  changed(): void
  close(): Promise<void>
  /** Supports `await using sandbox = await startSandbox()`. */
  [Symbol.asyncDispose](): Promise<void>
}

export const platforms: readonly Platform[] = [socialPlatform, searchPlatform, proPlatform]

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { stateFile } = options
  const lock = stateFile === undefined ? undefined : lockStateFile(stateFile)
  try {
    return await open(options, lock)
  } catch (error) {
    lock?.release()
    throw error
  }
}

async function open(options: SandboxOptions, lock: Lock | undefined): Promise<Sandbox> {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`))
  const saved = options.stateFile === undefined ? undefined : readStateFile(options.stateFile)
  const { machineTime } = options
  const clock = createClock(clockSettingOf(options.clock ?? saved?.clock ?? 'real'), machineTime)
  const ledger = createLedger(options.ledgerCapacity)
  const faults = createFaults(platforms)
  let state = saved?.state ?? startingWorld(options.seed ?? defaultSeed, clock.now())

  const file =
    options.stateFile === undefined
      ? undefined
      : createStateFile(options.stateFile, () => snapshotOf(state, clock.setting()), log)
  const changed = () => file?.changed()
  let variation = variationFrom(options.variation)

  // Counts from the start of the process, because a restored or reset world is another world even at the same
  // instant.
  let replaced = 0
  const world = (): World => ({
    now: clock.now(),
    running: clock.setting().mode !== 'frozen',
    seededAt: state.seededAt,
    id: `${state.seed} ${state.seededAt} ${replaced}`,
  })
  const replace = (next: State) => {
    state = next
    replaced++
    ledger.clear()
    faults.cancel()
    changed()
  }
  const parts: SandboxParts = {
    platforms,
    clock,
    faults,
    ledger,
    state: () => state,
    world,
    reset: (seed) => replace(startingWorld(seed ?? state.seed, clock.now())),
    restore(snapshot) {
      clock.restore(snapshot.clock)
      replace(snapshot.state)
    },
    changed,
    variation: () => variation,
    vary(seed) {
      variation = variationFrom(seed)
    },
  }
  const server = createHttpServer({
    platforms,
    clock,
    ...(machineTime ? { machineTime } : {}),
    faults,
    ledger,
    state: () => state,
    vary: (place, exchange, answer) =>
      variation === undefined ? answer : varied(variation, place, exchange, answer),
    changed,
    own: (exchange, peer) => ownAnswer(exchange, peer, parts, options.admin ?? true),
    log,
  })
  const host = options.host ?? '127.0.0.1'
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  if (saved === undefined) changed()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  if (!isLoopback(host))
    log(
      `WARNING: the sandbox listens at ${host}: everybody who reaches port ${port} can use the platforms it emulates. Its page and its admin surface answer this machine alone; never put a proxy in front of them.`,
    )
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`

  const close = async () => {
    faults.cancel()
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    server.closeAllConnections()
    await closed
    await file?.flush()
    lock?.release()
  }
  const people = () => peopleListed(state, platforms, url)
  return {
    url,
    clock,
    faults,
    requests: ledger,
    state: () => state,
    world,
    people,
    person: (key) => personIn(people(), key),
    reset: parts.reset,
    changed,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function variationFrom(seed: string | undefined): Variation | undefined {
  return seed === undefined || seed === '' ? undefined : variationOf(seed)
}

interface KnownWorld {
  readonly seed: string
  readonly now: number
  /** The world as JSON text, from the second request for it on. */
  readonly text?: string
}

let lastWorld: KnownWorld | undefined

/** Seeding a world takes longer than parsing it, and tests request the same world repeatedly. */
function startingWorld(seed: string, now: number): State {
  const isKnown = lastWorld?.seed === seed && lastWorld.now === now
  // The text was serialized from a state a few lines below.
  if (isKnown && lastWorld?.text !== undefined) return JSON.parse(lastWorld.text) as State
  const state = seedState(seed, now)
  lastWorld = { seed, now, ...(isKnown ? { text: JSON.stringify(state) } : {}) }
  return state
}

/** Serves the paths that belong to no platform. */
function ownAnswer(
  exchange: Exchange,
  peer: Peer,
  parts: SandboxParts,
  admin: boolean,
): Answer | Promise<Answer> | undefined {
  const { path } = exchange
  if (path.startsWith('/_media/')) return mediaAnswer(exchange)
  if (isAdminPath(path)) {
    return admin
      ? adminAnswer(exchange, peer, parts)
      : { status: 404, body: { error: { field: 'path', message: 'The admin surface is switched off.' } } }
  }
  if (path === '/favicon.ico') return { status: 204, body: '' }
  if (path === '/' && exchange.method === 'GET' && admin)
    return strangerRefusal(exchange, peer) ?? sandboxPage(exchange, parts)
  return undefined
}
