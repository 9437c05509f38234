// How calls of the Graph API are carried out: within its limits, with the right token, again where that is safe.

import type { Protocol, TokenSource } from '../kit/calls.ts'
import { type Connected, PersonToken } from '../kit/connected.ts'
import { isPassingFailure } from '../kit/noAnswer.ts'
import type { Sender, UpstreamRequest, UpstreamResponse } from '../kit/upstream.ts'
import { asError, classOf, type Occasion } from './errors.ts'
import type { SocialPlatform } from './platform.ts'
import { type GraphCall, GraphRefusal, readAnswer, requestOf } from './wire.ts'

/** A platform that names a short wait is waited for, once. */
const longestWaitSeconds = 20

export class GraphProtocol implements Protocol<GraphCall> {
  readonly platform = 'social'
  readonly freshPausesMs: readonly number[] = []
  readonly #shared: SocialPlatform
  readonly #account: string
  readonly #person: TokenSource
  readonly #page: TokenSource
  readonly #sender: Sender

  constructor(shared: SocialPlatform, connected: Connected<'social'>, page: TokenSource) {
    this.#shared = shared
    this.#account = connected.selection.adAccountId
    this.#person = new PersonToken(connected)
    this.#page = page
    this.#sender = shared.breakers.around(shared.upstream, this.#account)
  }

  titleOf({ method, path, params }: GraphCall): string {
    const pieces = path.map((piece) => (/\d{4}/.test(piece) ? '{id}' : piece))
    const told = ['type', 'class', 'level'].flatMap((name) => params[name] ?? [])
    return [method, pieces.join('/'), ...told].join(' ')
  }

  tokenFor({ token }: GraphCall): TokenSource {
    return token === 'page' ? this.#page : this.#person
  }

  nameOf({ method, path, params, token }: GraphCall): string {
    return JSON.stringify([method, path, params, token])
  }

  async send(call: GraphCall, accessToken: string): Promise<unknown> {
    const { endpoints, limiter } = this.#shared
    const leave = await limiter.enter([call])
    try {
      const response = await this.exchange(requestOf(call, endpoints, accessToken))
      limiter.note(call.bucket, response.headers)
      return readAnswer(response)
    } catch (error) {
      this.learn(error, call)
      throw error
    } finally {
      leave()
    }
  }

  /** One request about this account, unless its calls have had no answer for a while. */
  async exchange(request: UpstreamRequest): Promise<UpstreamResponse> {
    const response = await this.#sender.send(request)
    this.#noteVersion(response.headers)
    return response
  }

  /**
   * A version that has ended is taken for the next one where that makes no difference.
   * https://developers.facebook.com/blog/post/2024/04/16/upcoming-change-in-marketing-api-version-deprecation
   */
  #noteVersion(headers: UpstreamResponse['headers']): void {
    const { endpoints, saysOfVersion } = this.#shared
    const used = headers['facebook-api-version']
    const warning = headers['x-ad-api-version-warning']
    if (warning !== undefined) saysOfVersion(warning.slice(0, 300))
    else if (used !== undefined && used !== endpoints.version) saysOfVersion(`Answered by ${used}.`)
  }

  /** A refusal for rate keeps further calls back until it ends. */
  learn(error: unknown, { bucket }: GraphCall): void {
    if (!(error instanceof GraphRefusal) || classOf(error) !== 'rate_limited') return
    this.#shared.quotaRefused()
    this.#shared.limiter.block(bucket, error.headers, error.code === 4 || error.code === 341)
  }

  isAboutToken(error: unknown, { token }: GraphCall): boolean {
    if (!(error instanceof GraphRefusal)) return false
    return classOf(error) === 'expired' || (token === 'page' && error.subcode === 492)
  }

  repeatAfterMs(error: unknown, attempts: number, { bucket }: GraphCall): number | undefined {
    if (!(error instanceof GraphRefusal)) return isPassingFailure(error, attempts) ? 0 : undefined
    const kind = classOf(error)
    if (kind === 'rate_limited') {
      const waitSeconds = this.#shared.limiter.waitSeconds(bucket)
      return attempts === 1 && waitSeconds <= longestWaitSeconds ? waitSeconds * 1000 : undefined
    }
    // An unknown error is tried twice, as the platform advises.
    return kind === 'transient' && (error.code !== 1 || attempts < 2) ? 0 : undefined
  }

  lighter(call: GraphCall, error: unknown): GraphCall | undefined {
    if (!(error instanceof GraphRefusal) || classOf(error) !== 'heavy') return undefined
    const limit = Math.floor(Number(call.params['limit'] ?? 0) / 2)
    return limit < 1 ? undefined : { ...call, params: { ...call.params, limit: String(limit) } }
  }

  resendAfterMs(): undefined {
    return undefined
  }

  translate(error: unknown, call: GraphCall): unknown {
    return asError(error, this.occasion(call))
  }

  occasion({ names = {}, params, bucket }: GraphCall): Occasion {
    const paged = ['after', 'before', '__paging_token'].some((name) => name in params)
    return { names, account: this.#account, paged, waitSeconds: this.#shared.limiter.waitSeconds(bucket) }
  }
}
