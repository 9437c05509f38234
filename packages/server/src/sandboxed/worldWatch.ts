// Detects that the sandbox's clock jumped or that its world was replaced, and
// notifies the listeners that have to recheck expiry times.

import { Poller } from '../concurrency/poller.ts'
import type { Log } from '../observability/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { SandboxWorld } from './sandboxWorld.ts'

/** `anew` means that another world replaced the sandbox's world. */
export type WorldChange = 'forward' | 'back' | 'anew'

export type WorldChangeListener = (change: WorldChange) => Promise<void>

export const watchWorldEveryMs = 1000
/** Smaller differences come from clock drift and response times. */
const jumpMs = 30_000
/** A change is delivered this often in all, once per poll, while a listener fails. */
const maxDeliveries = 10

/** Work that has to recheck expiry times after a jump. */
interface ClockJumpWork {
  pollAfterClockJump(): Promise<void>
}

export interface WorldWatchDeps {
  readonly runtime: Runtime
  readonly log: Log
  readonly credentialMaintenance: ClockJumpWork
  /** They read at the platforms. */
  readonly readers: readonly ClockJumpWork[]
  /** Whether this process does the background work. */
  readonly isWorker: boolean
}

/** Starts to watch the world. The returned watch takes further listeners. */
export function startWorldWatch(
  world: SandboxWorld,
  { runtime, log, credentialMaintenance, readers, isWorker }: WorldWatchDeps,
): WorldWatch {
  const watch = new WorldWatch(world, runtime, log)
  if (isWorker) {
    watch.subscribe(() => credentialMaintenance.pollAfterClockJump())
    for (const reader of readers) watch.subscribeLate(() => reader.pollAfterClockJump())
  }
  watch.start()
  return watch
}

class WorldWatch {
  readonly #world: SandboxWorld
  readonly #runtime: Runtime
  readonly #listeners: WorldChangeListener[] = []
  readonly #lateListeners: WorldChangeListener[] = []
  readonly #poller: Poller
  #lastReading: WorldReading
  #cancel: () => void = () => {}
  /** Not every listener has received this change yet. */
  #pendingChange: { readonly change: WorldChange; readonly deliveriesLeft: number } | undefined

  constructor(world: SandboxWorld, runtime: Runtime, log: Log) {
    this.#world = world
    this.#runtime = runtime
    this.#lastReading = this.#read()
    this.#poller = new Poller(() =>
      this.#poll().catch((error) => log.error('linking.clock_jump_failed', error)),
    )
  }

  /** Listeners run one after the other, in the order of subscription. */
  subscribe(listener: WorldChangeListener): void {
    this.#listeners.push(listener)
  }

  /**
   * Late listeners read at the platforms. They run after all credentials were
   * checked, so that they never wait for expired ones.
   */
  subscribeLate(listener: WorldChangeListener): void {
    this.#lateListeners.push(listener)
  }

  start(): void {
    this.#cancel = this.#runtime.every(watchWorldEveryMs, () => this.#poller.run())
  }

  async stop(): Promise<void> {
    this.#cancel()
    await this.#poller.stop()
  }

  async #poll(): Promise<void> {
    await this.#world.refresh()
    const before = this.#lastReading
    this.#lastReading = this.#read()
    const change = detectChange(before, this.#lastReading)
    if (change !== undefined)
      this.#pendingChange = {
        change: this.#pendingChange?.change === 'anew' ? 'anew' : change,
        deliveriesLeft: maxDeliveries,
      }
    await this.#deliverPending()
  }

  /**
   * Listeners call the sandbox, and fail when its clock jumps again
   * meanwhile. So a failed delivery is retried.
   */
  async #deliverPending(): Promise<void> {
    if (this.#pendingChange === undefined) return
    const { change, deliveriesLeft: remaining } = this.#pendingChange
    this.#pendingChange = remaining > 1 ? { change, deliveriesLeft: remaining - 1 } : undefined
    for (const listener of [...this.#listeners, ...this.#lateListeners]) await listener(change)
    this.#pendingChange = undefined
  }

  #read(): WorldReading {
    return { now: this.#world.now(), id: this.#world.id(), at: this.#runtime.monotonic() }
  }
}

type WorldReading = { readonly now: number; readonly id: string; readonly at: number }

function detectChange(before: WorldReading, after: WorldReading): WorldChange | undefined {
  // A sandbox that has not responded yet has no world to lose.
  if (before.id !== '' && before.id !== after.id) return 'anew'
  const elapsedMs = after.now - before.now
  if (elapsedMs < -jumpMs) return 'back'
  return elapsedMs > after.at - before.at + jumpMs ? 'forward' : undefined
}
