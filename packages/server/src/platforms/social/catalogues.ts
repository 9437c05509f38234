// Public look-ups of the platform, the same for everybody: asked through whoever needs them first, and remembered.
// https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search

import type { Lookup } from '../kit/lookups.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import type { Graph } from './graph.ts'
import type { SocialPlatform } from './platform.ts'
import { interestRow, localeRow, placeRow, systemRow } from './rows.ts'
import { app } from './usageHeaders.ts'
import type { GraphCall } from './wire.ts'

export class Catalogues {
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
    return this.#recall(this.#platform.catalogues.systems, kind, call, systemRow, 10)
  }

  locales() {
    const call = this.#search({ type: 'adlocale', q: '', limit: '1000' })
    return this.#recall(this.#platform.catalogues.locales, '', call, localeRow, 5)
  }

  places(query: string) {
    const call = {
      ...this.#search({ type: 'adgeolocation', q: query, limit: '50' }),
      names: { params: { q: 'query' } },
    }
    return this.#recall(this.#platform.catalogues.places, query, call, placeRow)
  }

  /** https://developers.facebook.com/docs/marketing-api/reference/ad-account/targetingsearch */
  interests(query: string, categories: readonly string[], countries: readonly string[]) {
    const call = {
      ...this.#graph.ofAccount('targetingsearch', {
        q: query,
        limit_type: 'interests',
        limit: '50',
        locale: 'en_US',
        ...(categories.length > 0 ? { regulated_categories: JSON.stringify(categories) } : {}),
        ...(countries.length > 0 ? { regulated_countries: JSON.stringify(countries) } : {}),
      }),
      whole: true,
      names: {
        params: {
          q: 'query',
          regulated_categories: 'specialAdCategories',
          regulated_countries: 'specialAdCountries',
        },
      },
    }
    // What an account may aim at is its own.
    const name = JSON.stringify([this.#account, query, categories, countries])
    return this.#recall(this.#platform.catalogues.interests, name, call, interestRow)
  }

  #search(params: Readonly<Record<string, string>>): GraphCall {
    const call = this.#graph.about(['search'], { ...params, locale: 'en_US' })
    return { ...call, bucket: { type: 'platform', object: app }, whole: true }
  }

  /** The first page, or with `mostPages` the whole list. */
  async #recall<Of extends Shape>(
    lookup: Lookup<readonly RowOf<Of>[]>,
    name: string,
    call: GraphCall,
    kind: RowKind<Of>,
    mostPages?: number,
  ): Promise<readonly RowOf<Of>[]> {
    return await lookup.recall(name, async () =>
      mostPages === undefined
        ? (await this.#graph.page(call, kind)).rows
        : await this.#graph.all(call, kind, mostPages),
    )
  }
}
