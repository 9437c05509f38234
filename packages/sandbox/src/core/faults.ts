// Fault injection: which call fails, how, how often, before or after its effect. Every fault counts the
// requests that it met.

import type { FailureSpec, HttpResponse, Platform, PlatformName } from './exchange.ts'

export const faultKinds = [
  'status',
  'rate_limit',
  'reset',
  'stall',
  'late',
  'truncate',
  'garbage',
  'html',
  'body',
  'drip',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** A tester's request to inject a fault. */
export interface FaultOrder {
  readonly platform: PlatformName
  /** Name of a call as `GET /_sandbox/calls` lists it, or `*`. */
  readonly call: string
  readonly kind: FaultKind
  /**
   * Before the effect: nothing happens upstream. After the effect: the change happened, and only the response
   * is lost.
   */
  readonly when?: 'before' | 'after'
  /** Number of requests to fail. Defaults to 1. */
  readonly times?: number
  /** Number of matching requests that pass first. */
  readonly skip?: number
  /** HTTP status for `status`, `garbage`, `html` and `body`. */
  readonly status?: number
  /** For `body`: the text that replaces the platform's JSON. Defaults to empty text. */
  readonly body?: string
  /** For `status`: the platform's own error code. */
  readonly code?: string
  readonly message?: string
  readonly retryAfterSeconds?: number
  /**
   * For `stall` and `late`: how long the request is held. Without it, until released, and for `stall` also
   * until the client disconnects. For `drip`: the pause between chunks.
   */
  readonly milliseconds?: number
}

/** An injected fault and its counters. */
export interface Fault {
  readonly id: string
  readonly order: Required<Pick<FaultOrder, 'platform' | 'call' | 'kind' | 'when' | 'times' | 'skip'>> &
    FaultOrder
  skipped: number
  met: number
  /** Number of requests that a fault of kind `stall` or `late` holds at this moment. */
  holding: number
}

export class FaultOrderError extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

export interface Faults {
  /** Throws `FaultOrderError` when the order is invalid. */
  order(order: FaultOrder): Fault
  list(): Fault[]
  /** Lists the faults that have not yet met all of their requests. */
  unspent(): Fault[]
  /** Removes a fault, or all faults without an id, and releases the requests that it holds. */
  cancel(id?: string): number
  /** Releases the requests that a stall holds. They continue as if there had been no fault. */
  release(id?: string): number
  /** Returns the fault that applies to this request, if any, and counts it. */
  takeNext(platform: PlatformName, call: string): Fault | undefined
  /**
   * Resolves when the fault is released, after `milliseconds`, or when `disconnectSignal` aborts because the client
   * disconnected.
   */
  hold(fault: Fault, disconnectSignal: AbortSignal): Promise<void>
}

export function createFaults(platforms: readonly Platform[]): Faults {
  let faults: Fault[] = []
  let counter = 0
  const waitersByFault = new Map<Fault, Set<() => void>>()

  const releaseAll = (selected: readonly Fault[]) => {
    let count = 0
    for (const fault of selected) {
      for (const release of waitersByFault.get(fault) ?? []) {
        count++
        release()
      }
    }
    return count
  }
  const selectById = (id: string | undefined) => faults.filter((fault) => id === undefined || fault.id === id)

  return {
    order(input) {
      const order = validateOrder(input, platforms)
      const fault: Fault = { id: `fault_${++counter}`, order, skipped: 0, met: 0, holding: 0 }
      faults.push(fault)
      return fault
    },
    list: () => [...faults],
    unspent: () => faults.filter((fault) => fault.met < fault.order.times),
    cancel(id) {
      const selected = selectById(id)
      faults = faults.filter((fault) => !selected.includes(fault))
      releaseAll(selected)
      return selected.length
    },
    release: (id) =>
      releaseAll([...waitersByFault.keys()].filter((fault) => id === undefined || fault.id === id)),
    takeNext(platform, call) {
      for (const fault of faults) {
        const { order } = fault
        if (order.platform !== platform || (order.call !== '*' && order.call !== call)) continue
        if (fault.met >= order.times) continue
        if (fault.skipped < order.skip) {
          fault.skipped++
          continue
        }
        fault.met++
        return fault
      }
      return undefined
    },
    hold(fault, disconnectSignal) {
      return new Promise((resolve) => {
        const waiters = waitersByFault.get(fault) ?? new Set()
        waitersByFault.set(fault, waiters)
        fault.holding++
        const timer =
          fault.order.milliseconds === undefined
            ? undefined
            : setTimeout(() => release(), fault.order.milliseconds)
        const release = () => {
          clearTimeout(timer)
          disconnectSignal.removeEventListener('abort', release)
          waiters.delete(release)
          if (waiters.size === 0) waitersByFault.delete(fault)
          fault.holding--
          resolve()
        }
        waiters.add(release)
        disconnectSignal.addEventListener('abort', release)
        if (disconnectSignal.aborted) release()
      })
    },
  }
}

/** Builds the response to an injected failure. `respondFailure` gives it the platform's own shape. */
export function faultResponse(
  { order }: Fault,
  { rateLimit }: Platform,
  respondFailure: (spec: FailureSpec) => HttpResponse,
): HttpResponse {
  switch (order.kind) {
    case 'rate_limit':
      return respondFailure({ retryAfterSeconds: 60, ...rateLimit, ...failureOverrides(order) })
    case 'garbage':
      return { status: order.status ?? 200, headers: { 'content-type': 'application/json' }, body: garbage }
    case 'html':
      return {
        status: order.status ?? 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<!doctype html><html><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>\n',
      }
    case 'body':
      return {
        status: order.status ?? 200,
        headers: { 'content-type': 'application/json' },
        body: order.body ?? '',
      }
    default:
      return respondFailure({ status: 500, ...failureOverrides(order) })
  }
}

const garbage = Buffer.from('\u0000\u0001{"data":[{"id":\ufffd<%%>')

function failureOverrides(order: FaultOrder): Partial<FailureSpec> {
  return {
    ...(order.status === undefined ? {} : { status: order.status }),
    ...(order.code === undefined ? {} : { code: order.code }),
    ...(order.message === undefined ? {} : { message: order.message }),
    ...(order.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: order.retryAfterSeconds }),
  }
}

