// The contract between the sandbox's HTTP server and the emulated platforms: one request, one response.

import type { PlatformStates, State } from './state.ts'

export type PlatformName = keyof PlatformStates

/**
 * One request as a platform sees it. A response depends on nothing else, so the same exchange yields the same
 * bytes.
 */
export interface Exchange {
  readonly method: string
  /** The path exactly as sent, not decoded, without the query. */
  readonly path: string
  /** The query exactly as sent, without the question mark. Rest.li needs the raw text. */
  readonly rawQuery: string
  readonly query: URLSearchParams
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /**
   * Whether the request's cursor points beyond the last entry, which variation produces. The page is then
   * empty.
   */
  readonly isPastEnd?: boolean
  /** `http://host[:port]` as the client addressed the sandbox. Links in responses start with this origin. */
  readonly origin: string
  /** The sandbox's own clock, in milliseconds. */
  readonly now: number
  readonly state: State
  /** Records an effect (something created, changed or removed) in the ledger. */
  effect(kind: string, id: string, detail?: Readonly<Record<string, unknown>>): void
  /**
   * Processes a request that travels inside this one, such as a part of a batch. Faults and the ledger treat
   * the inner request like any other. Returns `null` when the request got no response in time.
   */
  dispatchInner(request: InnerRequest): HttpResponse | null
}

export interface InnerRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface HttpResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes are sent unchanged. Anything else is sent as JSON. */
  readonly body: unknown
}

/** One emulated upstream call. Faults and ledger rows refer to the call by its name. */
export interface Call {
  readonly name: string
  readonly methods: readonly string[]
  /** Matches the path as sent. Named groups become `params`. */
  readonly path: RegExp
  /**
   * Distinguishes calls that share method and path, such as a finder and a batch get. Without it, the path
   * decides alone.
   */
  matches?(exchange: Exchange): boolean
  /** The page of the platform's documentation that the call follows. */
  readonly docsUrl: string
  respond(exchange: Exchange, params: Readonly<Record<string, string>>): HttpResponse
  /** Overrides the platform's shape of failures, for calls such as a token endpoint. */
  respondFailure?(exchange: Exchange, spec: FailureSpec): HttpResponse
}

/** Reference to a call of a platform, by name. */
export interface CallRef {
  readonly platform: PlatformName
  readonly call: string
}

/** A platform as the HTTP server and the faults see it. */
export interface Platform {
  readonly name: PlatformName
  readonly calls: readonly Call[]
  /** Whether a path that matches no call still belongs to this platform. */
  ownsPath(path: string): boolean
  /** The platform's own response to a path or method that it does not know. */
  respondNotFound(exchange: Exchange): HttpResponse
  /**
   * The platform's own response to an injected failure: an HTTP status and, where given, the platform's error
   * code.
   */
  respondFailure(exchange: Exchange, spec: FailureSpec): HttpResponse
  /** How the platform reports that there were too many calls. */
  readonly rateLimit: FailureSpec
}

export interface Simulation {
  /** One sentence, shown by `GET /_sandbox/simulate`. */
  readonly description: string
  /** The accepted fields and what they mean. */
  readonly inputTexts: Readonly<Record<string, string>>
  /**
   * Changes the state and returns the result for the tester. Throws `SimulationInputError` when a field is
   * wrong.
   */
  run(state: State, input: Readonly<Record<string, unknown>>, now: number): unknown | Promise<unknown>
}

export class SimulationInputError extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** Reads how many items a tester requests. */
export function readCount(field: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000) return value
  throw new SimulationInputError(field, `'${field}' must be a whole number from 0 to 10000.`)
}

export interface FailureSpec {
  readonly status: number
  /** The platform's own error code, such as `190/463`, `QUOTA_ERROR.RESOURCE_EXHAUSTED` or `65601`. */
  readonly code?: string
  readonly message?: string
  readonly retryAfterSeconds?: number
}
