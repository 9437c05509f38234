// How every platform is called for one connection: with a token that works, equal reads once, passing failures again.
// What differs from platform to platform is its protocol, which is given.

import type { Platform } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import type { Singleflight } from '../../base/flights.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { FreshToken } from './connected.ts'
import { timeLeftMs } from './deadline.ts'
import type { Retries } from './retries.ts'
import type { ResponseParser, Shape } from './rows.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/** An answer before it is taken apart, with what is expected of it. */
export interface ObservedResponse {
  readonly platform: Platform
  /** What was asked, without ids and values. */
  readonly title: string
  readonly shape: Shape
  readonly response: unknown
}

export type ResponseObserver = (response: ObservedResponse) => void

/** What all connections of one platform share; made once. */
export interface CallDeps {
  readonly runtime: Runtime
  readonly retries: Retries
  readonly singleflight: Singleflight
  /** Is shown the answer to every read, before anything of it is changed. */
  readonly onResponse?: ResponseObserver | undefined
}

export interface TokenSource {
  current(): Promise<FreshToken>
  /** A newer token than the refused one. The same again means that the platform will take it in a moment. */
  renew(rejected: FreshToken): Promise<FreshToken>
}

/** How one platform is spoken to. */
export interface Protocol<Call> {
  readonly platform: Platform
  /** Waits before a token that cannot be newer is tried again: some platforms refuse brand-new ones for a moment. */
  readonly newTokenDelaysMs: readonly number[]
  tokenSourceFor(call: Call): TokenSource
  /** Two calls with one name have one answer. */
  singleflightKey(call: Call): string
  /** What a call asks for, without ids and values. */
  callTitle(call: Call): string
  /** One exchange; a refusal is thrown as the platform said it. */
  send(call: Call, accessToken: string): Promise<unknown>
  isTokenError(error: unknown, call: Call): boolean
  /** How long to wait at least before a read is tried again; nothing when that would not help. */
  retryAfterMs(error: unknown, attempts: number, call: Call): number | undefined
  /** The same question about less, when the platform refused it as too large. */
  toSmallerCall?(call: Call, error: unknown): Call | undefined
  /** For a write: how long to wait, only after a refusal that proves that nothing was done. */
  resendAfterMs(error: unknown, attempts: number): number | undefined
  /** What was thrown, as an error of the contract's table. */
  translate(error: unknown, call: Call, effect: 'read' | 'write'): unknown
}

/** A read takes no longer than this, however often it is tried. */
const readTimeoutMs = 25_000
/** When to come again where nobody knows it better. */
const defaultRenewalMs = 30_000

export class Calls<Call> {
  readonly #deps: CallDeps
  readonly #protocol: Protocol<Call>

  constructor(deps: CallDeps, protocol: Protocol<Call>) {
    this.#deps = deps
    this.#protocol = protocol
  }

  /** Asks for something that changes nothing. Taking the answer apart fails when it does not prove itself whole. */
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

  /** Sends what changes something: once, unless the platform said in its own words that it did nothing. */
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

  /** Takes an answer apart, once whoever wants to has seen it. */
  parse<Result>(call: Call, { shape, parse }: ResponseParser<Result>, response: unknown): Result {
    const { platform } = this.#protocol
    this.#deps.onResponse?.({ platform, title: this.#protocol.callTitle(call), shape, response })
    return parse(response)
  }

  /** A write that is put together in a way of its own: sent once, and again only when its token was refused. */
  async writeWith<Result>(call: Call, attempt: (accessToken: string) => Promise<Result>): Promise<Result> {
    try {
      return await this.#authorized(call, attempt)
    } catch (error) {
      throw this.#protocol.translate(error, call, 'write')
    }
  }

  /** A read that is put together in a way of its own; what fails is thrown as it came. */
  async readShared<Result>(
    call: Call,
    key: string,
    attempt: (accessToken: string) => Promise<Result>,
    retryAfterMs: (error: unknown, attempts: number) => number | undefined,
  ): Promise<Result> {
    const { runtime, retries, singleflight } = this.#deps
    const startedAt = runtime.monotonic()
    // What one person may see another may not: answers are shared under one token.
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
        // The time of the one who asked first was over; ours need not be.
        const isLate = error instanceof UpstreamFailure && error.kind === 'late'
        if (isLeader || !isLate || timeLeftMs() <= 0) throw error
      }
  }

  /** With a token that works: a refused one is replaced, or waited for when it is too new to be known. */
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
   * A brand-new token is refused: whether it is dead or too new nobody knows before it can be renewed. A refusal that asks for
   * something else than a new consent is told as it is.
   */
  #newTokenError(call: Call, { renewableInMs = defaultRenewalMs }: FreshToken, refusal: unknown): unknown {
    const { platform } = this.#protocol
    const translated = this.#protocol.translate(refusal, call, 'read')
    if (!(translated instanceof ServiceError) || translated.code !== 'ACCOUNT_RELINK_REQUIRED') return refusal
    return new ServiceError('UPSTREAM_UNAVAILABLE', {
      values: { platform },
      retryAfterSeconds: Math.max(1, Math.ceil(renewableInMs / 1000)),
      note: 'the platform refuses a token that it has just given out',
      cause: refusal,
    })
  }
}
