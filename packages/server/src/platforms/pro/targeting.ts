// Searches targeting entities, estimates the reach of targeting criteria and reads bid and budget limits.

import type { Calls } from '../kit/calls.ts'
import type { Lookup } from '../kit/lookups.ts'
import { garbled, type Reading } from '../kit/rows.ts'
import type { RestliValue } from './restli.ts'
import * as rows from './rows.ts'
import { type ProCall, pageOf } from './wire.ts'

/** Included and excluded targeting entities in the platform's format. */
export interface Criteria {
  readonly include: { readonly and: readonly { readonly or: Readonly<Record<string, readonly string[]>> }[] }
  readonly exclude?: { readonly or: Readonly<Record<string, readonly string[]>> }
}

const facetUrn = (facet: string) => `urn:li:adTargetingFacet:${facet}`
const mostFound = 50
/** The maximum number of URNs in one lookup call. */
const urnsPerCall = 100

export class ProTargeting {
  readonly #calls: Calls<ProCall>
  readonly #accountId: string
  readonly #known: Lookup<readonly rows.EntityRow[]>

  constructor(calls: Calls<ProCall>, accountId: string, known: Lookup<readonly rows.EntityRow[]>) {
    this.#calls = calls
    this.#accountId = accountId
    this.#known = known
  }

  /** Returns all entities of a facet. Only for facets with few entities. */
  async listed(facet: string): Promise<readonly rows.EntityRow[]> {
    return await this.#known.recall(facet, () =>
      this.#entities('adTargetingFacet', { facet: facetUrn(facet) }),
    )
  }

  async searched(facet: string, query: string): Promise<readonly rows.EntityRow[]> {
    return await this.#known.recall(JSON.stringify([facet, query]), () =>
      this.#entities('typeahead', { facet: facetUrn(facet), query, count: mostFound }),
    )
  }

  /**
   * Returns the URNs that exist now, with their facets. The cache is not used because neither a search result
   * nor a cached entity proves that an entity exists.
   */
  async existing(urns: readonly string[]): Promise<readonly rows.EntityRow[]> {
    const chunks: string[][] = []
    for (let from = 0; from < urns.length; from += urnsPerCall)
      chunks.push(urns.slice(from, from + urnsPerCall))
    return (await Promise.all(chunks.map((chunk) => this.#entities('urns', { urns: chunk })))).flat()
  }

  /**
   * Returns the approximate number of members, or 0 for fewer than 300.
   * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/audience-counts
   */
  async reach(criteria: Criteria): Promise<number> {
    const call = {
      resource: 'audienceCounts',
      finder: 'targetingCriteriaV2',
      parameters: { targetingCriteria: restliOf(criteria) },
    }
    return await this.#calls.read(call, audienceCount)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ad-budget-pricing */
  async pricing(asked: {
    readonly bidType: 'CPC' | 'CPM' | 'CPV'
    readonly objectiveType: string
    readonly optimizationTargetType: string
    readonly currency: string
    readonly criteria: Criteria
  }): Promise<rows.PricingRow | undefined> {
    const { criteria, ...parameters } = asked
    const call = {
      resource: 'adBudgetPricing',
      finder: 'criteriaV2',
      parameters: {
        account: `urn:li:sponsoredAccount:${this.#accountId}`,
        campaignType: 'SPONSORED_UPDATES',
        matchType: 'EXACT',
        ...parameters,
        targetingCriteria: restliOf(criteria),
      },
    }
    return (await this.#calls.read(call, pageOf(rows.pricingRow))).rows[0]
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting */
  async #entities(finder: string, parameters: Record<string, RestliValue>) {
    const call = {
      resource: 'adTargetingEntities',
      finder,
      parameters: { queryVersion: 'QUERY_USES_URNS', ...parameters },
    }
    return (await this.#calls.read(call, pageOf(rows.entityRow))).rows
  }
}

const counts = pageOf(rows.audienceCountRow)
const audienceCount: Reading<number> = {
  shape: counts.shape,
  read(answer) {
    const [count] = counts.read(answer).rows
    if (count === undefined) throw garbled('elements', 'is empty')
    return count.total
  },
}

const restliOf = ({ include, exclude }: Criteria): RestliValue => ({ include, exclude })
