// Sends events to webhook endpoints, on every process. One process at a time serves an endpoint, and
// endpoints do not wait for each other. When the lease of a dead process expires, another process takes over.

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

/** The lease is renewed while messages are sent. The endpoints of a dead process wait at most this long. */
const leaseMs = 10_000
const renewEveryMs = 3000
/** One transaction turns at most this many events into deliveries. */
const spreadAtOnce = 500
/** One endpoint receives at most this many messages at once. A failing endpoint receives one, as a probe. */
const sentAtOnce = 16
/**
 * The process serves at most this many endpoints at once. Failing endpoints
 * have their own limit, so they never block working ones.
 */
const places = { working: 64, failing: 32 } as const
/** After this many batches, the endpoint is released so that other endpoints are served. */
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

  /** Polls for endpoints with due work, and starts to serve them. */
  look(): Promise<void> {
    if (this.#over.signal.aborted) return this.#looking ?? Promise.resolve()
    this.#looking ??= this.#look()
      // An unavailable database must not end the polling.
      .catch((error) => this.#parts.log.info('webhooks.poll_failed', { note: (error as Error).message }))
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  /** Resolves when all endpoints in progress are served. Tests wait for this. */
  async settle(): Promise<void> {
    // A running poll may have queried the database before the change that the test made.
    await this.#looking
    await this.look()
    await Promise.all(this.#served())
  }

  /** Aborts sends in flight. They count as not sent, and the next process sends them. */
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

  /** Sends due deliveries until none is left, or until the maximum number of batches. */
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

  /**
   * Renews the lease periodically. The lease is lost when another process has it, or could have it by now.
   */
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
        // A renewal still in flight would take the lease again after its release.
        await renewal
      },
    }
  }

  /** Returns whether there may be more to send. */
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
    // A failing endpoint does not try all of its due deliveries. It frees its slot for the next endpoint.
    const triedInVain =
      endpoint.failing_since !== null && !attempts.some(({ posted }) => posted && isTaken(posted))
    return hasMore || (attempts.length > 0 && !triedInVain)
  }

  /** Creates deliveries for new events. Returns whether there are more events. */
  async #spread(endpoint: WebhookEndpoint): Promise<boolean> {
    const { store, runtime } = this.#parts
    const last = await lastEventSeq(store.db, endpoint.workspace_id)
    if (last <= endpoint.position) return false
    const upTo = Math.min(last, endpoint.position + spreadAtOnce)
    await store.db.transaction().execute(async (transaction) => {
      // The position advances first. If an endpoint was reset or leased by
      // another process meanwhile, this one creates no deliveries.
      if (await advanceEndpoint(transaction, endpoint, upTo))
        await spreadEvents(transaction, endpoint, upTo, typesOf(endpoint), runtime.now())
    })
    return upTo < last
  }
}
