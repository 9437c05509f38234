// What ads can be aimed at: facets, and the entities of each.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting

import { lazy, readTable } from '../../core/dataFiles.ts'

/** The facets that are emulated, with the kind of URN that their entities have. */
export const facetUrnKinds = {
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

export type Facet = keyof typeof facetUrnKinds

export interface TargetingEntity {
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

export function parseFacet(urn: string): Facet | undefined {
  const name = facetName(urn) ?? ''
  // Looked up among the table's own keys a line below.
  return Object.hasOwn(facetUrnKinds, name) ? (name as Facet) : undefined
}

const columns = ['facet', 'id', 'name', 'members'] as const

export const listEntities = lazy((): readonly TargetingEntity[] =>
  readTable('pro/targeting.tsv', columns).map(({ facet, id, name, members }) => {
    // The file names facets of the table above; a test reads all of it.
    const knownFacet = facet as Facet
    return {
      facet: knownFacet,
      urn: `urn:li:${facetUrnKinds[knownFacet]}:${id}`,
      name,
      members: Number(members),
    }
  }),
)

const entitiesByUrn = lazy(
  () => new Map(listEntities().map((entity) => [`${entity.facet} ${entity.urn}`, entity])),
)

export const findEntity = (facet: Facet, urn: string) => entitiesByUrn().get(`${facet} ${urn}`)
