// Targeting entities: found by their facet, by the beginning of their name, or by their URN.

import type { Call } from '../../core/exchange.ts'
import { restCall } from '../call.ts'
import { badParam } from '../errors.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import { type Entity, entities, type Facet, facetOf, facetUrn } from './catalogue.ts'

const source =
  'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting'

/** Facets whose entities are too many to be listed, and facets that have no search. */
const unlisted: readonly Facet[] = ['locations', 'titles', 'skills', 'employers']
const unsearched: readonly Facet[] = ['seniorities', 'jobFunctions', 'staffCountRanges', 'interfaceLocales']

const common = {
  path: '/adTargetingEntities',
  method: 'FINDER',
  resource: 'adTargetingEntities',
  source,
} as const
/** Any token of an app that may advertise will do. */
const scopes: readonly string[] = []
const params = ['queryVersion', 'locale', 'lixEntity', ...offsetParams]

const wire = ({ urn, facet, name }: Entity) => ({ urn, facetUrn: facetUrn(facet), name })

function wantedFacet(request: RestRequest, without: readonly Facet[]): Facet {
  const facet = facetOf(request.required('facet'))
  if (facet === undefined || without.includes(facet)) throw badParam('facet')
  return facet
}

export const targetingCalls: readonly Call[] = [
  restCall({
    ...common,
    name: 'adTargetingEntities.adTargetingFacet',
    finder: 'adTargetingFacet',
    scopes,
    params: ['facet', ...params],
    answer(request) {
      const facet = wantedFacet(request, unlisted)
      const rows = entities().filter((entity) => entity.facet === facet)
      return { body: { elements: rows.map(wire) } }
    },
  }),
  restCall({
    ...common,
    name: 'adTargetingEntities.typeahead',
    finder: 'typeahead',
    scopes,
    params: ['facet', 'query', ...params],
    answer(request) {
      const facet = wantedFacet(request, unsearched)
      const query = request.required('query').toLowerCase()
      const rows = entities().filter(
        (entity) => entity.facet === facet && entity.name.toLowerCase().includes(query),
      )
      return { body: offsetPage(request, rows, wire) }
    },
  }),
  restCall({
    ...common,
    name: 'adTargetingEntities.urns',
    finder: 'urns',
    scopes,
    params: ['urns', 'fieldsV2', ...params],
    answer(request) {
      const wanted = request.list('urns') ?? []
      for (const [index, urn] of wanted.entries())
        if (typeof urn !== 'string' || !/^urn:li:\w+:.+$/.test(urn)) throw badParam(`urns/${index}`)
      // What does not exist is left out without a word.
      const rows = entities().filter(({ urn }) => wanted.includes(urn))
      return { body: { elements: rows.map(wire) } }
    },
  }),
]
