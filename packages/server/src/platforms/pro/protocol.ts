// Sends calls to LinkedIn within its quotas and decides which failed calls are retried.

import type { Protocol, TokenSource } from '../connector-kit/calls.ts'
import { type ConnectedAccount, UserTokenSource } from '../connector-kit/connectedAccount.ts'
import type { Sender } from '../connector-kit/upstream.ts'
import { isTransientFailure } from '../connector-kit/upstreamErrors.ts'
import { isBearerRefused, isProServerError, isProTokenError, isThrottled, toProError } from './errors.ts'
import type { ProPlatform } from './platform.ts'
import type { ProSelection } from './selection.ts'
import { buildProRequest, callMethodName, type ProCall, parseProResponse } from './wire.ts'

/**
 * A short-term throttle ends after a short pause. An exhausted daily quota does not, but LinkedIn reports
 * both alike.
 */
const throttlePauseMs = 2000

export class ProProtocol implements Protocol<ProCall> {
  readonly platform = 'pro'
  /** LinkedIn may report a valid new token as revoked for some seconds. */
  readonly newTokenDelaysMs: readonly number[] = [2000, 4000, 8000]
  readonly #shared: ProPlatform
  readonly #userToken: TokenSource
  /** The credential id represents the member because a credential belongs to one member. */
  readonly #member: string
  readonly #sender: Sender

  constructor(shared: ProPlatform, connectedAccount: ConnectedAccount<ProSelection>) {
    this.#shared = shared
    this.#userToken = new UserTokenSource(connectedAccount)
    this.#member = connectedAccount.pinnedConnection.credentialId
    this.#sender = shared.breakers.wrap(shared.upstream, connectedAccount.selection.accountId)
  }

  callTitle(call: ProCall): string {
    return `${call.resource} ${callMethodName(call)}`
  }

  tokenSourceFor(): TokenSource {
    return this.#userToken
  }

  singleflightKey({ resource, path, method, finder, parameters }: ProCall): string {
    return JSON.stringify([resource, path, method, finder, parameters])
  }

  async send(call: ProCall, accessToken: string): Promise<unknown> {
    const { appConfig, quota, onQuotaRefused } = this.#shared
    const endpoint = `${call.resource}.${callMethodName(call)}`
    await quota.acquire(endpoint, this.#member)
    try {
      return parseProResponse(call, await this.#sender.send(buildProRequest(call, appConfig, accessToken)))
    } catch (error) {
      if (call.upload && isBearerRefused(error))
        return parseProResponse(call, await this.#sender.send(buildProRequest(call, appConfig, undefined)))
      if (isThrottled(error)) {
        onQuotaRefused()
        quota.recordRefusal(endpoint, this.#member)
      }
      throw error
    }
  }

  isTokenError(error: unknown, call: ProCall): boolean {
    return isProTokenError(error, call)
  }

  retryAfterMs(error: unknown, attempts: number): number | undefined {
    if (isThrottled(error)) return attempts > 1 ? undefined : throttlePauseMs
    return isTransientFailure(error, attempts) || isProServerError(error) ? 0 : undefined
  }

  /** A throttled write changed nothing, so a retry is safe. */
  resendAfterMs(error: unknown, attempts: number): number | undefined {
    return isThrottled(error) && attempts === 1 ? throttlePauseMs : undefined
  }

  translate(error: unknown, call: ProCall, effect: 'read' | 'write'): unknown {
    return toProError(error, this.#shared.runtime.now(), { call, effect })
  }
}
