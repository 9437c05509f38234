// On every process: sends events to the endpoints. Each endpoint is served by one process at a time and by itself, so that
// none waits for another; what a process that died had in hand is taken over when its lease ends.

import type { Log } from '../base/log.ts'
import { lastEventSeq } from '../store/events.ts'
import type { Store } from '../store/tables.ts'
import { dueDeliveries, spreadEvents } from '../store/webhookDeliveries.ts'
import {
  advanceEndpoint,
  dueEndpoints,
  type EndpointHold,
  keepEndpoint,
  releaseEndpoint,
  renewEndpoint,
  takeEndpoint,
  typesOf,
  type WebhookEndpoint,
} from '../store/webhookEndpoints.ts'
import { attempt, noteAttempts } from './attempts.ts'
import { isTaken, type SendingParts } from './sending.ts'

export const dispatchEveryMs = 1000

/** Renewed while messages are sent: the endpoints of a process that died wait no longer than this. */
const leaseMs = 10_000
const renewEveryMs = 3000
/** Events that become deliveries in one transaction. */
const spreadAtOnce = 500
/** Messages to one endpoint at the same time; while it fails, one finds out whether it still does. */
const sentAtOnce = 16
/** Endpoints served at the same time. Those that fail have places of their own and never take one from the others. */
const places = { working: 64, failing: 32 } as const
/** Then others get their turn. */
const mostBatches = 50

export interface DispatcherParts extends SendingParts {
  readonly store: Store
  readonly log: Log
}

type Lane = keyof typeof places

export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #owner: string
  readonly #busy = { working: new Map<string, Promise<void>>(), failing: new Map<string, Promise<void>>() }
  readonly #over = new AbortController()
  #looking: Promise<void> | undefined

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#owner = parts.runtime.randomBytes(12).toString('hex')
  }

  /** Looks for endpoints with something to do, and begins to serve them. */
  look(): Promise<void> {
    if (this.#over.signal.aborted) return this.#looking ?? Promise.resolve()
    this.#looking ??= this.#look()
      // A database that is away is no reason to stop trying.
      .catch((error) => this.#parts.log.info('webhooks.poll_failed', { note: (error as Error).message }))
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  /** Resolves when every endpoint that is being served was served; a test waits for it. */
  async settle(): Promise<void> {
    // A look that has begun may have asked the database before the change that the test made.
    await this.#looking
    await this.look()
    await Promise.all(this.#served())
  }

  /** Breaks off what is under way: it counts as not sent, and is sent by whoever comes next. */
  async stop(): Promise<void> {
    this.#over.abort()
    await this.#looking
    await Promise.all(this.#served())
  }

  #served(): Promise<void>[] {
    return [...this.#busy.working.values(), ...this.#busy.failing.values()]
  }

  async #look(): Promise<void> {
    await this.#fill('working')
    await this.#fill('failing')
  }

  async #fill(lane: Lane): Promise<void> {
    const { store, runtime, log } = this.#parts
    const busy = this.#busy[lane]
    const free = places[lane] - busy.size
    if (free <= 0) return
    const due = { now: runtime.now(), failing: lane === 'failing' }
    for (const id of await dueEndpoints(store.db, store.clock, due, free)) {
      if (this.#over.signal.aborted) return
      if (busy.has(id)) continue
      const serving = this.#serve({ id, lease_owner: this.#owner })
        .catch((error) => log.error('webhooks.endpoint_interrupted', error, { endpointId: id }))
        .finally(() => busy.delete(id))
      busy.set(id, serving)
    }
  }

  /** Sends what is due until nothing is, for a turn. */
  async #serve(hold: EndpointHold): Promise<void> {
    const { store } = this.#parts
    if (!(await takeEndpoint(store.db, store.clock, hold, leaseMs))) return
    const lease = this.#renewing(hold)
    const signal = AbortSignal.any([this.#over.signal, lease.lost])
    try {
      for (let batch = 0; batch < mostBatches; batch++) if (!(await this.#serveOnce(hold, signal))) return
    } finally {
      await lease.stop()
      await releaseEndpoint(store.db, store.clock, hold)
    }
  }

  /** Renews a lease again and again. It is lost when another process has it, or may have it by now. */
  #renewing(hold: EndpointHold): { readonly lost: AbortSignal; stop(): Promise<void> } {
    const { store, runtime } = this.#parts
    const lost = new AbortController()
    let renewal: Promise<void> = Promise.resolve()
    let renewedAt = runtime.monotonic()
    const renew = async () => {
      const begunAt = runtime.monotonic()
      try {
        if (await renewEndpoint(store.db, store.clock, hold, leaseMs)) renewedAt = begunAt
        else lost.abort()
      } catch {
        if (runtime.monotonic() - renewedAt >= leaseMs - renewEveryMs) lost.abort()
      }
    }
    const cancel = runtime.every(renewEveryMs, () => {
      renewal = renew()
    })
    return {
      lost: lost.signal,
      async stop() {
        cancel()
        // A renewal that is still in progress would take the lease again, although no turn is left.
        await renewal
      },
    }
  }

  /** Whether there may be more to do. */
  async #serveOnce(hold: EndpointHold, signal: AbortSignal): Promise<boolean> {
    const { store, runtime } = this.#parts
    const endpoint = signal.aborted ? undefined : await keepEndpoint(store.db, store.clock, hold, leaseMs)
    if (!endpoint) return false
    const hasMore = await this.#spread(endpoint)
    const most = endpoint.failing_since === null ? sentAtOnce : 1
    const due = await dueDeliveries(store.db, endpoint.id, runtime.now(), most)
    const attempts = await Promise.all(due.map((each) => attempt(this.#parts, endpoint, each, signal)))
    if (signal.aborted) return false
    if (attempts.length > 0) await noteAttempts(this.#parts, endpoint, attempts)
    // One that fails is not tried with everything that waits: it gives its place to the next.
    const triedInVain =
      endpoint.failing_since !== null && !attempts.some(({ posted }) => posted && isTaken(posted))
    return hasMore || (attempts.length > 0 && !triedInVain)
  }

  /** Makes deliveries of new events; whether there are more. */
  async #spread(endpoint: WebhookEndpoint): Promise<boolean> {
    const { store, runtime } = this.#parts
    const last = await lastEventSeq(store.db, endpoint.workspace_id)
    if (last <= endpoint.position) return false
    const upTo = Math.min(last, endpoint.position + spreadAtOnce)
    await store.db.transaction().execute(async (transaction) => {
      // Before the deliveries: whoever was sent back meanwhile, or is somebody else's, makes none.
      if (await advanceEndpoint(transaction, endpoint, upTo))
        await spreadEvents(transaction, endpoint, upTo, typesOf(endpoint), runtime.now())
    })
    return upTo < last
  }
}
