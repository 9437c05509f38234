// How every platform is called for one connection: with a token that works, equal reads once, passing failures again.
// What differs from platform to platform is its protocol, which is given.

import type { Platform } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import type { Flights } from '../../base/flights.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { FreshToken } from './connected.ts'
import { timeLeftMs } from './deadline.ts'
import type { Retries } from './retries.ts'
import type { Reading, Shape } from './rows.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/** An answer before it is taken apart, with what is expected of it. */
export interface SeenAnswer {
  readonly platform: Platform
  /** What was asked, without ids and values. */
  readonly title: string
  readonly shape: Shape
  readonly answer: unknown
}

export type OnAnswer = (seen: SeenAnswer) => void

/** What all connections of one platform share; made once. */
export interface CallRoom {
  readonly runtime: Runtime
  readonly retries: Retries
  readonly flights: Flights
  /** Is shown the answer to every read, before anything of it is changed. */
  readonly onAnswer?: OnAnswer | undefined
}

export interface TokenSource {
  current(): Promise<FreshToken>
  /** A newer token than the refused one. The same again means that the platform will take it in a moment. */
  renew(refused: FreshToken): Promise<FreshToken>
}

/** How one platform is spoken to. */
export interface Protocol<Call> {
  readonly platform: Platform
  /** Waits before a token that cannot be newer is tried again: some platforms refuse brand-new ones for a moment. */
  readonly freshPausesMs: readonly number[]
  tokenFor(call: Call): TokenSource
  /** Two calls with one name have one answer. */
  nameOf(call: Call): string
  /** What a call asks for, without ids and values. */
  titleOf(call: Call): string
  /** One exchange; a refusal is thrown as the platform said it. */
  send(call: Call, accessToken: string): Promise<unknown>
  isAboutToken(error: unknown, call: Call): boolean
  /** How long to wait at least before a read is tried again; nothing when that would not help. */
  repeatAfterMs(error: unknown, attempts: number, call: Call): number | undefined
  /** The same question about less, when the platform refused it as too large. */
  lighter?(call: Call, error: unknown): Call | undefined
  /** For a write: how long to wait, only after a refusal that proves that nothing was done. */
  resendAfterMs(error: unknown, attempts: number): number | undefined
  /** What was thrown, as an error of the contract's table. */
  translate(error: unknown, call: Call, effect: 'read' | 'write'): unknown
}

/** A read takes no longer than this, however often it is tried. */
const patienceMs = 25_000
/** When to come again where nobody knows it better. */
const usualRenewalMs = 30_000

export class Calls<Call> {
  readonly #room: CallRoom
  readonly #protocol: Protocol<Call>

  constructor(room: CallRoom, protocol: Protocol<Call>) {
    this.#room = room
    this.#protocol = protocol
  }

  /** Asks for something that changes nothing. Taking the answer apart fails when it does not prove itself whole. */
  async read<Answer>(given: Call, reading: Reading<Answer>): Promise<Answer> {
    const protocol = this.#protocol
    let call = given
    try {
      return await this.share(
        given,
        protocol.nameOf(given),
        async (accessToken) => this.take(call, reading, await protocol.send(call, accessToken)),
        (error, attempts) => {
          const less = protocol.lighter?.(call, error)
          if (less === undefined) return protocol.repeatAfterMs(error, attempts, call)
          call = less
          return 0
        },
      )
    } catch (error) {
      throw protocol.translate(error, call, 'read')
    }
  }

  /** Sends what changes something: once, unless the platform said in its own words that it did nothing. */
  async write<Answer>(call: Call, whole: (answer: unknown) => Answer): Promise<Answer> {
    const protocol = this.#protocol
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.#authorized(call, async (accessToken) =>
          whole(await protocol.send(call, accessToken)),
        )
      } catch (error) {
        const waitMs = protocol.resendAfterMs(error, attempts)
        if (waitMs === undefined || waitMs > timeLeftMs()) throw protocol.translate(error, call, 'write')
        await this.#room.runtime.pause(waitMs)
      }
    }
  }

  /** Takes an answer apart, once whoever wants to has seen it. */
  take<Answer>(call: Call, { shape, read }: Reading<Answer>, answer: unknown): Answer {
    const { platform } = this.#protocol
    this.#room.onAnswer?.({ platform, title: this.#protocol.titleOf(call), shape, answer })
    return read(answer)
  }

  /** A write that is put together in a way of its own: sent once, and again only when its token was refused. */
  async writeAs<Answer>(call: Call, attempt: (accessToken: string) => Promise<Answer>): Promise<Answer> {
    try {
      return await this.#authorized(call, attempt)
    } catch (error) {
      throw this.#protocol.translate(error, call, 'write')
    }
  }

  /** A read that is put together in a way of its own; what fails is thrown as it came. */
  async share<Answer>(
    call: Call,
    name: string,
    attempt: (accessToken: string) => Promise<Answer>,
    repeatAfterMs: (error: unknown, attempts: number) => number | undefined,
  ): Promise<Answer> {
    const { runtime, retries, flights } = this.#room
    const startedAt = runtime.monotonic()
    // What one person may see another may not: answers are shared under one token.
    const { accessToken } = await this.#protocol.tokenFor(call).current()
    let isOurs = false
    const ask = () => {
      isOurs = true
      return retries.run(
        () => this.#authorized(call, attempt),
        (error, attempts) => {
          const waitMs = repeatAfterMs(error, attempts) ?? Number.POSITIVE_INFINITY
          const leftMs = Math.min(startedAt + patienceMs - runtime.monotonic(), timeLeftMs())
          return waitMs > leftMs ? undefined : waitMs
        },
      )
    }
    for (;;)
      try {
        return await flights.share(`${accessToken}\n${name}`, ask)
      } catch (error) {
        // The time of the one who asked first was over; ours need not be.
        const isLate = error instanceof UpstreamFailure && error.kind === 'late'
        if (isOurs || !isLate || timeLeftMs() <= 0) throw error
      }
  }

  /** With a token that works: a refused one is replaced, or waited for when it is too new to be known. */
  async #authorized<Answer>(call: Call, send: (accessToken: string) => Promise<Answer>): Promise<Answer> {
    const { freshPausesMs, isAboutToken } = this.#protocol
    const source = this.#protocol.tokenFor(call)
    const pausesMs = [...freshPausesMs]
    let token = await source.current()
    for (let replaced = false; ; ) {
      try {
        return await send(token.accessToken)
      } catch (error) {
        if (!isAboutToken(error, call)) throw error
        const newer = await source.renew(token)
        if (newer.version !== token.version && !replaced) replaced = true
        else {
          const pauseMs = pausesMs.shift()
          if (pauseMs === undefined || pauseMs > timeLeftMs()) throw this.#notYetKnown(call, newer, error)
          await this.#room.runtime.pause(pauseMs)
        }
        token = newer
      }
    }
  }

  /**
   * A brand-new token is refused: whether it is dead or too new nobody knows before it can be renewed. A refusal that asks for
   * something else than a new consent is told as it is.
   */
  #notYetKnown(call: Call, { renewableInMs = usualRenewalMs }: FreshToken, refusal: unknown): unknown {
    const { platform } = this.#protocol
    const told = this.#protocol.translate(refusal, call, 'read')
    if (!(told instanceof ServiceError) || told.code !== 'ACCOUNT_RELINK_REQUIRED') return refusal
    return new ServiceError('UPSTREAM_UNAVAILABLE', {
      values: { platform },
      retryAfterSeconds: Math.max(1, Math.ceil(renewableInMs / 1000)),
      note: 'the platform refuses a token that it has just given out',
      cause: refusal,
    })
  }
}
