// Sends calls to LinkedIn within its quotas and decides which failed calls are retried.

import type { Protocol, TokenSource } from '../kit/calls.ts'
import { type Connected, PersonToken } from '../kit/connected.ts'
import { isPassingFailure } from '../kit/noAnswer.ts'
import type { Sender } from '../kit/upstream.ts'
import { asError, isAboutToken, isBearerRefused, isFailing, isThrottled } from './errors.ts'
import type { ProPlatform } from './platform.ts'
import { type ProCall, readAnswer, requestOf, wayOf } from './wire.ts'

/**
 * A short-term throttle ends after a short pause. An exhausted daily quota does not, but LinkedIn reports
 * both alike.
 */
const throttlePauseMs = 2000

export class ProProtocol implements Protocol<ProCall> {
  readonly platform = 'pro'
  /** LinkedIn may report a valid new token as revoked for some seconds. */
  readonly freshPausesMs: readonly number[] = [2000, 4000, 8000]
  readonly #shared: ProPlatform
  readonly #person: TokenSource
  /** The credential id represents the member because a credential belongs to one member. */
  readonly #member: string
  readonly #sender: Sender

  constructor(shared: ProPlatform, connected: Connected<'pro'>) {
    this.#shared = shared
    this.#person = new PersonToken(connected)
    this.#member = connected.pin.credentialId
    this.#sender = shared.breakers.around(shared.upstream, connected.selection.accountId)
  }

  titleOf(call: ProCall): string {
    return `${call.resource} ${wayOf(call)}`
  }

  tokenFor(): TokenSource {
    return this.#person
  }

  nameOf({ resource, path, method, finder, parameters }: ProCall): string {
    return JSON.stringify([resource, path, method, finder, parameters])
  }

  async send(call: ProCall, accessToken: string): Promise<unknown> {
    const { endpoints, quota, quotaRefused } = this.#shared
    const endpoint = `${call.resource}.${wayOf(call)}`
    await quota.enter(endpoint, this.#member)
    try {
      return readAnswer(call, await this.#sender.send(requestOf(call, endpoints, accessToken)))
    } catch (error) {
      if (call.upload && isBearerRefused(error))
        return readAnswer(call, await this.#sender.send(requestOf(call, endpoints, undefined)))
      if (isThrottled(error)) {
        quotaRefused()
        quota.refused(endpoint, this.#member)
      }
      throw error
    }
  }

  isAboutToken(error: unknown, call: ProCall): boolean {
    return isAboutToken(error, call)
  }

  repeatAfterMs(error: unknown, attempts: number): number | undefined {
    if (isThrottled(error)) return attempts > 1 ? undefined : throttlePauseMs
    return isPassingFailure(error, attempts) || isFailing(error) ? 0 : undefined
  }

  /** A throttled write changed nothing, so a retry is safe. */
  resendAfterMs(error: unknown, attempts: number): number | undefined {
    return isThrottled(error) && attempts === 1 ? throttlePauseMs : undefined
  }

  translate(error: unknown, call: ProCall, effect: 'read' | 'write'): unknown {
    return asError(error, this.#shared.runtime.now(), { call, effect })
  }
}
