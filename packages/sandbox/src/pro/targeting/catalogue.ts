// What ads can be aimed at: facets, and the entities of each.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting

import { onFirstUse, readTable } from '../../core/dataFiles.ts'

/** The facets that are emulated, with the kind of URN that their entities have. */
export const entityKinds = {
  locations: 'geo',
  interfaceLocales: 'locale',
  seniorities: 'seniority',
  jobFunctions: 'function',
  titles: 'title',
  skills: 'skill',
  industries: 'industry',
  staffCountRanges: 'staffCountRange',
  employers: 'organization',
} as const

export type Facet = keyof typeof entityKinds

export interface Entity {
  readonly facet: Facet
  readonly urn: string
  readonly name: string
  /** Members all over the world. */
  readonly members: number
}

const facetPrefix = 'urn:li:adTargetingFacet:'

export const facetUrn = (facet: string) => `${facetPrefix}${facet}`

/** The name in a facet's URN; `undefined` for anything else. */
export function facetName(urn: string): string | undefined {
  return urn.startsWith(facetPrefix) ? urn.slice(facetPrefix.length) : undefined
}

export function facetOf(urn: string): Facet | undefined {
  const name = facetName(urn) ?? ''
  // Looked up among the table's own keys a line below.
  return Object.hasOwn(entityKinds, name) ? (name as Facet) : undefined
}

const columns = ['facet', 'id', 'name', 'members'] as const

export const entities = onFirstUse((): readonly Entity[] =>
  readTable('pro/targeting.tsv', columns).map(({ facet, id, name, members }) => {
    // The file names facets of the table above; a test reads all of it.
    const known = facet as Facet
    return { facet: known, urn: `urn:li:${entityKinds[known]}:${id}`, name, members: Number(members) }
  }),
)

const byUrn = onFirstUse(() => new Map(entities().map((entity) => [`${entity.facet} ${entity.urn}`, entity])))

export const entityIn = (facet: Facet, urn: string) => byUrn().get(`${facet} ${urn}`)
