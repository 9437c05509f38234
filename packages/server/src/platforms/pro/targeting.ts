// Searches targeting entities, estimates the reach of targeting criteria and reads bid and budget limits.

import type { Calls } from '../connector-kit/calls.ts'
import type { LookupCache } from '../connector-kit/lookupCaches.ts'
import { malformedError, type ResponseParser } from '../connector-kit/rows.ts'
import type { RestliValue } from './restli.ts'
import * as rows from './rows.ts'
import { type ProCall, proPageParser } from './wire.ts'

/** Included and excluded targeting entities in the platform's format. */
export interface ProTargetingCriteria {
  readonly include: { readonly and: readonly { readonly or: Readonly<Record<string, readonly string[]>> }[] }
  readonly exclude?: { readonly or: Readonly<Record<string, readonly string[]>> }
}

const toFacetUrn = (facet: string) => `urn:li:adTargetingFacet:${facet}`
const maxTypeaheadResults = 50
/** The maximum number of URNs in one lookup call. */
const urnsPerCall = 100

export class ProTargeting {
  readonly #calls: Calls<ProCall>
  readonly #accountId: string
  readonly #entityLookup: LookupCache<readonly rows.EntityRow[]>

  constructor(
    calls: Calls<ProCall>,
    accountId: string,
    entityLookup: LookupCache<readonly rows.EntityRow[]>,
  ) {
    this.#calls = calls
    this.#accountId = accountId
    this.#entityLookup = entityLookup
  }

  /** Returns all entities of a facet. Only for facets with few entities. */
  async listEntities(facet: string): Promise<readonly rows.EntityRow[]> {
    return await this.#entityLookup.getOrLoad(facet, () =>
      this.#queryEntities('adTargetingFacet', { facet: toFacetUrn(facet) }),
    )
  }

  async searchEntities(facet: string, query: string): Promise<readonly rows.EntityRow[]> {
    return await this.#entityLookup.getOrLoad(JSON.stringify([facet, query]), () =>
      this.#queryEntities('typeahead', { facet: toFacetUrn(facet), query, count: maxTypeaheadResults }),
    )
  }

  /**
   * Returns the URNs that exist now, with their facets. The cache is not used because neither a search result
   * nor a cached entity proves that an entity exists.
   */
  async findExistingEntities(urns: readonly string[]): Promise<readonly rows.EntityRow[]> {
    return await this.#loadEntities(urns)
  }

  /** Returns the entities that LinkedIn knows, for their names. Concurrent and later reads share the result. */
  async findEntityNames(urns: readonly string[]): Promise<readonly rows.EntityRow[]> {
    const sortedUrns = urns.toSorted()
    return await this.#entityLookup.getOrLoad(JSON.stringify(['names', ...sortedUrns]), () =>
      this.#loadEntities(sortedUrns),
    )
  }

  async #loadEntities(urns: readonly string[]): Promise<readonly rows.EntityRow[]> {
    const chunks: string[][] = []
    for (let offset = 0; offset < urns.length; offset += urnsPerCall)
      chunks.push(urns.slice(offset, offset + urnsPerCall))
    return (await Promise.all(chunks.map((chunk) => this.#queryEntities('urns', { urns: chunk })))).flat()
  }

  /**
   * Returns the approximate number of members, or 0 for fewer than 300.
   * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/audience-counts
   */
  async estimateReach(criteria: ProTargetingCriteria): Promise<number> {
    const call = {
      resource: 'audienceCounts',
      finder: 'targetingCriteriaV2',
      parameters: { targetingCriteria: toRestli(criteria) },
    }
    return await this.#calls.read(call, audienceCountParser)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ad-budget-pricing */
  async loadPricing(pricingQuery: {
    readonly bidType: 'CPC' | 'CPM' | 'CPV'
    readonly objectiveType: string
    readonly optimizationTargetType: string
    readonly currency: string
    readonly criteria: ProTargetingCriteria
  }): Promise<rows.PricingRow | undefined> {
    const { criteria, ...parameters } = pricingQuery
    const call = {
      resource: 'adBudgetPricing',
      finder: 'criteriaV2',
      parameters: {
        account: `urn:li:sponsoredAccount:${this.#accountId}`,
        campaignType: 'SPONSORED_UPDATES',
        matchType: 'EXACT',
        ...parameters,
        targetingCriteria: toRestli(criteria),
      },
    }
    return (await this.#calls.read(call, proPageParser(rows.pricingRow))).rows[0]
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting */
  async #queryEntities(finder: string, parameters: Record<string, RestliValue>) {
    const call = {
      resource: 'adTargetingEntities',
      finder,
      parameters: { queryVersion: 'QUERY_USES_URNS', ...parameters },
    }
    return (await this.#calls.read(call, proPageParser(rows.entityRow))).rows
  }
}

const audienceCountPage = proPageParser(rows.audienceCountRow)
const audienceCountParser: ResponseParser<number> = {
  shape: audienceCountPage.shape,
  parse(response) {
    const [count] = audienceCountPage.parse(response).rows
    if (count === undefined) throw malformedError('elements', 'is empty')
    return count.total
  },
}

const toRestli = ({ include, exclude }: ProTargetingCriteria): RestliValue => ({ include, exclude })
