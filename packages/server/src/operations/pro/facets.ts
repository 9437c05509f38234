// What ads can be aimed at, in our words and in the platform's.

/** The platform's facet of each of ours, and the kind of URN that its entities have. */
export const facets = {
  locations: { facet: 'locations', kind: 'geo' },
  languages: { facet: 'interfaceLocales', kind: 'locale' },
  jobFunctions: { facet: 'jobFunctions', kind: 'function' },
  seniorities: { facet: 'seniorities', kind: 'seniority' },
  titles: { facet: 'titles', kind: 'title' },
  skills: { facet: 'skills', kind: 'skill' },
  industries: { facet: 'industries', kind: 'industry' },
  companySizes: { facet: 'staffCountRanges', kind: 'staffCountRange' },
  companies: { facet: 'employers', kind: 'organization' },
} as const

export type Facet = keyof typeof facets

export const facetUrn = (facet: string) => `urn:li:adTargetingFacet:${facet}`

/** Sizes of companies are ranges, which the platform writes as pairs. */
export function urnOf(facet: Facet, id: string): string {
  const key = facet === 'companySizes' ? `(${id.replace('-', ',')})` : id
  return `urn:li:${facets[facet].kind}:${key}`
}

export function idOf(facet: Facet, urn: string): string {
  const key = urn.slice(`urn:li:${facets[facet].kind}:`.length)
  return facet === 'companySizes' ? key.replace(/[()]/g, '').replace(',', '-') : key
}
