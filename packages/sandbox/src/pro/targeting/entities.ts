// Targeting entities: found by their facet, by the beginning of their name, or by their URN.

import type { Call } from '../../core/exchange.ts'
import { restCall } from '../call.ts'
import { invalidParam } from '../errors.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import { type Facet, facetUrn, listEntities, parseFacet, type TargetingEntity } from './catalogue.ts'

const source =
  'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting'

/** Facets whose entities are too many to be listed, and facets that have no search. */
const unlistedFacets: readonly Facet[] = ['locations', 'titles', 'skills', 'employers']
const unsearchableFacets: readonly Facet[] = [
  'seniorities',
  'jobFunctions',
  'staffCountRanges',
  'interfaceLocales',
]

const common = {
  path: '/adTargetingEntities',
  method: 'FINDER',
  resource: 'adTargetingEntities',
  source,
} as const
/** Any token of an app that may advertise will do. */
const scopes: readonly string[] = []
const params = ['queryVersion', 'locale', 'lixEntity', ...offsetParams]

const serializeEntity = ({ urn, facet, name }: TargetingEntity) => ({ urn, facetUrn: facetUrn(facet), name })

function requireFacet(request: RestRequest, excludedFacets: readonly Facet[]): Facet {
  const facet = parseFacet(request.required('facet'))
  if (facet === undefined || excludedFacets.includes(facet)) throw invalidParam('facet')
  return facet
}

export const targetingCalls: readonly Call[] = [
  restCall({
    ...common,
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
    ...common,
    name: 'adTargetingEntities.typeahead',
    finder: 'typeahead',
    scopes,
    params: ['facet', 'query', ...params],
    respond(request) {
      const facet = requireFacet(request, unsearchableFacets)
      const query = request.required('query').toLowerCase()
      const rows = listEntities().filter(
        (entity) => entity.facet === facet && entity.name.toLowerCase().includes(query),
      )
      return { body: offsetPage(request, rows, serializeEntity) }
    },
  }),
  restCall({
    ...common,
    name: 'adTargetingEntities.urns',
    finder: 'urns',
    scopes,
    params: ['urns', 'fieldsV2', ...params],
    respond(request) {
      const requestedUrns = request.list('urns') ?? []
      for (const [index, urn] of requestedUrns.entries())
        if (typeof urn !== 'string' || !/^urn:li:\w+:.+$/.test(urn)) throw invalidParam(`urns/${index}`)
      // What does not exist is left out without a word.
      const rows = listEntities().filter(({ urn }) => requestedUrns.includes(urn))
      return { body: { elements: rows.map(serializeEntity) } }
    },
  }),
]
