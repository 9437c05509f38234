// Translates targeting facets between adrail's names and LinkedIn's names.

/** Maps adrail's facets to LinkedIn's facets and to the entity type in the URNs of their entities. */
export const facets = {
  locations: { proFacet: 'locations', kind: 'geo' },
  languages: { proFacet: 'interfaceLocales', kind: 'locale' },
  jobFunctions: { proFacet: 'jobFunctions', kind: 'function' },
  seniorities: { proFacet: 'seniorities', kind: 'seniority' },
  titles: { proFacet: 'titles', kind: 'title' },
  skills: { proFacet: 'skills', kind: 'skill' },
  industries: { proFacet: 'industries', kind: 'industry' },
  companySizes: { proFacet: 'staffCountRanges', kind: 'staffCountRange' },
  companies: { proFacet: 'employers', kind: 'organization' },
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
