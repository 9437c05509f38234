// Maps targeting criteria to an audience in adrail's form.
// https://learn.microsoft.com/en-us/linkedin/shared/references/v2/ads/targeting-criteria

import type { Audience, AudienceSegment } from '../connector-kit/adContent.ts'
import { withSummary } from '../connector-kit/audienceSummary.ts'
import { asList, asObject, asText, valueAt } from '../connector-kit/values.ts'
import { type Facet, facets, parseTargetingId } from './facets.ts'
import { parseUrnId } from './urns.ts'

/** Names of targeting entities, and audiences of the account, by URN. */
export interface AudienceNames {
  readonly entities: ReadonlyMap<string, string>
  readonly segments: ReadonlyMap<string, { readonly id: string; readonly name: string }>
}

/** Facets of the account's own audiences. */
const segmentFacets = ['audienceMatchingSegments', 'dynamicSegments']

interface Clause {
  /** LinkedIn's name of the facet. */
  readonly facet: string
  readonly urns: readonly string[]
  readonly group: number
}

interface Criteria {
  /** A person matches one entity of every group. */
  readonly included: readonly Clause[]
  readonly excluded: readonly Clause[]
}

export function parseCriteria(criteria: unknown): Criteria {
  const groups = asList(valueAt(criteria, 'include', 'and'))
  return {
    included: groups.flatMap((part, group) => parseClauses(valueAt(part, 'or'), group)),
    excluded: parseClauses(valueAt(criteria, 'exclude', 'or'), 0),
  }
}

const parseClauses = (or: unknown, group: number): Clause[] =>
  Object.entries(asObject(or)).map(([facetUrn, urns]) => {
    return { facet: parseUrnId(facetUrn), urns: asList(urns).map(asText), group }
  })

/** The URNs whose names the platform's catalog has, and those of the account's audiences. */
export function listUrns(criteria: unknown): {
  readonly entities: readonly string[]
  readonly segments: readonly string[]
} {
  const { included, excluded } = parseCriteria(criteria)
  const pick = (isSegment: boolean) =>
    [...included, ...excluded]
      .filter(({ facet }) => segmentFacets.includes(facet) === isSegment)
      .flatMap(({ urns }) => urns)
  return { entities: pick(false), segments: pick(true) }
}

export function toProAudience(
  criteria: unknown,
  names: AudienceNames,
  { isExpanded, hasPartnerSites }: { readonly isExpanded: boolean; readonly hasPartnerSites: boolean },
): Audience {
  const { included, excluded } = parseCriteria(criteria)
  const findUrns = (clauses: readonly Clause[], facet: string) =>
    clauses.filter((clause) => clause.facet === facet).flatMap(({ urns }) => urns)
  const toPlaces = (clauses: readonly Clause[]) =>
    findUrns(clauses, 'locations').map((urn) => ({
      ...toTarget('locations', urn, names),
      ...{ type: '', radius: '', radiusUnit: '', latitude: '', longitude: '' },
    }))
  const toAudiences = (clauses: readonly Clause[]) =>
    segmentFacets
      .flatMap((facet) => findUrns(clauses, facet))
      .map((urn) => names.segments.get(urn) ?? { id: parseUrnId(urn), name: '' })
  return withSummary(
    {
      locations: toPlaces(included),
      excludedLocations: toPlaces(excluded),
      ages: findUrns(included, 'ageRanges').map(formatAgeRange),
      genders: findUrns(included, 'genders').map(parseUrnId),
      languages: findUrns(included, 'interfaceLocales').map((urn) =>
        toTarget('interfaceLocales', urn, names),
      ),
      segments: toSegments(included, names),
      excludedSegments: toSegments(excluded, names),
      customAudiences: toAudiences(included),
      excludedCustomAudiences: toAudiences(excluded),
      placements: hasPartnerSites ? ['LINKEDIN', 'AUDIENCE_NETWORK'] : ['LINKEDIN'],
      isExpanded,
    },
    { LINKEDIN: 'LinkedIn' },
  )
}

/** Facets that have lists of their own. */
const ownFacets = ['locations', 'interfaceLocales', 'ageRanges', 'genders', ...segmentFacets]

function toSegments(clauses: readonly Clause[], names: AudienceNames): AudienceSegment[] {
  return clauses
    .filter(({ facet }) => !ownFacets.includes(facet))
    .flatMap(({ facet, urns, group }) =>
      urns.map((urn) => ({ ...toTarget(facet, urn, names), facet: findFacet(facet) ?? facet, group })),
    )
}

/** Returns adrail's name of a facet. Facets that adrail cannot set have none. */
const findFacet = (proFacet: string) =>
  // `facets` has exactly the keys of `Facet`.
  (Object.keys(facets) as Facet[]).find((name) => facets[name].proFacet === proFacet)

function toTarget(proFacet: string, urn: string, { entities }: AudienceNames) {
  const facet = findFacet(proFacet)
  const id = facet === undefined ? parseUrnId(urn) : parseTargetingId(facet, urn)
  return { id, name: entities.get(urn) ?? '' }
}

/** `urn:li:ageRange:(25,34)`. The last range ends at the largest integer. */
function formatAgeRange(urn: string): string {
  const [, min = '', max = ''] = /\((\d+),(\d+)\)$/.exec(urn) ?? []
  if (min === '') return parseUrnId(urn)
  return Number(max) > 100 ? `${min}+` : `${min}-${max}`
}
