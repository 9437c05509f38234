// Sends calls to the platform within its quotas and decides which failed calls are safe to retry.

import type { Protocol, TokenSource } from '../connector-kit/calls.ts'
import { type ConnectedAccount, UserTokenSource } from '../connector-kit/connectedAccount.ts'
import type { Sender } from '../connector-kit/upstream.ts'
import { isTransientFailure } from '../connector-kit/upstreamErrors.ts'
import {
  findQuotaDelayMs,
  findQuotaScope,
  isSearchServerError,
  isSearchTokenError,
  toSearchError,
} from './errors.ts'
import type { SearchPlatform } from './platform.ts'
import type { SearchSelection } from './selection.ts'
import {
  buildSearchRequest,
  parseQueriedResource,
  parseSearchResponse,
  type SearchCall,
  SearchRefusal,
} from './wire.ts'

/** adrail waits for a quota that becomes available within this time, and fails the call otherwise. */
const maxQuotaWaitMs = 5000
/** A longer delay means that a daily quota is exhausted, so no call is sent before the delay is over. */
const minDayQuotaDelayMs = 60_000

export class SearchProtocol implements Protocol<SearchCall> {
  readonly platform = 'search'
  readonly newTokenDelaysMs: readonly number[] = [2000]
  readonly #shared: SearchPlatform
  readonly #managerId: string
  readonly #userToken: TokenSource
  readonly #sender: Sender

  constructor(shared: SearchPlatform, connectedAccount: ConnectedAccount<SearchSelection>) {
    this.#shared = shared
    this.#managerId = connectedAccount.selection.managerId
    this.#userToken = new UserTokenSource(connectedAccount)
    this.#sender = shared.breakers.wrap(shared.upstream, connectedAccount.selection.accountId)
  }

  callTitle(call: SearchCall): string {
    return [call.path.replace(/\d{4,}/, '{id}'), parseQueriedResource(call)].filter(Boolean).join(' ')
  }

  tokenSourceFor(): TokenSource {
    return this.#userToken
  }

  singleflightKey({ path, body }: SearchCall): string {
    return JSON.stringify([path, this.#managerId, body])
  }

  async send(call: SearchCall, accessToken: string): Promise<unknown> {
    const { appConfig, developerToken, quota } = this.#shared
    await quota.acquire(call)
    const request = buildSearchRequest(call, appConfig, {
      authorization: `Bearer ${accessToken}`,
      ...(this.#managerId === '' ? {} : { 'login-customer-id': this.#managerId }),
      // The platform has ignored the developer token since 2026. Only old projects still configure one.
      ...(developerToken === '' ? {} : { 'developer-token': developerToken }),
    })
    try {
      return parseSearchResponse(await this.#sender.send(request))
    } catch (error) {
      this.#recordQuotaRefusal(error, call)
      throw error
    }
  }

  isTokenError(error: unknown): boolean {
    return isSearchTokenError(error)
  }

  retryAfterMs(error: unknown, attempts: number): number | undefined {
    if (isTransientFailure(error, attempts) || isSearchServerError(error)) return 0
    const delayMs = findQuotaDelayMs(error)
    if (delayMs !== undefined) return delayMs > maxQuotaWaitMs ? undefined : delayMs
    return error instanceof SearchRefusal && error.hasCode('databaseError.CONCURRENT_MODIFICATION')
      ? 0
      : undefined
  }

  /** Only a well-formed refusal proves that the platform changed nothing. */
  resendAfterMs(error: unknown, attempts: number): number | undefined {
    if (!(error instanceof SearchRefusal) || error.errors.length === 0 || isSearchServerError(error))
      return undefined
    if (error.hasCode('databaseError.CONCURRENT_MODIFICATION'))
      return attempts > 3 ? undefined : 1000 * 2 ** (attempts - 1)
    // The second attempt usually fails with a more precise error.
    if (error.hasCode('databaseError.DATA_CONSTRAINT_VIOLATION')) return attempts > 1 ? undefined : 500
    const delayMs = findQuotaDelayMs(error)
    return delayMs === undefined || delayMs > maxQuotaWaitMs || attempts > 2 ? undefined : delayMs
  }

  translate(error: unknown, { callerFields }: SearchCall): unknown {
    return toSearchError(error, callerFields)
  }

  /** A quota that stays exhausted for long blocks further calls of its scope until the quota is available. */
  #recordQuotaRefusal(error: unknown, call: SearchCall): void {
    const delayMs = findQuotaDelayMs(error)
    if (delayMs === undefined) return
    this.#shared.onQuotaRefused()
    if (delayMs >= minDayQuotaDelayMs) this.#shared.quota.block(call, delayMs, findQuotaScope(error))
  }
}