function validateOrder(order: FaultOrder, platforms: readonly Platform[]): Fault['order'] {
  const platform = platforms.find(({ name }) => name === order.platform)
  if (platform === undefined) {
    throw new FaultOrderError(
      'platform',
      `'platform' must be one of: ${platforms.map(({ name }) => name).join(', ')}.`,
    )
  }
  const names = [...new Set(platform.calls.map(({ name }) => name))]
  if (order.call !== '*' && !names.includes(order.call)) {
    throw new FaultOrderError(
      'call',
      `'call' must be '*' or one of ${platform.name}'s calls: ${names.join(', ')}.`,
    )
  }
  if (!faultKinds.includes(order.kind)) {
    throw new FaultOrderError('kind', `'kind' must be one of: ${faultKinds.join(', ')}.`)
  }
  const when = order.when ?? (order.kind === 'drip' || order.kind === 'truncate' ? 'after' : 'before')
  if (when !== 'before' && when !== 'after')
    throw new FaultOrderError('when', `'when' must be 'before' or 'after'.`)
  if (when === 'after' && order.kind === 'late') {
    throw new FaultOrderError('when', `'late' delays the effect, so 'when' must be 'before'.`)
  }
  if (when === 'before' && order.kind === 'drip') {
    throw new FaultOrderError('when', `'drip' slows down the real response, so 'when' must be 'after'.`)
  }
  requireInteger(order.times, 'times', 1, 1_000_000)
  requireInteger(order.skip, 'skip', 0, 1_000_000)
  requireInteger(order.status, 'status', 100, 599)
  requireInteger(order.milliseconds, 'milliseconds', 0, 3_600_000)
  requireInteger(order.retryAfterSeconds, 'retryAfterSeconds', 0, 86_400)
  if (order.kind === 'status' && order.status === undefined) {
    throw new FaultOrderError(
      'status',
      `A fault of kind 'status' needs 'status', a whole number from 100 to 599.`,
    )
  }
  for (const field of ['code', 'message', 'body'] as const) {
    if (order[field] !== undefined && typeof order[field] !== 'string') {
      throw new FaultOrderError(field, `'${field}' must be text.`)
    }
  }
  return { ...order, when, times: order.times ?? 1, skip: order.skip ?? 0 }
}

function requireInteger(value: number | undefined, field: string, min: number, max: number): void {
  if (value === undefined) return
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new FaultOrderError(field, `'${field}' must be a whole number from ${min} to ${max}.`)
  }
}
