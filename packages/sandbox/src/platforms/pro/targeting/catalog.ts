// The targeting catalog: facets, and the entities of each facet.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting

import { lazy, readTable } from '../../../core/dataFiles.ts'

/** The emulated facets, with the URN kind of their entities. */
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
  /** The number of members worldwide. */
  readonly members: number
}

const facetPrefix = 'urn:li:adTargetingFacet:'

export const facetUrn = (facet: string) => `${facetPrefix}${facet}`

/** Returns the name in a facet's URN, or `undefined` for other values. */
export function facetName(urn: string): string | undefined {
  return urn.startsWith(facetPrefix) ? urn.slice(facetPrefix.length) : undefined
}

export function parseFacet(urn: string): Facet | undefined {
  const name = facetName(urn) ?? ''
  // The next line checks the name against the keys of the table.
  return Object.hasOwn(facetUrnKinds, name) ? (name as Facet) : undefined
}

const columns = ['facet', 'id', 'name', 'members'] as const

export const listEntities = lazy((): readonly TargetingEntity[] =>
  readTable('pro/targeting.tsv', columns).map(({ facet, id, name, members }) => {
    // The file contains only facets of the table above, and a test reads the whole file.
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
