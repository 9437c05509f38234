// The ledger: every request the sandbox saw and every effect it had, the newest ten thousand.

import type { PlatformName } from './exchange.ts'

export interface EffectRecord {
  readonly sequence: number
  readonly request: number
  readonly at: string
  readonly platform: PlatformName
  readonly call: string
  readonly kind: string
  readonly id: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export interface RequestRecord {
  readonly sequence: number
  /** By the sandbox's clock. */
  readonly at: string
  readonly platform: PlatformName | 'sandbox'
  readonly call: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** 0 while unanswered, and when the connection was cut on order. */
  readonly status: number
  readonly effects: number
  readonly fault?: string
}

export interface LedgerFilter {
  readonly platform?: string
  readonly call?: string
  /** Only records after this sequence number. */
  readonly since?: number
}

export interface Ledger {
  nextSequence(): number
  record(request: RequestRecord): void
  effect(effect: Omit<EffectRecord, 'sequence'>): void
  list(filter?: LedgerFilter): RequestRecord[]
  effects(filter?: LedgerFilter): EffectRecord[]
  clear(): void
}

export function createLedger(capacity = 10_000): Ledger {
  let requests: RequestRecord[] = []
  let effects: EffectRecord[] = []
  let sequence = 0
  let effectSequence = 0

  // A ring that is cut in one go when it has grown to twice its size costs nothing per request.
  const push = <Row>(rows: Row[], row: Row): Row[] => {
    rows.push(row)
    return rows.length >= capacity * 2 ? rows.slice(-capacity) : rows
  }
  const matches = (row: { platform: string; call: string; sequence: number }, filter: LedgerFilter) =>
    (filter.platform === undefined || row.platform === filter.platform) &&
    (filter.call === undefined || row.call === filter.call) &&
    (filter.since === undefined || row.sequence > filter.since)

  return {
    nextSequence: () => ++sequence,
    record(request) {
      requests = push(requests, request)
    },
    effect(effect) {
      effects = push(effects, { sequence: ++effectSequence, ...effect })
    },
    list: (filter = {}) => requests.slice(-capacity).filter((row) => matches(row, filter)),
    effects: (filter = {}) => effects.slice(-capacity).filter((row) => matches(row, filter)),
    clear() {
      requests = []
      effects = []
    },
  }
}
