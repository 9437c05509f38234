// The platform's catalogs, which are the same for all accounts. The first account that needs an entry loads
// the entry, and the cache keeps the entry for a day.

import type { AdAccount } from './account.ts'
import type { SearchPlatform } from './platform.ts'
import * as queries from './queries.ts'
import * as rows from './rows.ts'

export interface GeoQuestion {
  readonly name: string
  readonly countryCode?: string
  readonly locale?: string
}

/** A query with this many ids stays well below the platform's size limits. */
const idsAtOnce = 5000

export class Catalogues {
  readonly #known: SearchPlatform['catalogues']
  readonly #account: AdAccount

  constructor(platform: SearchPlatform, account: AdAccount) {
    this.#known = platform.catalogues
    this.#account = account
  }

  async languages(): Promise<readonly rows.Language[]> {
    const found = await this.#known.languages.recall(
      '',
      () => this.#account.rows(queries.languageConstants, rows.languageRow),
      isNotEmpty,
    )
    return found.map(({ languageConstant }) => languageConstant)
  }

  async billableUnitMicros(currencyCode: string): Promise<bigint> {
    const found = await this.#known.currencies.recall(
      '',
      () => this.#account.rows(queries.currencyConstants, rows.currencyRow),
      isNotEmpty,
    )
    const currency = found.find(({ currencyConstant }) => currencyConstant.code === currencyCode)
    // Most currencies have two decimals, so a currency that the platform does not list is treated as one of
    // them.
    return currency?.currencyConstant.billableUnitMicros || 10_000n
  }

  /** Returns the existing targets by id. Unknown ids have no entry. */
  async geoTargets(ids: readonly string[]): Promise<ReadonlyMap<string, rows.GeoTarget>> {
    const { geoTarget: known } = this.#known
    const found = new Map<string, rows.GeoTarget>()
    const unknown = [...new Set(ids)].toSorted().filter((id) => {
      const target = known.get(id)
      if (target) found.set(id, target)
      return target === undefined
    })
    const loads = Array.from({ length: Math.ceil(unknown.length / idsAtOnce) }, (_, index) =>
      unknown.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
    )
    for (const { geoTargetConstant } of (await Promise.all(loads.map((load) => this.#load(load)))).flat()) {
      known.set(geoTargetConstant.id, geoTargetConstant)
      found.set(geoTargetConstant.id, geoTargetConstant)
    }
    return found
  }

  /** Incomplete results are not cached because a missing target may exist later. */
  #load(ids: readonly string[]) {
    return this.#known.geoTargets.recall(
      ids.join(','),
      () => this.#account.rows(queries.geoTargetConstants(ids), rows.geoTargetRow),
      (targets) => targets.length === ids.length,
    )
  }

  /** https://developers.google.com/google-ads/api/docs/targeting/location-targeting */
  async suggestGeoTargets(question: GeoQuestion): Promise<readonly rows.GeoSuggestion[]> {
    const { name, countryCode, locale = 'en' } = question
    const body = {
      locale,
      ...(countryCode === undefined ? {} : { countryCode }),
      locationNames: { names: [name] },
    }
    const { geoTargetConstantSuggestions = [] } = await this.#known.suggestions.recall(
      JSON.stringify(body),
      () => this.#account.ask({ path: 'geoTargetConstants:suggest', body }, rows.suggestionsRow),
    )
    return geoTargetConstantSuggestions
  }
}

const isNotEmpty = (found: readonly unknown[]) => found.length > 0
