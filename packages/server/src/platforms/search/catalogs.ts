// The platform's catalogs, which are the same for all accounts. The first account that needs an entry loads
// the entry, and the cache keeps the entry for a day.

import type { AdAccount } from './account.ts'
import type { SearchPlatform } from './platform.ts'
import * as queries from './queries.ts'
import * as rows from './rows.ts'

export interface GeoTargetQuery {
  readonly name: string
  readonly countryCode?: string
  readonly locale?: string
}

/** A query with this many ids stays well below the platform's size limits. */
const maxIdsPerQuery = 5000

export class SearchCatalogs {
  readonly #caches: SearchPlatform['catalogs']
  readonly #account: AdAccount

  constructor(platform: SearchPlatform, account: AdAccount) {
    this.#caches = platform.catalogs
    this.#account = account
  }

  async languages(): Promise<readonly rows.SearchLanguage[]> {
    const languages = await this.#caches.languages.getOrLoad(
      '',
      () => this.#account.queryRows(queries.languageConstants, rows.languageRow),
      isNotEmpty,
    )
    return languages.map(({ languageConstant }) => languageConstant)
  }

  async billableUnitMicros(currencyCode: string): Promise<bigint> {
    const currencies = await this.#caches.currencies.getOrLoad(
      '',
      () => this.#account.queryRows(queries.currencyConstants, rows.currencyRow),
      isNotEmpty,
    )
    const currency = currencies.find(({ currencyConstant }) => currencyConstant.code === currencyCode)
    // Most currencies have two decimals, so a currency that the platform does not list is treated as one of
    // them.
    return currency?.currencyConstant.billableUnitMicros || 10_000n
  }

  /** Returns the existing targets by id. Unknown ids have no entry. */
  async geoTargets(ids: readonly string[]): Promise<ReadonlyMap<string, rows.GeoTarget>> {
    const { geoTargetsById: cache } = this.#caches
    const targetsById = new Map<string, rows.GeoTarget>()
    const missingIds = [...new Set(ids)].toSorted().filter((id) => {
      const target = cache.get(id)
      if (target) targetsById.set(id, target)
      return target === undefined
    })
    const batches = Array.from({ length: Math.ceil(missingIds.length / maxIdsPerQuery) }, (_, index) =>
      missingIds.slice(index * maxIdsPerQuery, (index + 1) * maxIdsPerQuery),
    )
    for (const { geoTargetConstant } of (
      await Promise.all(batches.map((batch) => this.#loadGeoTargets(batch)))
    ).flat()) {
      cache.set(geoTargetConstant.id, geoTargetConstant)
      targetsById.set(geoTargetConstant.id, geoTargetConstant)
    }
    return targetsById
  }

  /** Incomplete results are not cached because a missing target may exist later. */
  #loadGeoTargets(ids: readonly string[]) {
    return this.#caches.geoTargets.getOrLoad(
      ids.join(','),
      () => this.#account.queryRows(queries.geoTargetConstants(ids), rows.geoTargetRow),
      (targets) => targets.length === ids.length,
    )
  }

  /** https://developers.google.com/google-ads/api/docs/targeting/location-targeting */
  async suggestGeoTargets(query: GeoTargetQuery): Promise<readonly rows.GeoSuggestion[]> {
    const { name, countryCode, locale = 'en' } = query
    const body = {
      locale,
      ...(countryCode === undefined ? {} : { countryCode }),
      locationNames: { names: [name] },
    }
    const { geoTargetConstantSuggestions = [] } = await this.#caches.suggestions.getOrLoad(
      JSON.stringify(body),
      () => this.#account.readCall({ path: 'geoTargetConstants:suggest', body }, rows.suggestionsRow),
    )
    return geoTargetConstantSuggestions
  }
}

const isNotEmpty = (entries: readonly unknown[]) => entries.length > 0
