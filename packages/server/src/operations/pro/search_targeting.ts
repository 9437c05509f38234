import { handler } from '../../pipeline/handler.ts'
import { facets, parseTargetingId } from '../../platforms/pro/facets.ts'

/** LinkedIn has no search for these facets, but few enough entities to list all of them. */
const listedFacets: readonly string[] = ['languages', 'jobFunctions', 'seniorities', 'companySizes']

export const search_targeting = handler('pro/search_targeting', async ({ facet, query }, { connector }) => {
  const { targeting } = connector
  const name = facets[facet].proFacet
  const isListed = query === undefined || listedFacets.includes(facet)
  const entities = isListed ? await targeting.listEntities(name) : await targeting.searchEntities(name, query)
  const searchText = (query ?? '').toLowerCase()
  return {
    entities: entities
      .filter((entity) => !isListed || entity.name.toLowerCase().includes(searchText))
      .map((entity) => ({ id: parseTargetingId(facet, entity.urn), name: entity.name })),
  }
})
