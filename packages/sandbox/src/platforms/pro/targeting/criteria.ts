// Targeting criteria: `include.and[]` with one `orClause` each, and `exclude.orClause`. Validates them and estimates
// their reach.
// https://learn.microsoft.com/en-us/linkedin/shared/references/v2/ads/targeting-criteria

import { asRecord } from '../fields.ts'
import type { ProState } from '../state.ts'
import { type Facet, facetName, facetUrnKinds, findEntity, parseFacet } from './catalog.ts'

/** Facets of audiences, whose entities belong to the account. */
const segmentFacets = ['audienceMatchingSegments', 'dynamicSegments']
const includeOnlyFacets = ['interfaceLocales', 'ageRanges', 'genders', 'groups']
/** Pairs of facets that the inclusion clauses cannot combine. */
const conflictingFacets = [
  ['titles', 'jobFunctions'],
  ['titles', 'seniorities'],
  ['employers', 'industries'],
  ['employers', 'staffCountRanges'],
] as const

export interface ParsedTargeting {
  /** A member must match one entity of each clause. */
  readonly include: readonly Clause[]
  readonly exclude: readonly Clause[]
}

interface Clause {
  readonly facet: string
  readonly urns: readonly string[]
}

const parseClauses = (orClause: unknown): Clause[] | undefined => {
  const facets = asRecord(orClause)
  if (facets === undefined) return undefined
  return Object.entries(facets).map(([urn, urns]) => ({
    facet: facetName(urn) ?? urn,
    urns: Array.isArray(urns) ? urns.map(String) : [],
  }))
}

/** Parses the criteria. Returns `undefined` when they have another shape. */
export function parseTargeting(criteria: unknown): ParsedTargeting | undefined {
  const { include, exclude } = asRecord(criteria) ?? {}
  const andClauses = asRecord(include)?.['and']
  if (!Array.isArray(andClauses)) return undefined
  const includeClauses = andClauses.map((part) => parseClauses(asRecord(part)?.['or']))
  const excludeClauses = exclude === undefined ? [] : parseClauses(asRecord(exclude)?.['or'])
  if (excludeClauses === undefined || includeClauses.some((part) => part === undefined)) return undefined
  return { include: includeClauses.flatMap((part) => part ?? []), exclude: excludeClauses }
}

/** Returns the problems of the criteria as sentences. */
export function targetingProblems(pro: ProState, account: number, criteria: unknown): string[] {
  const targeting = parseTargeting(criteria)
  if (targeting === undefined) return ['targetingCriteria must have include.and, each with an or of facets']
  const { include, exclude } = targeting
  const includesFacet = (facet: string) => include.some((clause) => clause.facet === facet)
  return [
    ...(includesFacet('locations') ? [] : ['targetingCriteria must include locations']),
    ...[...include, ...exclude].flatMap((clause) => clauseProblems(pro, account, clause)),
    ...exclude
      .filter(({ facet }) => includeOnlyFacets.includes(facet))
      .map(({ facet }) => `The facet ${facet} cannot be excluded`),
    ...conflictingFacets
      .filter(([first, second]) => includesFacet(first) && includesFacet(second))
      .map(([first, second]) => `The facets ${first} and ${second} cannot be combined`),
  ]
}

function clauseProblems(pro: ProState, account: number, { facet, urns }: Clause): string[] {
  if (urns.length === 0) return [`The facet ${facet} has no entities`]
  if (segmentFacets.includes(facet)) {
    const isRetargeting = facet === 'dynamicSegments'
    return urns.flatMap((urn) => {
      const segment = pro.adSegments[urn.replace('urn:li:adSegment:', '')]
      const fits = segment?.account === account && (segment.type === 'RETARGETING') === isRetargeting
      return fits ? [] : [`${urn} is no segment for the facet ${facet} of this account`]
    })
  }
  const knownFacet = parseFacet(`urn:li:adTargetingFacet:${facet}`)
  if (knownFacet === undefined) return [`The facet ${facet} is not available`]
  return urns.flatMap((urn) =>
    findEntity(knownFacet, urn) === undefined ? [`${urn} is no entity of the facet ${facet}`] : [],
  )
}

/** The number of members of the network. */
const totalMembers = 1_000_000_000

/**
 * Estimates the number of members that the criteria reach: the smallest clause, times the share of members in
 * the locations, capped by the smallest audience segment. An estimate below 300 is reported as 0 for privacy.
 */
export function estimateReach(pro: ProState, { include, exclude }: ParsedTargeting): number {
  const sumClause = ({ facet, urns }: Clause) =>
    urns.reduce((total, urn) => total + (entitySize(pro, facet, urn) ?? 0), 0)
  const locationShare = (clauses: readonly Clause[]) =>
    Math.min(
      1,
      clauses.filter(isPlace).reduce((total, clause) => total + sumClause(clause), 0) / totalMembers,
    )
  const nonLocalReach = Math.min(totalMembers, ...include.filter((clause) => !isLocal(clause)).map(sumClause))
  const segmentSizes = include.filter(({ facet }) => segmentFacets.includes(facet)).map(sumClause)
  const reach = Math.min(
    nonLocalReach * locationShare(include) * (1 - locationShare(exclude)),
    ...segmentSizes,
  )
  return reach < 300 ? 0 : Math.floor(reach)
}

const isPlace = ({ facet }: Clause) => facet === 'locations'
const isLocal = (clause: Clause) => isPlace(clause) || segmentFacets.includes(clause.facet)

function entitySize(pro: ProState, facet: string, urn: string): number | undefined {
  if (segmentFacets.includes(facet))
    return pro.adSegments[urn.replace('urn:li:adSegment:', '')]?.approximateMemberCount
  return Object.hasOwn(facetUrnKinds, facet) ? findEntity(facet as Facet, urn)?.members : undefined
}
