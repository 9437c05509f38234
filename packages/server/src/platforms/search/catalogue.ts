// The platform's catalogues, the same for everybody: asked through whoever needs them first, and remembered for a day.

import { asList, asText, at, type Json } from '../kit/values.ts'
import type { Calls } from './calls.ts'
import type { GeoTarget, Language, SearchPlatform } from './platform.ts'
import * as queries from './queries.ts'

export interface GeoQuestion {
  readonly name: string
  readonly countryCode?: string
  readonly locale?: string
}

export interface GeoSuggestion extends GeoTarget {
  readonly name: string
  readonly canonicalName: string
  readonly targetType: string
  readonly countryCode: string
  readonly reach: string
}

/** So many ids fit one question comfortably. */
const idsAtOnce = 5000

export class Catalogue {
  readonly #platform: SearchPlatform
  readonly #calls: Calls

  constructor(platform: SearchPlatform, calls: Calls) {
    this.#platform = platform
    this.#calls = calls
  }

  async languages(): Promise<readonly Language[]> {
    const known = this.#platform.languages.get('all')
    if (known) return known
    const rows = await this.#calls.rows(queries.languageConstants)
    const languages = rows.map(({ languageConstant }) => ({
      id: asText(at(languageConstant, 'id')),
      code: asText(at(languageConstant, 'code')),
      name: asText(at(languageConstant, 'name')),
    }))
    if (languages.length > 0) this.#platform.languages.set('all', languages)
    return languages
  }

  /** The smallest amount that can be billed in a currency. */
  async billableUnitMicros(currencyCode: string): Promise<bigint> {
    const units = this.#platform.billableUnits.get('all') ?? (await this.#billableUnits())
    // A currency that the platform does not list is taken for one with two decimals, as most are.
    return units.get(currencyCode) ?? 10_000n
  }

  async #billableUnits(): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.#calls.rows(queries.currencyConstants)
    const units = new Map(
      rows.flatMap(({ currencyConstant }): [string, bigint][] => {
        const micros = asText(at(currencyConstant, 'billableUnitMicros'))
        return /^[1-9][0-9]*$/.test(micros) ? [[asText(at(currencyConstant, 'code')), BigInt(micros)]] : []
      }),
    )
    if (units.size > 0) this.#platform.billableUnits.set('all', units)
    return units
  }

  /** Those of the ids that exist, by id. */
  async geoTargets(ids: readonly string[]): Promise<ReadonlyMap<string, GeoTarget>> {
    const { geoTargets } = this.#platform
    const found = new Map<string, GeoTarget>()
    const unknown = [...new Set(ids)].filter((id) => {
      const known = geoTargets.get(id)
      if (known) found.set(id, known)
      return known === undefined
    })
    const questions: Promise<readonly Json[]>[] = []
    for (let from = 0; from < unknown.length; from += idsAtOnce)
      questions.push(this.#calls.rows(queries.geoTargetConstants(unknown.slice(from, from + idsAtOnce))))
    for (const { geoTargetConstant } of (await Promise.all(questions)).flat()) {
      const target = {
        id: asText(at(geoTargetConstant, 'id')),
        status: asText(at(geoTargetConstant, 'status')),
      }
      geoTargets.set(target.id, target)
      found.set(target.id, target)
    }
    return found
  }

  /** https://developers.google.com/google-ads/api/docs/targeting/location-targeting */
  async suggestGeoTargets(query: GeoQuestion): Promise<readonly GeoSuggestion[]> {
    const { name, countryCode, locale = 'en' } = query
    const answer = await this.#calls.read('geoTargetConstants:suggest', {
      locale,
      ...(countryCode === undefined ? {} : { countryCode }),
      locationNames: { names: [name] },
    })
    return asList(answer['geoTargetConstantSuggestions']).map((suggestion) => {
      const target = at(suggestion, 'geoTargetConstant')
      const text = (member: string) => asText(at(target, member))
      return {
        id: text('id'),
        status: text('status'),
        name: text('name'),
        canonicalName: text('canonicalName'),
        targetType: text('targetType'),
        countryCode: text('countryCode'),
        reach: asText(at(suggestion, 'reach')),
      }
    })
  }
}
