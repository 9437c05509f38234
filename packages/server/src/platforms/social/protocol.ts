// Executes calls of the Graph API: within its rate limits, with the right token, and with retries where they
// are safe.

import type { Protocol, TokenSource } from '../connector-kit/calls.ts'
import { type ConnectedAccount, UserTokenSource } from '../connector-kit/connectedAccount.ts'
import type { Sender, UpstreamRequest, UpstreamResponse } from '../connector-kit/upstream.ts'
import { isTransientFailure } from '../connector-kit/upstreamErrors.ts'
import { classifyRefusal, type GraphCallContext, toSocialError } from './errors.ts'
import type { SocialPlatform } from './platform.ts'
import type { SocialSelection } from './selection.ts'
import { buildGraphRequest, type GraphCall, GraphRefusal, parseGraphResponse } from './wire.ts'

/** A rate-limited read is retried once when the platform's wait is shorter than this. */
const maxWaitSeconds = 20

export class GraphProtocol implements Protocol<GraphCall> {
  readonly platform = 'social'
  readonly newTokenDelaysMs: readonly number[] = []
  readonly #shared: SocialPlatform
  readonly #account: string
  readonly #userToken: TokenSource
  readonly #pageToken: TokenSource
  readonly #sender: Sender

  constructor(
    shared: SocialPlatform,
    connectedAccount: ConnectedAccount<SocialSelection>,
    pageToken: TokenSource,
  ) {
    this.#shared = shared
    this.#account = connectedAccount.selection.accountId
    this.#userToken = new UserTokenSource(connectedAccount)
    this.#pageToken = pageToken
    this.#sender = shared.breakers.wrap(shared.upstream, this.#account)
  }

  callTitle({ method, path, params }: GraphCall): string {
    const segments = path.map((segment) => (/\d{4}/.test(segment) ? '{id}' : segment))
    const details = ['type', 'class', 'level'].flatMap((name) => params[name] ?? [])
    return [method, segments.join('/'), ...details].join(' ')
  }

  tokenSourceFor({ token }: GraphCall): TokenSource {
    return token === 'page' ? this.#pageToken : this.#userToken
  }

  singleflightKey({ method, path, params, token }: GraphCall): string {
    return JSON.stringify([method, path, params, token])
  }

  async send(call: GraphCall, accessToken: string): Promise<unknown> {
    const { appConfig, limiter } = this.#shared
    const release = await limiter.acquire([call])
    try {
      const response = await this.sendRequest(buildGraphRequest(call, appConfig, accessToken))
      limiter.recordUsage(call.bucket, response.headers)
      return parseGraphResponse(response)
    } catch (error) {
      this.recordRateLimit(error, call)
      throw error
    } finally {
      release()
    }
  }

  /** Sends one request for this account. Rejected at once while the circuit breaker is open. */
  async sendRequest(request: UpstreamRequest): Promise<UpstreamResponse> {
    const response = await this.#sender.send(request)
    this.#checkVersionHeaders(response.headers)
    return response
  }

  /**
   * The platform serves a call to an ended version with the next version where that makes no difference.
   * https://developers.facebook.com/blog/post/2024/04/16/upcoming-change-in-marketing-api-version-deprecation
   */
  #checkVersionHeaders(headers: UpstreamResponse['headers']): void {
    const { appConfig, onVersionNotice } = this.#shared
    const servedVersion = headers['facebook-api-version']
    const warning = headers['x-ad-api-version-warning']
    if (warning !== undefined) onVersionNotice(warning.slice(0, 300))
    else if (servedVersion !== undefined && servedVersion !== appConfig.version)
      onVersionNotice(`Version ${servedVersion} served the request.`)
  }

  /** Blocks further calls when the platform refused a call because of a rate limit. */
  recordRateLimit(error: unknown, { bucket }: GraphCall): void {
    if (!(error instanceof GraphRefusal) || classifyRefusal(error) !== 'rate_limited') return
    this.#shared.onQuotaRefused()
    this.#shared.limiter.block(bucket, error.headers, error.code === 4 || error.code === 341)
  }

  isTokenError(error: unknown, { token }: GraphCall): boolean {
    if (!(error instanceof GraphRefusal)) return false
    return classifyRefusal(error) === 'expired' || (token === 'page' && error.subcode === 492)
  }

  retryAfterMs(error: unknown, attempts: number, { bucket }: GraphCall): number | undefined {
    if (!(error instanceof GraphRefusal)) return isTransientFailure(error, attempts) ? 0 : undefined
    const refusalClass = classifyRefusal(error)
    if (refusalClass === 'rate_limited') {
      const waitSeconds = this.#shared.limiter.waitSeconds(bucket)
      return attempts === 1 && waitSeconds <= maxWaitSeconds ? waitSeconds * 1000 : undefined
    }
    // An unknown error is retried once, as the platform advises.
    return refusalClass === 'transient' && (error.code !== 1 || attempts < 2) ? 0 : undefined
  }

  toSmallerCall(call: GraphCall, error: unknown): GraphCall | undefined {
    if (!(error instanceof GraphRefusal) || classifyRefusal(error) !== 'heavy') return undefined
    const { limit = '0', fields = '' } = call.params
    const smallerLimit = Math.floor(Number(limit) / 2)
    if (smallerLimit >= 1) return { ...call, params: { ...call.params, limit: String(smallerLimit) } }
    const smallerFields = halveEdgeLimits(fields)
    return smallerFields === fields
      ? undefined
      : { ...call, params: { ...call.params, fields: smallerFields } }
  }

  resendAfterMs(): undefined {
    return undefined
  }

  translate(error: unknown, call: GraphCall): unknown {
    return toSocialError(error, this.callContext(call))
  }

  callContext({ names = {}, params, bucket }: GraphCall): GraphCallContext {
    const isPaged = ['after', 'before', '__paging_token'].some((name) => name in params)
    return { names, account: this.#account, isPaged, waitSeconds: this.#shared.limiter.waitSeconds(bucket) }
  }
}

/** Halves the limits of the edges that are read with an object, such as `ads.limit(100){id}`. */
function halveEdgeLimits(fields: string): string {
  return fields.replaceAll(/\.limit\((\d+)\)/g, (_, limit: string) => {
    return `.limit(${Math.max(1, Math.floor(Number(limit) / 2))})`
  })
}
