import { handler } from '../../waist/handler.ts'
import { facets, idOf } from './facets.ts'

/** LinkedIn has no search for these facets, but few enough entities to list all of them. */
const listed: readonly string[] = ['languages', 'jobFunctions', 'seniorities', 'companySizes']

export const search_targeting = handler('pro/search_targeting', async ({ facet, query }, { connector }) => {
  const { targeting } = connector
  const name = facets[facet].facet
  const isListed = query === undefined || listed.includes(facet)
  const found = isListed ? await targeting.listed(name) : await targeting.searched(name, query)
  const wanted = (query ?? '').toLowerCase()
  return {
    entities: found
      .filter((entity) => !isListed || entity.name.toLowerCase().includes(wanted))
      .map((entity) => ({ id: idOf(facet, entity.urn), name: entity.name })),
  }
})
