// What passes between the sandbox's HTTP server and the three emulated platforms: one request, one answer.

import type { State } from './state.ts'

export type PlatformName = 'social' | 'search' | 'pro'

/** One request as a platform sees it. Everything it may depend on is here, so the same exchange gives the same bytes. */
export interface Exchange {
  readonly method: string
  /** Decoded nowhere: the path exactly as sent, without the query. */
  readonly path: string
  /** The query exactly as sent, without the question mark (Rest.li needs the raw text). */
  readonly rawQuery: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The cursor leads beyond the last entry, as cursors do where responses vary: the page is empty. */
  readonly beyondEnd?: boolean
  /** `http://host[:port]` as the client addressed us; links in answers are built from it. */
  readonly origin: string
  /** The sandbox's own clock, in milliseconds. */
  readonly now: number
  readonly state: State
  /** Records an effect (something created, changed or removed) in the ledger. */
  effect(kind: string, id: string, detail?: Readonly<Record<string, unknown>>): void
  /**
   * Carries out a request that travels inside this one, such as a part of a batch: it meets ordered faults and stands in
   * the ledger like any other. `null` when it got no answer in time.
   */
  inner(request: InnerRequest): Answer | null
}

export interface InnerRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes go out as they are; anything else as JSON. */
  readonly body: unknown
}

/** One upstream call that is emulated. Faults are ordered, and the ledger is kept, by its name. */
export interface Call {
  readonly name: string
  readonly methods: readonly string[]
  /** Matches the path as sent; named groups become `params`. */
  readonly path: RegExp
  /** Tells calls apart that share method and path (a finder from a batch get); without it the path decides alone. */
  when?(exchange: Exchange): boolean
  /** The page of the platform's documentation that the call follows. */
  readonly source: string
  answer(exchange: Exchange, params: Readonly<Record<string, string>>): Answer
  /** Where the call's failures have another shape than the platform's, such as at a token endpoint. */
  failure?(exchange: Exchange, order: FailureOrder): Answer
}

/** A call of a platform, by name. */
export interface CalledPlace {
  readonly platform: PlatformName
  readonly call: string
}

export interface Platform {
  readonly name: PlatformName
  readonly calls: readonly Call[]
  /** Whether a path that no call matches belongs to this platform all the same. */
  owns(path: string): boolean
  /** The platform's own words for a path or method it does not know. */
  unknown(exchange: Exchange): Answer
  /** The platform's own shape for an ordered failure: an HTTP status and, where given, the platform's error code. */
  failure(exchange: Exchange, order: FailureOrder): Answer
  /** What a person can choose from on this platform, for the list of people. */
  accountsOf?(state: State, personKey: string): readonly AccountSummary[]
  /** What the platform does by itself and a tester may order, by name: `POST /_sandbox/simulate/{platform}/{name}`. */
  readonly simulations?: Readonly<Record<string, Simulation>>
}

export interface AccountSummary {
  /** Such as `adAccount`, `page`, `manager`. */
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly currency?: string
}

export interface Simulation {
  /** One sentence, shown by `GET /_sandbox/simulate`. */
  readonly does: string
  /** The fields it takes and what they mean. */
  readonly takes: Readonly<Record<string, string>>
  /** Changes the state and returns what is worth telling. Throws `SimulationRefusal` when a field is wrong. */
  run(state: State, input: Readonly<Record<string, unknown>>, now: number): unknown | Promise<unknown>
}

export class SimulationRefusal extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** A number of things that somebody orders. */
export function orderedNumber(field: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000) return value
  throw new SimulationRefusal(field, `'${field}' is a whole number from 0 to 10000.`)
}

export interface FailureOrder {
  readonly status: number
  /** Social: `17` or `190/463`; search: `QUOTA_ERROR.RESOURCE_EXHAUSTED`; pro: a service error code such as `65601`. */
  readonly code?: string
  readonly message?: string
  readonly retryAfterSeconds?: number
}
