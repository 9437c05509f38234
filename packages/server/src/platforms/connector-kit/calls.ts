// Calls a platform for one connection: attaches a valid token, joins equal reads in flight, and retries
// transient failures. Everything that differs between platforms is in the given `Protocol`.

import type { Platform } from '@adrail/contract'
import type { Singleflight } from '../../concurrency/singleflight.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { FreshToken } from './connectedAccount.ts'
import { timeLeftMs } from './deadline.ts'
import type { Retries } from './retries.ts'
import type { ResponseParser, Shape } from './rows.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/** A response before parsing, with the shape that adrail expects. */
export interface ObservedResponse {
  readonly platform: Platform
  /** The endpoint and fields of the call, without ids and values. */
  readonly title: string
  readonly shape: Shape
  readonly response: unknown
}

export type ResponseObserver = (response: ObservedResponse) => void

/** Dependencies that all connections of one platform share. */
export interface CallDeps {
  readonly runtime: Runtime
  readonly retries: Retries
  readonly singleflight: Singleflight
  /** Receives the response to every read before parsing changes the response. */
  readonly onResponse?: ResponseObserver | undefined
}

export interface TokenSource {
  current(): Promise<FreshToken>
  /**
   * Returns a newer token than the rejected one. The same version means that the token is too new and will
   * soon be accepted.
   */
  renew(rejected: FreshToken): Promise<FreshToken>
}

/** The platform-specific part of calls. */
export interface Protocol<Call> {
  readonly platform: Platform
  /** Delays before retries with a token that cannot be newer. Some platforms briefly reject new tokens. */
  readonly newTokenDelaysMs: readonly number[]
  tokenSourceFor(call: Call): TokenSource
  /** Calls with equal keys get the same response. */
  singleflightKey(call: Call): string
  /** The endpoint and fields of the call, without ids and values. */
  callTitle(call: Call): string
  /** Sends one request. Throws a refusal as the platform returned it. */
  send(call: Call, accessToken: string): Promise<unknown>
  isTokenError(error: unknown, call: Call): boolean
  /** Minimum delay before a read is retried. `undefined` means that a retry would not help. */
  retryAfterMs(error: unknown, attempts: number, call: Call): number | undefined
  /** Returns a call for less data after the platform refused the call as too large. */
  toSmallerCall?(call: Call, error: unknown): Call | undefined
  /** Delay before a write is resent. Defined only when the refusal proves that nothing changed. */
  resendAfterMs(error: unknown, attempts: number): number | undefined
  /** Maps a thrown error to an error of the contract. */
  translate(error: unknown, call: Call, effect: 'read' | 'write'): unknown
}

/** Time limit of one read, including all attempts. */
const readTimeoutMs = 25_000
/** Used when the token source does not report when the token becomes renewable. */
const defaultRenewalMs = 30_000

export class Calls<Call> {
  readonly #deps: CallDeps
  readonly #protocol: Protocol<Call>

  constructor(deps: CallDeps, protocol: Protocol<Call>) {
    this.#deps = deps
    this.#protocol = protocol
  }

  /** Sends a read. Parsing throws when the response is incomplete. */
  async read<Result>(originalCall: Call, parser: ResponseParser<Result>): Promise<Result> {
    const protocol = this.#protocol
    let call = originalCall
    try {
      return await this.readShared(
        originalCall,
        protocol.singleflightKey(originalCall),
        async (accessToken) => this.parse(call, parser, await protocol.send(call, accessToken)),
        (error, attempts) => {
          const smallerCall = protocol.toSmallerCall?.(call, error)
          if (smallerCall === undefined) return protocol.retryAfterMs(error, attempts, call)
          call = smallerCall
          return 0
        },
      )
    } catch (error) {
      throw protocol.translate(error, call, 'read')
    }
  }

