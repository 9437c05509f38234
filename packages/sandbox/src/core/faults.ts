// Fault injection: which call fails, how, how often, before or after its effect. Every fault counts the
// requests that it met.

import type { Answer, FailureOrder, Platform, PlatformName } from './exchange.ts'

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

export class FaultRefusal extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

export interface Faults {
  /** Throws `FaultRefusal` when the order is invalid. */
  order(order: FaultOrder): Fault
  list(): Fault[]
  /** Lists the faults that have not yet met all of their requests. */
  unspent(): Fault[]
  /** Removes a fault, or all faults without an id, and releases the requests that it holds. */
  cancel(id?: string): number
  /** Releases the requests that a stall holds. They continue as if there had been no fault. */
  release(id?: string): number
  /** Returns the fault that applies to this request, if any, and counts it. */
  take(platform: PlatformName, call: string): Fault | undefined
  /**
   * Resolves when the fault is released, after `milliseconds`, or when `gone` aborts because the client
   * disconnected.
   */
  hold(fault: Fault, gone: AbortSignal): Promise<void>
}

export function createFaults(platforms: readonly Platform[]): Faults {
  let faults: Fault[] = []
  let counter = 0
  const held = new Map<Fault, Set<() => void>>()

  const letGo = (chosen: readonly Fault[]) => {
    let count = 0
    for (const fault of chosen) {
      for (const free of held.get(fault) ?? []) {
        count++
        free()
      }
    }
    return count
  }
  const chosenBy = (id: string | undefined) => faults.filter((fault) => id === undefined || fault.id === id)

  return {
    order(given) {
      const order = checkedOrder(given, platforms)
      const fault: Fault = { id: `fault_${++counter}`, order, skipped: 0, met: 0, holding: 0 }
      faults.push(fault)
      return fault
    },
    list: () => [...faults],
    unspent: () => faults.filter((fault) => fault.met < fault.order.times),
    cancel(id) {
      const chosen = chosenBy(id)
      faults = faults.filter((fault) => !chosen.includes(fault))
      letGo(chosen)
      return chosen.length
    },
    release: (id) => letGo([...held.keys()].filter((fault) => id === undefined || fault.id === id)),
    take(platform, call) {
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
    hold(fault, gone) {
      return new Promise((resolve) => {
        const holders = held.get(fault) ?? new Set()
        held.set(fault, holders)
        fault.holding++
        const timer =
          fault.order.milliseconds === undefined
            ? undefined
            : setTimeout(() => free(), fault.order.milliseconds)
        const free = () => {
          clearTimeout(timer)
          gone.removeEventListener('abort', free)
          holders.delete(free)
          if (holders.size === 0) held.delete(fault)
          fault.holding--
          resolve()
        }
        holders.add(free)
        gone.addEventListener('abort', free)
        if (gone.aborted) free()
      })
    },
  }
}

/** Builds the response to an injected failure. `failure` gives it the platform's own shape. */
export function faultAnswer(
  { order }: Fault,
  platform: PlatformName,
  failure: (order: FailureOrder) => Answer,
): Answer {
  switch (order.kind) {
    case 'rate_limit':
      return failure({ retryAfterSeconds: 60, ...rateLimits[platform], ...given(order) })
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
      return failure({ status: 500, ...given(order) })
  }
}

/** How each platform reports that there were too many calls. */
const rateLimits: Readonly<Record<PlatformName, FailureOrder>> = {
  social: { status: 400, code: '17' },
  search: { status: 429, code: 'QUOTA_ERROR.RESOURCE_EXHAUSTED' },
  pro: { status: 429 },
}

const garbage = Buffer.from('\u0000\u0001{"data":[{"id":\ufffd<%%>')

function given(order: FaultOrder): Partial<FailureOrder> {
  return {
    ...(order.status === undefined ? {} : { status: order.status }),
    ...(order.code === undefined ? {} : { code: order.code }),
    ...(order.message === undefined ? {} : { message: order.message }),
    ...(order.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: order.retryAfterSeconds }),
  }
}

function checkedOrder(order: FaultOrder, platforms: readonly Platform[]): Fault['order'] {
  const platform = platforms.find(({ name }) => name === order.platform)
  if (platform === undefined) {
    throw new FaultRefusal(
      'platform',
      `'platform' is one of: ${platforms.map(({ name }) => name).join(', ')}.`,
    )
  }
  const names = [...new Set(platform.calls.map(({ name }) => name))]
  if (order.call !== '*' && !names.includes(order.call)) {
    throw new FaultRefusal('call', `'call' is '*' or one of ${platform.name}'s calls: ${names.join(', ')}.`)
  }
  if (!faultKinds.includes(order.kind)) {
    throw new FaultRefusal('kind', `'kind' is one of: ${faultKinds.join(', ')}.`)
  }
  const when = order.when ?? (order.kind === 'drip' || order.kind === 'truncate' ? 'after' : 'before')
  if (when !== 'before' && when !== 'after') throw new FaultRefusal('when', `'when' is 'before' or 'after'.`)
  if (when === 'after' && order.kind === 'late') {
    throw new FaultRefusal('when', `'late' delays the effect, so its 'when' is 'before'.`)
  }
  if (when === 'before' && order.kind === 'drip') {
    throw new FaultRefusal('when', `'drip' slows the real answer down, so its 'when' is 'after'.`)
  }
  whole(order.times, 'times', 1, 1_000_000)
  whole(order.skip, 'skip', 0, 1_000_000)
  whole(order.status, 'status', 100, 599)
  whole(order.milliseconds, 'milliseconds', 0, 3_600_000)
  whole(order.retryAfterSeconds, 'retryAfterSeconds', 0, 86_400)
  if (order.kind === 'status' && order.status === undefined) {
    throw new FaultRefusal(
      'status',
      `A fault of kind 'status' names its 'status', a whole number from 100 to 599.`,
    )
  }
  for (const field of ['code', 'message', 'body'] as const) {
    if (order[field] !== undefined && typeof order[field] !== 'string') {
      throw new FaultRefusal(field, `'${field}' is text.`)
    }
  }
  return { ...order, when, times: order.times ?? 1, skip: order.skip ?? 0 }
}

function whole(value: number | undefined, field: string, lowest: number, highest: number): void {
  if (value === undefined) return
  if (!Number.isInteger(value) || value < lowest || value > highest) {
    throw new FaultRefusal(field, `'${field}' is a whole number from ${lowest} to ${highest}.`)
  }
}
