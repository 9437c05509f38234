// Sends calls to the platform within its quotas and decides which failed calls are safe to retry.

import type { Protocol, TokenSource } from '../kit/calls.ts'
import { type Connected, PersonToken } from '../kit/connected.ts'
import { isPassingFailure } from '../kit/noAnswer.ts'
import type { Sender } from '../kit/upstream.ts'
import { asError, isAboutToken, isFailing, quotaDelayMs, quotaOwner } from './errors.ts'
import type { SearchPlatform } from './platform.ts'
import { fromOf, readAnswer, requestOf, type SearchCall, SearchRefusal } from './wire.ts'

/** adrail waits for a quota that becomes available within this time, and fails the call otherwise. */
const quotaPatienceMs = 5000
/** A longer delay means that a daily quota is exhausted, so no call is sent before the delay is over. */
const dayQuotaMs = 60_000

export class SearchProtocol implements Protocol<SearchCall> {
  readonly platform = 'search'
  readonly freshPausesMs: readonly number[] = [2000]
  readonly #shared: SearchPlatform
  readonly #managerId: string
  readonly #person: TokenSource
  readonly #sender: Sender

  constructor(shared: SearchPlatform, connected: Connected<'search'>) {
    this.#shared = shared
    this.#managerId = connected.selection.managerId
    this.#person = new PersonToken(connected)
    this.#sender = shared.breakers.around(shared.upstream, connected.selection.accountId)
  }

  titleOf(call: SearchCall): string {
    return [call.path.replace(/\d{4,}/, '{id}'), fromOf(call)].filter(Boolean).join(' ')
  }

  tokenFor(): TokenSource {
    return this.#person
  }

  nameOf({ path, body }: SearchCall): string {
    return JSON.stringify([path, this.#managerId, body])
  }

  async send(call: SearchCall, accessToken: string): Promise<unknown> {
    const { endpoints, developerToken, quota } = this.#shared
    await quota.enter(call)
    const request = requestOf(call, endpoints, {
      authorization: `Bearer ${accessToken}`,
      ...(this.#managerId === '' ? {} : { 'login-customer-id': this.#managerId }),
      // The platform has ignored the developer token since 2026. Only old projects still configure one.
      ...(developerToken === '' ? {} : { 'developer-token': developerToken }),
    })
    try {
      return readAnswer(await this.#sender.send(request))
    } catch (error) {
      this.#learn(error, call)
      throw error
    }
  }

  isAboutToken(error: unknown): boolean {
    return isAboutToken(error)
  }

  repeatAfterMs(error: unknown, attempts: number): number | undefined {
    if (isPassingFailure(error, attempts) || isFailing(error)) return 0
    const delayMs = quotaDelayMs(error)
    if (delayMs !== undefined) return delayMs > quotaPatienceMs ? undefined : delayMs
    return error instanceof SearchRefusal && error.has('databaseError.CONCURRENT_MODIFICATION')
      ? 0
      : undefined
  }

  /** Only a well-formed refusal proves that the platform changed nothing. */
  resendAfterMs(error: unknown, attempts: number): number | undefined {
    if (!(error instanceof SearchRefusal) || error.errors.length === 0 || isFailing(error)) return undefined
    if (error.has('databaseError.CONCURRENT_MODIFICATION'))
      return attempts > 3 ? undefined : 1000 * 2 ** (attempts - 1)
    // The second attempt usually fails with a more precise error.
    if (error.has('databaseError.DATA_CONSTRAINT_VIOLATION')) return attempts > 1 ? undefined : 500
    const delayMs = quotaDelayMs(error)
    return delayMs === undefined || delayMs > quotaPatienceMs || attempts > 2 ? undefined : delayMs
  }

  translate(error: unknown, { origins }: SearchCall): unknown {
    return asError(error, origins)
  }

  /** A quota that stays exhausted for long blocks further calls of its scope until the quota is available. */
  #learn(error: unknown, call: SearchCall): void {
    const delayMs = quotaDelayMs(error)
    if (delayMs === undefined) return
    this.#shared.quotaRefused()
    if (delayMs >= dayQuotaMs) this.#shared.quota.hold(call, delayMs, quotaOwner(error))
  }
}
