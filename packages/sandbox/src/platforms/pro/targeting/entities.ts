// Finds targeting entities by facet, by name, or by URN.

import type { Call } from '../../../core/exchange.ts'
import { restCall } from '../call.ts'
import { invalidParam } from '../errors.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import { type Facet, facetUrn, listEntities, parseFacet, type TargetingEntity } from './catalog.ts'

const source =
  'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting'

/** Facets with too many entities for a list, and facets without a search. */
const unlistedFacets: readonly Facet[] = ['locations', 'titles', 'skills', 'employers']
const unsearchableFacets: readonly Facet[] = [
  'seniorities',
  'jobFunctions',
  'staffCountRanges',
  'interfaceLocales',
]

const commonCall = {
  path: '/adTargetingEntities',
  method: 'FINDER',
  resource: 'adTargetingEntities',
  source,
} as const
/** Any token of an application with advertising access is sufficient. */
const scopes: readonly string[] = []
const params = ['queryVersion', 'locale', 'lixEntity', ...offsetParams]

const serializeEntity = ({ urn, facet, name }: TargetingEntity) => ({ urn, facetUrn: facetUrn(facet), name })

function requireFacet(request: RestRequest, excludedFacets: readonly Facet[]): Facet {
  const facet = parseFacet(request.requiredText('facet'))
  if (facet === undefined || excludedFacets.includes(facet)) throw invalidParam('facet')
  return facet
}

export const targetingCalls: readonly Call[] = [
  restCall({
    ...commonCall,
    name: 'adTargetingEntities.adTargetingFacet',
    finder: 'adTargetingFacet',
    scopes,
    params: ['facet', ...params],
    respond(request) {
      const facet = requireFacet(request, unlistedFacets)
      const rows = listEntities().filter((entity) => entity.facet === facet)
      return { body: { elements: rows.map(serializeEntity) } }
    },
  }),
  restCall({
    ...commonCall,
    name: 'adTargetingEntities.typeahead',
    finder: 'typeahead',
    scopes,
    params: ['facet', 'query', ...params],
    respond(request) {
      const facet = requireFacet(request, unsearchableFacets)
      const query = request.requiredText('query').toLowerCase()
      const rows = listEntities().filter(
        (entity) => entity.facet === facet && entity.name.toLowerCase().includes(query),
      )
      return { body: offsetPage(request, rows, serializeEntity) }
    },
  }),
  restCall({
    ...commonCall,
    name: 'adTargetingEntities.urns',
    finder: 'urns',
    scopes,
    params: ['urns', 'fieldsV2', ...params],
    respond(request) {
      const requestedUrns = request.list('urns') ?? []
      for (const [index, urn] of requestedUrns.entries())
        if (typeof urn !== 'string' || !/^urn:li:\w+:.+$/.test(urn)) throw invalidParam(`urns/${index}`)
      // URNs without an entity are omitted silently.
      const rows = listEntities().filter(({ urn }) => requestedUrns.includes(urn))
      return { body: { elements: rows.map(serializeEntity) } }
    },
  }),
]
