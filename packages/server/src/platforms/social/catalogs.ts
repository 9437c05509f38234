// Public lookups of the platform, which are the same for all users. The first user who needs one loads it
// into the cache.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search

import type { LookupCache } from '../connector-kit/lookupCaches.ts'
import type { RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { interestRow, localeRow, placeRow, systemRow } from './rows.ts'
import { appObject } from './usageHeaders.ts'
import type { GraphCall } from './wire.ts'

export class TargetingCatalogs {
  readonly #platform: SocialPlatform
  readonly #graph: Graph
  readonly #account: string

  constructor(platform: SocialPlatform, graph: Graph, account: string) {
    this.#platform = platform
    this.#graph = graph
    this.#account = account
  }

  systems(kind: 'user_os' | 'user_device') {
    const call = this.#search({ type: 'adTargetingCategory', class: kind, limit: '1000' })
    return this.#getOrLoad(this.#platform.catalogs.systems, kind, call, systemRow, 10)
  }

  locales() {
    const call = this.#search({ type: 'adlocale', q: '', limit: '1000' })
    return this.#getOrLoad(this.#platform.catalogs.locales, '', call, localeRow, 5)
  }

  places(query: string) {
    const call = {
      ...this.#search({ type: 'adgeolocation', q: query, limit: '50' }),
      names: { params: { q: 'query' } },
    }
    return this.#getOrLoad(this.#platform.catalogs.places, query, call, placeRow)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/targetingsearch */
  interests(query: string, categories: readonly string[], countries: readonly string[]) {
    const call = {
      ...this.#graph.accountCall('targetingsearch', {
        q: query,
        limit_type: 'interests',
        limit: '50',
        locale: 'en_US',
        ...(categories.length > 0 ? { regulated_categories: JSON.stringify(categories) } : {}),
        ...(countries.length > 0 ? { regulated_countries: JSON.stringify(countries) } : {}),
      }),
      withoutFields: true,
      names: {
        params: {
          q: 'query',
          regulated_categories: 'specialAdCategories',
          regulated_countries: 'specialAdCountries',
        },
      },
    }
    // Targeting options depend on the ad account.
    const key = JSON.stringify([this.#account, query, categories, countries])
    return this.#getOrLoad(this.#platform.catalogs.interests, key, call, interestRow)
  }

  #search(params: Readonly<Record<string, string>>): GraphCall {
    const call = this.#graph.userCall(['search'], { ...params, locale: 'en_US' })
    return { ...call, bucket: { type: 'platform', object: appObject }, withoutFields: true }
  }

  /** Loads the first page, or the full list if `maxPages` is set. */
  async #getOrLoad<RowShape extends Shape>(
    lookup: LookupCache<readonly RowOf<RowShape>[]>,
    key: string,
    call: GraphCall,
    kind: RowKind<RowShape>,
    maxPages?: number,
  ): Promise<readonly RowOf<RowShape>[]> {
    return await lookup.getOrLoad(key, async () =>
      maxPages === undefined
        ? (await this.#graph.readPage(call, kind)).rows
        : await this.#graph.readAll(call, kind, maxPages),
    )
  }
}
