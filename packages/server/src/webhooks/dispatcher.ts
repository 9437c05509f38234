// Sends events to webhook endpoints, on every process. One process at a time serves an endpoint, and
// endpoints do not wait for each other. When the lease of a dead process expires, another process takes over.

import { Poller } from '../concurrency/poller.ts'
import type { Log } from '../observability/log.ts'
import { findLastEventSeq } from '../store/events.ts'
import type { Store } from '../store/tables.ts'
import { createDeliveries, listDueDeliveries } from '../store/webhookDeliveries.ts'
import {
  acquireEndpoint,
  advanceEndpoint,
  type EndpointLease,
  listDueEndpoints,
  parseEventTypes,
  releaseEndpoint,
  renewEnabledEndpoint,
  renewEndpoint,
  type WebhookEndpoint,
} from '../store/webhookEndpoints.ts'
import { attemptDelivery, recordAttempts } from './deliveryAttempts.ts'
import { isDelivered, type SendingDeps } from './sendMessage.ts'

export const dispatchEveryMs = 1000

/** The lease is renewed while messages are sent. The endpoints of a dead process wait at most this long. */
const leaseMs = 10_000
const renewEveryMs = 3000
/** One transaction turns at most this many events into deliveries. */
const fanOutBatchSize = 500
/** One endpoint receives at most this many messages at once. A failing endpoint receives one, as a probe. */
const maxConcurrentSends = 16
/**
 * The process serves at most this many endpoints at once. Failing endpoints
 * have their own limit, so they never block working ones.
 */
const poolSizes = { working: 64, failing: 32 } as const
/** After this many batches, the endpoint is released so that other endpoints are served. */
const maxBatches = 50

export interface DispatcherDeps extends SendingDeps {
  readonly store: Store
  readonly log: Log
}

type EndpointPool = keyof typeof poolSizes

export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #owner: string
  readonly #servedEndpoints = {
    working: new Map<string, Promise<void>>(),
    failing: new Map<string, Promise<void>>(),
  }
  readonly #stopController = new AbortController()
  readonly #poller = new Poller(() =>
    // An unavailable database must not end the polling.
    this.#fillPools().catch((error) =>
      this.#deps.log.info('webhooks.poll_failed', { note: (error as Error).message }),
    ),
  )

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
    this.#owner = deps.runtime.randomBytes(12).toString('hex')
  }

  /** Polls for endpoints with due work, and starts to serve them. */
  poll(): Promise<void> {
    return this.#poller.run()
  }

  /** Resolves when all endpoints in progress are served. Tests wait for this. */
  async drain(): Promise<void> {
    // A running poll may have queried the database before the change that the test made.
    await this.poll()
    await this.poll()
    await Promise.all(this.#inFlight())
  }

  /** Aborts sends in flight. They count as not sent, and the next process sends them. */
  async stop(): Promise<void> {
    this.#stopController.abort()
    await this.#poller.stop()
    await Promise.all(this.#inFlight())
  }

  #inFlight(): Promise<void>[] {
    return [...this.#servedEndpoints.working.values(), ...this.#servedEndpoints.failing.values()]
  }

  async #fillPools(): Promise<void> {
    await this.#fillPool('working')
    await this.#fillPool('failing')
  }

  async #fillPool(pool: EndpointPool): Promise<void> {
    const { store, runtime, log } = this.#deps
    const servedEndpoints = this.#servedEndpoints[pool]
    const freeSlots = poolSizes[pool] - servedEndpoints.size
    if (freeSlots <= 0) return
    const due = { now: runtime.now(), isFailing: pool === 'failing' }
    for (const id of await listDueEndpoints(store.db, store.clock, due, freeSlots)) {
      if (this.#poller.isStopped) return
      if (servedEndpoints.has(id)) continue
      const serving = this.#serve({ id, lease_owner: this.#owner })
        .catch((error) => log.error('webhooks.endpoint_interrupted', error, { endpointId: id }))
        .finally(() => servedEndpoints.delete(id))
      servedEndpoints.set(id, serving)
    }
  }

  /** Sends due deliveries until none is left, or until the maximum number of batches. */
  async #serve(endpointLease: EndpointLease): Promise<void> {
    const { store } = this.#deps
    if (!(await acquireEndpoint(store.db, store.clock, endpointLease, leaseMs))) return
    const renewal = this.#startRenewal(endpointLease)
    const signal = AbortSignal.any([this.#stopController.signal, renewal.lossSignal])
    try {
      for (let batch = 0; batch < maxBatches; batch++)
        if (!(await this.#serveBatch(endpointLease, signal))) return
    } finally {
      await renewal.stop()
      await releaseEndpoint(store.db, store.clock, endpointLease)
    }
  }

  /**
   * Renews the lease periodically. The lease is lost when another process has it, or could have it by now.
   */
  #startRenewal(endpointLease: EndpointLease): { readonly lossSignal: AbortSignal; stop(): Promise<void> } {
    const { store, runtime } = this.#deps
    const lossController = new AbortController()
    let renewal: Promise<void> = Promise.resolve()
    let renewedAt = runtime.monotonic()
    const renew = async () => {
      const startedAt = runtime.monotonic()
      try {
        if (await renewEndpoint(store.db, store.clock, endpointLease, leaseMs)) renewedAt = startedAt
        else lossController.abort()
      } catch {
        if (runtime.monotonic() - renewedAt >= leaseMs - renewEveryMs) lossController.abort()
      }
    }
    const cancel = runtime.every(renewEveryMs, () => {
      renewal = renew()
    })
    return {
      lossSignal: lossController.signal,
      async stop() {
        cancel()
        // A renewal still in flight would take the lease again after its release.
        await renewal
      },
    }
  }

  /** Returns whether there may be more to send. */
  async #serveBatch(endpointLease: EndpointLease, signal: AbortSignal): Promise<boolean> {
    const { store, runtime } = this.#deps
    const endpoint = signal.aborted
      ? undefined
      : await renewEnabledEndpoint(store.db, store.clock, endpointLease, leaseMs)
    if (!endpoint) return false
    const hasMore = await this.#fanOut(endpoint)
    const limit = endpoint.failing_since === null ? maxConcurrentSends : 1
    const due = await listDueDeliveries(store.db, endpoint.id, runtime.now(), limit)
    const attempts = await Promise.all(
      due.map((delivery) => attemptDelivery(this.#deps, endpoint, delivery, signal)),
    )
    if (signal.aborted) return false
    if (attempts.length > 0) await recordAttempts(this.#deps, endpoint, attempts)
    // A failing endpoint does not try all of its due deliveries. It frees its slot for the next endpoint.
    const hasOnlyFailed =
      endpoint.failing_since !== null && !attempts.some(({ response }) => response && isDelivered(response))
    return hasMore || (attempts.length > 0 && !hasOnlyFailed)
  }

  /** Creates deliveries for new events. Returns whether there are more events. */
  async #fanOut(endpoint: WebhookEndpoint): Promise<boolean> {
    const { store, runtime } = this.#deps
    const lastSeq = await findLastEventSeq(store.db, endpoint.workspace_id)
    if (lastSeq <= endpoint.position) return false
    const upToSeq = Math.min(lastSeq, endpoint.position + fanOutBatchSize)
    await store.db.transaction().execute(async (transaction) => {
      // The position advances first. If an endpoint was reset or leased by
      // another process meanwhile, this one creates no deliveries.
      if (await advanceEndpoint(transaction, endpoint, upToSeq))
        await createDeliveries(transaction, endpoint, upToSeq, parseEventTypes(endpoint), runtime.now())
    })
    return upToSeq < lastSeq
  }
}
