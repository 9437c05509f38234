// The platform's catalogues, the same for everybody: asked through whoever needs them first, and remembered for a day.

import type { AdAccount } from './account.ts'
import type { SearchPlatform } from './platform.ts'
import * as queries from './queries.ts'
import * as rows from './rows.ts'

export interface GeoQuestion {
  readonly name: string
  readonly countryCode?: string
  readonly locale?: string
}

/** So many ids fit one question comfortably. */
const idsAtOnce = 5000

export class Catalogues {
  readonly #known: SearchPlatform['catalogues']
  readonly #account: AdAccount

  constructor(platform: SearchPlatform, account: AdAccount) {
    this.#known = platform.catalogues
    this.#account = account
  }

  async languages(): Promise<readonly rows.Language[]> {
    const known = this.#known.languages.get('all')
    if (known) return known
    const found = await this.#account.rows(queries.languageConstants, rows.languageRow)
    const languages = found.map(({ languageConstant }) => languageConstant)
    if (languages.length > 0) this.#known.languages.set('all', languages)
    return languages
  }

  /** The smallest amount that can be billed in a currency. */
  async billableUnitMicros(currencyCode: string): Promise<bigint> {
    const units = this.#known.billableUnits.get('all') ?? (await this.#billableUnits())
    // A currency that the platform does not list is taken for one with two decimals, as most are.
    return units.get(currencyCode) ?? 10_000n
  }

  async #billableUnits(): Promise<ReadonlyMap<string, bigint>> {
    const found = await this.#account.rows(queries.currencyConstants, rows.currencyRow)
    const units = new Map(
      found.flatMap(({ currencyConstant: { code, billableUnitMicros = 0n } }): [string, bigint][] =>
        billableUnitMicros > 0n ? [[code, billableUnitMicros]] : [],
      ),
    )
    if (units.size > 0) this.#known.billableUnits.set('all', units)
    return units
  }

  /** Those of the ids that exist, by id. */
  async geoTargets(ids: readonly string[]): Promise<ReadonlyMap<string, rows.GeoTarget>> {
    const { geoTargets } = this.#known
    const found = new Map<string, rows.GeoTarget>()
    const unknown = [...new Set(ids)].filter((id) => {
      const known = geoTargets.get(id)
      if (known) found.set(id, known)
      return known === undefined
    })
    const loads = Array.from({ length: Math.ceil(unknown.length / idsAtOnce) }, (_, index) =>
      unknown.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
    )
    const answers = await Promise.all(
      loads.map((load) => this.#account.rows(queries.geoTargetConstants(load), rows.geoTargetRow)),
    )
    for (const { geoTargetConstant } of answers.flat()) {
      geoTargets.set(geoTargetConstant.id, geoTargetConstant)
      found.set(geoTargetConstant.id, geoTargetConstant)
    }
    return found
  }

  /** https://developers.google.com/google-ads/api/docs/targeting/location-targeting */
  async suggestGeoTargets(question: GeoQuestion): Promise<readonly rows.GeoSuggestion[]> {
    const { name, countryCode, locale = 'en' } = question
    const body = {
      locale,
      ...(countryCode === undefined ? {} : { countryCode }),
      locationNames: { names: [name] },
    }
    const answer = await this.#account.ask({ path: 'geoTargetConstants:suggest', body }, rows.suggestionsRow)
    return answer.geoTargetConstantSuggestions ?? []
  }
}
