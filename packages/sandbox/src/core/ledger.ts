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

interface RequestEntry {
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

export interface RequestRecord extends RequestEntry {
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
  record(request: RequestEntry & { readonly body: Buffer }): void
  effect(effect: Omit<EffectRecord, 'sequence'>): void
  /** Lists requests, oldest response first, with tokens and secrets shortened. */
  list(filter?: LedgerFilter): RequestRecord[]
  effects(filter?: LedgerFilter): EffectRecord[]
  clear(): void
  /** Counts writes and clears, so that a watcher can cheaply detect changes. */
  revision(): number
}

const maxBodyBytes = 2_048

/** `platformSecrets` are the secrets of all platforms: a client may send a token to the wrong one. */
export function createLedger(capacity = 10_000, platformSecrets: readonly SecretRules[] = []): Ledger {
  const secrets: SecretRules = {
    headers: [...platformSecrets, commonSecrets].flatMap(({ headers }) => headers),
    patterns: [...platformSecrets, commonSecrets].flatMap(({ patterns }) => patterns),
  }
  let requests = createRing<RequestRecord>(capacity)
  let effects = createRing<EffectRecord>(capacity)
  let sequence = 0
  let effectSequence = 0
  let revision = 0

  return {
    nextSequence: () => ++sequence,
    record(request) {
      revision++
      // A copy of the text, so that the retained excerpt does not keep a large body in memory.
      const body = request.body.toString('utf8', 0, maxBodyBytes)
      requests.push({ ...request, body: request.body.length > maxBodyBytes ? `${body}…` : body })
    },
    effect(effect) {
      revision++
      effects.push({ sequence: ++effectSequence, ...effect })
    },
    list: (filter = {}) =>
      filterRows(requests.rows(), filter).map((request) => redactRequest(request, secrets)),
    effects: (filter = {}) => filterRows(effects.rows(), filter),
    clear() {
      revision++
      requests = createRing(capacity)
      effects = createRing(capacity)
    },
    revision: () => revision,
  }
}

/** Ring buffer of the newest `capacity` rows. */
function createRing<Row>(capacity: number): { push(row: Row): void; rows(): Row[] } {
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

function filterRows<Row extends { platform: string; call: string; sequence: number }>(
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

/** How the secrets of a platform are found in requests. */
export interface SecretRules {
  /** Header names in lower case, besides `authorization` and `cookie`. */
  readonly headers: readonly string[]
  /** Tokens, codes and proofs in URLs and bodies. Each pattern has the flag `g`. */
  readonly patterns: readonly RegExp[]
}

/** The secrets of every OAuth client. */
const commonSecrets: SecretRules = {
  headers: ['authorization', 'cookie'],
  patterns: [/(?<=client_secret=|"client_secret":")[^&"]+/g],
}

function redactRequest(request: RequestRecord, secrets: SecretRules): RequestRecord {
  const redactText = (text: string) =>
    secrets.patterns.reduce((redacted, pattern) => redacted.replace(pattern, abbreviate), text)
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    secrets.headers.includes(name) ? abbreviate(value) : value,
  ])
  return {
    ...request,
    url: redactText(request.url),
    headers: Object.fromEntries(headers),
    body: redactText(request.body),
  }
}

/** Keeps enough of a token to distinguish it from another. */
const abbreviate = (text: string) => (text.length <= 20 ? text : `${text.slice(0, 12)}…${text.slice(-4)}`)