  /** Sends a write once. Resends the write only when the platform's refusal proves that nothing changed. */
  async write<Result>(call: Call, parseResponse: (response: unknown) => Result): Promise<Result> {
    const protocol = this.#protocol
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.#authorized(call, async (accessToken) =>
          parseResponse(await protocol.send(call, accessToken)),
        )
      } catch (error) {
        const waitMs = protocol.resendAfterMs(error, attempts)
        if (waitMs === undefined || waitMs > timeLeftMs()) throw protocol.translate(error, call, 'write')
        await this.#deps.runtime.pause(waitMs)
      }
    }
  }

  /** Parses a response after the observer has received it. */
  parse<Result>(call: Call, { shape, parse }: ResponseParser<Result>, response: unknown): Result {
    const { platform } = this.#protocol
    this.#deps.onResponse?.({ platform, title: this.#protocol.callTitle(call), shape, response })
    return parse(response)
  }

  /** Sends a write with a custom request. Resends the write only when the platform rejected the token. */
  async writeWith<Result>(call: Call, attempt: (accessToken: string) => Promise<Result>): Promise<Result> {
    try {
      return await this.#authorized(call, attempt)
    } catch (error) {
      throw this.#protocol.translate(error, call, 'write')
    }
  }

  /** Sends a read with a custom request. Errors are thrown without translation. */
  async readShared<Result>(
    call: Call,
    key: string,
    attempt: (accessToken: string) => Promise<Result>,
    retryAfterMs: (error: unknown, attempts: number) => number | undefined,
  ): Promise<Result> {
    const { runtime, retries, singleflight } = this.#deps
    const startedAt = runtime.monotonic()
    // Reads are joined only under the same token, because users may see different data.
    const { accessToken } = await this.#protocol.tokenSourceFor(call).current()
    let isLeader = false
    const sendWithRetries = () => {
      isLeader = true
      return retries.run(
        () => this.#authorized(call, attempt),
        (error, attempts) => {
          const waitMs = retryAfterMs(error, attempts) ?? Number.POSITIVE_INFINITY
          const remainingMs = Math.min(startedAt + readTimeoutMs - runtime.monotonic(), timeLeftMs())
          return waitMs > remainingMs ? undefined : waitMs
        },
      )
    }
    for (;;)
      try {
        return await singleflight.run(`${accessToken}\n${key}`, sendWithRetries)
      } catch (error) {
        // The deadline of the leading request expired. This request may have time left.
        const isLate = error instanceof UpstreamFailure && error.kind === 'late'
        if (isLeader || !isLate || timeLeftMs() <= 0) throw error
      }
  }

  /** Sends with a valid token. A rejected token is replaced, or retried after a delay when it is too new. */
  async #authorized<Result>(call: Call, send: (accessToken: string) => Promise<Result>): Promise<Result> {
    const { newTokenDelaysMs, isTokenError } = this.#protocol
    const source = this.#protocol.tokenSourceFor(call)
    const pausesMs = [...newTokenDelaysMs]
    let token = await source.current()
    for (let isReplaced = false; ; ) {
      try {
        return await send(token.accessToken)
      } catch (error) {
        if (!isTokenError(error, call)) throw error
        const newerToken = await source.renew(token)
        if (newerToken.version !== token.version && !isReplaced) isReplaced = true
        else {
          const pauseMs = pausesMs.shift()
          if (pauseMs === undefined || pauseMs > timeLeftMs())
            throw this.#newTokenError(call, newerToken, error)
          await this.#deps.runtime.pause(pauseMs)
        }
        token = newerToken
      }
    }
  }

  /**
   * Error for a rejected new token. adrail cannot distinguish a revoked token from one that is too new before
   * the token can be renewed. A refusal that does not require a new consent is returned unchanged.
   */
  #newTokenError(call: Call, { renewableInMs = defaultRenewalMs }: FreshToken, refusal: unknown): unknown {
    const { platform } = this.#protocol
    const translated = this.#protocol.translate(refusal, call, 'read')
    if (!(translated instanceof ServiceError) || translated.code !== 'ACCOUNT_RELINK_REQUIRED') return refusal
    return new ServiceError('UPSTREAM_UNAVAILABLE', {
      values: { platform },
      retryAfterSeconds: Math.max(1, Math.ceil(renewableInMs / 1000)),
      note: 'the platform refuses a token that it has just issued',
      cause: refusal,
    })
  }
}
