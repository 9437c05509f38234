// How the platform is called for one connection: headers, tokens, pages, retries. Reads are repeated; writes only when the
// platform said in its own words that it did nothing.

import { ServiceError } from '../../base/errors.ts'
import type { Flights } from '../../base/flights.ts'
import type { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { Connected } from '../kit/connected.ts'
import type { Endpoints } from '../kit/provider.ts'
import type { Retries } from '../kit/retries.ts'
import { type Upstream, UpstreamFailure } from '../kit/upstream.ts'
import { asList, asObject, asText, type Json } from '../kit/values.ts'
import { isAboutToken, isFailing, isServiceQuota, quotaDelayMs, rateLimitedFor, translate } from './errors.ts'
import { gaql, type Query } from './gaql.ts'
import { refusalOf, SearchRefusal } from './refusals.ts'
import { version } from './version.ts'

/** What all calls of this deployment share. */
export interface CallRoom {
  readonly endpoints: Endpoints
  readonly developerToken: string
  readonly upstream: Upstream
  readonly runtime: Runtime
  readonly retries: Retries
  readonly flights: Flights
  /** Until when the service's own quota is used up, under the name `until`. */
  readonly quota: Memory<number>
}

/** Pages have ten thousand rows; more than these are refused rather than cut. */
const mostPages = 5
const mostBytes = 32 * 1024 * 1024
export const mutateTimeoutMs = 30_000
const newTokenPauseMs = 2000
/** A read takes no longer than this, however often it is tried. */
const patienceMs = 25_000
/** A quota that comes back within this time is waited for. */
const quotaPatienceMs = 5000
/** A quota that comes back later than this is that of the day: nobody needs to ask again before. */
const dayQuotaMs = 60_000

export class Calls {
  readonly #room: CallRoom
  readonly #connected: Connected<'search'>

  constructor(room: CallRoom, connected: Connected<'search'>) {
    this.#room = room
    this.#connected = connected
  }

  /** Every row of a query. https://developers.google.com/google-ads/api/rest/common/search */
  async rows(query: Query): Promise<readonly Json[]> {
    const { accountId } = this.#connected.selection
    const text = gaql(query)
    const rows: Json[] = []
    let pageToken = ''
    for (let page = 0; page < mostPages; page++) {
      const answer = await this.read(`customers/${accountId}/googleAds:search`, {
        query: text,
        ...(pageToken === '' ? {} : { pageToken }),
      })
      for (const row of asList(answer['results'])) rows.push(asObject(row))
      pageToken = asText(answer['nextPageToken'])
      if (pageToken === '') return rows
    }
    throw new ServiceError('PLATFORM_REJECTED', {
      values: { platform: 'search', problem: `the account has more than ${rows.length} of these.` },
    })
  }

  /** Asks for something that changes nothing. */
  async read(path: string, body: Json, timeoutMs = 10_000): Promise<Json> {
    try {
      return await this.ask(path, body, timeoutMs)
    } catch (error) {
      throw translate(error)
    }
  }

  /** The same, with the platform's refusals as they came. */
  async ask(path: string, body: Json, timeoutMs: number): Promise<Json> {
    const { runtime, retries, flights } = this.#room
    const startedAt = runtime.monotonic()
    const { accessToken } = await this.#connected.token()
    const { managerId } = this.#connected.selection
    const name = [path, managerId, accessToken, JSON.stringify(body)].join('\n')
    return await flights.share(name, () =>
      retries.run(
        () => this.#authorized(path, body, timeoutMs),
        (error) => {
          const leastMs = waitBeforeRepeat(error)
          const tooLate = runtime.monotonic() - startedAt + (leastMs ?? 0) > patienceMs
          return leastMs === undefined || leastMs > quotaPatienceMs || tooLate ? undefined : leastMs
        },
      ),
    )
  }

  /** Sends a mutate. What is thrown as it came (no ServiceError) says nothing about the effect. */
  async write(body: Json): Promise<Json> {
    const { accountId } = this.#connected.selection
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.#authorized(`customers/${accountId}/googleAds:mutate`, body, mutateTimeoutMs)
      } catch (error) {
        const leastMs = waitBeforeResend(error, attempts)
        if (leastMs === undefined) throw error
        await this.#room.runtime.pause(leastMs)
      }
    }
  }

  /** With a token that works: one that the platform refuses is replaced once. */
  async #authorized(path: string, body: Json, timeoutMs: number): Promise<Json> {
    const token = await this.#connected.token()
    try {
      return await this.#send(path, body, token.accessToken, timeoutMs)
    } catch (error) {
      if (!isAboutToken(error)) throw error
      const newer = await this.#connected.token(token.version)
      // The same one again is so new that the platform will take it in a moment.
      if (newer.version === token.version) await this.#room.runtime.pause(newTokenPauseMs)
      return await this.#send(path, body, newer.accessToken, timeoutMs)
    }
  }

  async #send(path: string, body: Json, accessToken: string, timeoutMs: number): Promise<Json> {
    const { endpoints, developerToken, upstream, runtime, quota } = this.#room
    const blockedUntil = quota.get('until')
    if (blockedUntil !== undefined && blockedUntil > runtime.monotonic())
      throw rateLimitedFor((blockedUntil - runtime.monotonic()) / 1000)
    const { managerId } = this.#connected.selection
    const response = await upstream.send({
      method: 'POST',
      url: `${endpoints.apiUrl}/${version}/${path}`,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...(managerId === '' ? {} : { 'login-customer-id': managerId }),
        // The platform has ignored it since 2026; only old projects still send one.
        ...(developerToken === '' ? {} : { 'developer-token': developerToken }),
      },
      body: JSON.stringify(body),
      timeoutMs,
      mostBytes,
    })
    if (response.status === 200) return asObject(response.json())
    const refusal = refusalOf(response)
    const delayMs = quotaDelayMs(refusal)
    if (delayMs !== undefined && delayMs >= dayQuotaMs && isServiceQuota(refusal))
      quota.set('until', runtime.monotonic() + delayMs)
    throw refusal
  }
}

/** How long to wait at least before a read is tried again; nothing when that would not help. */
function waitBeforeRepeat(error: unknown): number | undefined {
  if (error instanceof UpstreamFailure) return error.kind === 'too_large' ? undefined : 0
  const delayMs = quotaDelayMs(error)
  if (delayMs !== undefined) return delayMs
  if (isFailing(error)) return 0
  return error instanceof SearchRefusal && error.has('databaseError.CONCURRENT_MODIFICATION') ? 0 : undefined
}

/** The same for a write: only after a refusal that is well-formed, so that nothing was done. */
function waitBeforeResend(error: unknown, attempts: number): number | undefined {
  if (!(error instanceof SearchRefusal) || error.errors.length === 0 || isFailing(error)) return undefined
  if (error.has('databaseError.CONCURRENT_MODIFICATION'))
    return attempts > 3 ? undefined : 1000 * 2 ** (attempts - 1)
  // A clearer refusal usually follows.
  if (error.has('databaseError.DATA_CONSTRAINT_VIOLATION')) return attempts > 1 ? undefined : 500
  const delayMs = quotaDelayMs(error)
  return delayMs === undefined || delayMs > quotaPatienceMs || attempts > 2 ? undefined : delayMs
}
