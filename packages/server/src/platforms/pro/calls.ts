// How the platform is called for one connection: encoding, headers, tokens, retries.

import { ServiceError } from '../../base/errors.ts'
import type { Connected } from '../kit/connected.ts'
import { isAboutToken, isPassing, isThrottled, refusalOf, translate } from './errors.ts'
import type { ProPlatform } from './platform.ts'
import { type RestliValue, restliQuery } from './restli.ts'
import { version } from './version.ts'

export type Parameters = Readonly<Record<string, RestliValue>>

/** A longer query travels in the body of a POST. https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/query-tunneling */
const longestQuery = 4000
/** A new token may be called revoked for some seconds though it is valid. */
const freshPausesMs = [2000, 4000, 8000]
/** A throttle that protects the platform clears by itself; a used-up day does not, and looks the same. */
const throttlePauseMs = 2000
const mostBytes = 16 * 1024 * 1024

export class Calls {
  readonly #platform: ProPlatform
  readonly #connected: Connected<'pro'>

  constructor(platform: ProPlatform, connected: Connected<'pro'>) {
    this.#platform = platform
    this.#connected = connected
  }

  /** Finds entities: `q` names the finder. What fails is thrown as it came. */
  async find(resource: string, finder: string, parameters: Parameters): Promise<unknown> {
    const { retries, flights } = this.#platform
    const query = restliQuery({ q: finder, ...parameters })
    const { accessToken } = await this.#connected.token()
    return await flights.share(`${accessToken}\n${resource}?${query}`, () =>
      retries.run(
        () => this.#authorized(resource, query),
        (error, attempts) => {
          if (isThrottled(error)) return attempts > 1 ? undefined : throttlePauseMs
          return isPassing(error) ? 0 : undefined
        },
      ),
    )
  }

  /** What `find` threw, in the caller's terms. */
  translated(error: unknown): unknown {
    return translate(error, this.#platform.runtime.now())
  }

  /** With a token that works: one that the platform refuses is replaced, or waited for when it is too new to be known. */
  async #authorized(resource: string, query: string): Promise<unknown> {
    const { runtime } = this.#platform
    const pausesMs = [...freshPausesMs]
    let token = await this.#connected.token()
    for (let replaced = false; ; ) {
      try {
        return await this.#send(resource, query, token.accessToken)
      } catch (error) {
        if (!isAboutToken(error)) throw error
        const newer = await this.#connected.token(token.version)
        if (newer.version === token.version) {
          const pauseMs = pausesMs.shift()
          if (pauseMs === undefined) throw notYetKnown(error)
          await runtime.pause(pauseMs)
        } else {
          if (replaced) throw error
          replaced = true
        }
        token = newer
      }
    }
  }

  async #send(resource: string, query: string, accessToken: string): Promise<unknown> {
    const { endpoints, upstream } = this.#platform
    const url = `${endpoints.apiUrl}/rest/${resource}`
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'linkedin-version': version,
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'FINDER',
    }
    const response = await upstream.send(
      query.length <= longestQuery
        ? { method: 'GET', url: `${url}?${query}`, headers, mostBytes }
        : {
            method: 'POST',
            url,
            headers: {
              ...headers,
              'x-http-method-override': 'GET',
              'content-type': 'application/x-www-form-urlencoded',
            },
            body: query,
            mostBytes,
          },
    )
    if (response.status === 200) return response.json()
    throw refusalOf(response)
  }
}

function notYetKnown(cause: unknown): ServiceError {
  return new ServiceError('UPSTREAM_UNAVAILABLE', {
    values: { platform: 'pro' },
    retryAfterSeconds: 30,
    note: 'a new token is still refused',
    cause,
  })
}
