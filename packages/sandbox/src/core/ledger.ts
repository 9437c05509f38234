// The ledger: the newest ten thousand requests that the platforms received, and their effects.

import type { PlatformName } from './exchange.ts'

export interface EffectRecord {
  readonly sequence: number
  /** The sequence number of the request that had the effect. */
  readonly request: number
  readonly at: string
  readonly platform: PlatformName
  readonly call: string
  readonly kind: string
  readonly id: string
  readonly detail?: Readonly<Record<string, unknown>>
}

interface Seen {
  readonly sequence: number
  /** Time of the request by the sandbox's clock. */
  readonly at: string
  readonly platform: PlatformName
  readonly call: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** 0 when a fault or the client cut the connection. */
  readonly status: number
  readonly effects: number
  /** The id of the fault that applied to the request. */
  readonly fault?: string
}

export interface RequestRecord extends Seen {
  readonly body: string
}

export interface LedgerFilter {
  readonly platform?: string
  readonly call?: string
  /** Returns only records after this sequence number. */
  readonly since?: number
  /** Returns only this many of the newest records. */
  readonly limit?: number
}

export interface Ledger {
  nextSequence(): number
  record(request: Seen & { readonly body: Buffer }): void
  effect(effect: Omit<EffectRecord, 'sequence'>): void
  /** Lists requests, oldest response first, with tokens and secrets shortened. */
  list(filter?: LedgerFilter): RequestRecord[]
  effects(filter?: LedgerFilter): EffectRecord[]
  clear(): void
  /** Counts writes and clears, so that a watcher can cheaply detect changes. */
  changes(): number
}

const bodyBytesKept = 2_048

export function createLedger(capacity = 10_000): Ledger {
  let requests = ring<RequestRecord>(capacity)
  let effects = ring<EffectRecord>(capacity)
  let sequence = 0
  let effectSequence = 0
  let changes = 0

  return {
    nextSequence: () => ++sequence,
    record(request) {
      changes++
      // A copy of the text, so that the retained excerpt does not keep a large body in memory.
      const body = request.body.toString('utf8', 0, bodyBytesKept)
      requests.push({ ...request, body: request.body.length > bodyBytesKept ? `${body}…` : body })
    },
    effect(effect) {
      changes++
      effects.push({ sequence: ++effectSequence, ...effect })
    },
    list: (filter = {}) => chosen(requests.rows(), filter).map(shortened),
    effects: (filter = {}) => chosen(effects.rows(), filter),
    clear() {
      changes++
      requests = ring(capacity)
      effects = ring(capacity)
    },
    changes: () => changes,
  }
}

/** Ring buffer of the newest `capacity` rows. */
function ring<Row>(capacity: number): { push(row: Row): void; rows(): Row[] } {
  const rows: Row[] = []
  let oldest = 0
  return {
    push(row) {
      if (rows.length < capacity) rows.push(row)
      else {
        rows[oldest] = row
        oldest = (oldest + 1) % capacity
      }
    },
    rows: () => [...rows.slice(oldest), ...rows.slice(0, oldest)],
  }
}

function chosen<Row extends { platform: string; call: string; sequence: number }>(
  rows: readonly Row[],
  { platform, call, since, limit }: LedgerFilter,
): Row[] {
  const matching = rows.filter(
    (row) =>
      (platform === undefined || row.platform === platform) &&
      (call === undefined || row.call === call) &&
      (since === undefined || row.sequence > since),
  )
  return limit === undefined ? matching : matching.slice(Math.max(0, matching.length - limit))
}

const secretHeaders = ['authorization', 'cookie', 'developer-token']

function shortened(request: RequestRecord): RequestRecord {
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    secretHeaders.includes(name) ? short(value) : value,
  ])
  return {
    ...request,
    url: withoutSecrets(request.url),
    headers: Object.fromEntries(headers),
    body: withoutSecrets(request.body),
  }
}

const secretShapes = [
  /EAA[A-Za-z0-9]{20,}/g,
  /ya29\.[\w-]{20,}/g,
  /1\/\/[\w-]{20,}/g,
  /AQ[A-Za-z0-9_-]{40,}/g,
  /4\/0A[\w-]{20,}/g,
  /(?<=client_secret=|"client_secret":")[^&"]+/g,
  /(?<=appsecret_proof=)\w+/g,
]

const withoutSecrets = (text: string) =>
  secretShapes.reduce((clean, shape) => clean.replace(shape, short), text)

/** Keeps enough of a token to distinguish it from another. */
const short = (text: string) => (text.length <= 20 ? text : `${text.slice(0, 12)}…${text.slice(-4)}`)
