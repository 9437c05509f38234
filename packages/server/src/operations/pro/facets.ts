// Translates targeting facets between adrail's names and LinkedIn's names.

/** Maps adrail's facets to LinkedIn's facets and to the entity type in the URNs of their entities. */
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

/** Company sizes are ranges such as `11-50`, which LinkedIn writes as pairs such as `(11,50)`. */
export function toTargetingUrn(facet: Facet, id: string): string {
  const key = facet === 'companySizes' ? `(${id.replace('-', ',')})` : id
  return `urn:li:${facets[facet].kind}:${key}`
}

export function parseTargetingId(facet: Facet, urn: string): string {
  const key = urn.slice(`urn:li:${facets[facet].kind}:`.length)
  return facet === 'companySizes' ? key.replace(/[()]/g, '').replace(',', '-') : key
}
