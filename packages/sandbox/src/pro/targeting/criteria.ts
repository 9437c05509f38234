// Targeting criteria: `include.and[]` of one `or` each, and `exclude.or`; what they may say, and how many members they reach.
// https://learn.microsoft.com/en-us/linkedin/shared/references/v2/ads/targeting-criteria

import { recordOf } from '../fields.ts'
import type { ProState } from '../state.ts'
import { entityIn, entityKinds, type Facet, facetName, facetOf } from './catalogue.ts'

/** Facets of audiences, whose entities are the account's own. */
const segmentFacets = ['audienceMatchingSegments', 'dynamicSegments']
const includeOnly = ['interfaceLocales', 'ageRanges', 'genders', 'groups']
/** Facets that must not stand beside each other among those that have to be met. */
const clashes = [
  ['titles', 'jobFunctions'],
  ['titles', 'seniorities'],
  ['employers', 'industries'],
  ['employers', 'staffCountRanges'],
] as const

export interface Aim {
  /** Each must be met by one of its entities. */
  readonly include: readonly Clause[]
  readonly exclude: readonly Clause[]
}

interface Clause {
  readonly facet: string
  readonly urns: readonly string[]
}

const clausesOf = (or: unknown): Clause[] | undefined => {
  const facets = recordOf(or)
  if (facets === undefined) return undefined
  return Object.entries(facets).map(([urn, urns]) => ({
    facet: facetName(urn) ?? urn,
    urns: Array.isArray(urns) ? urns.map(String) : [],
  }))
}

/** The criteria taken apart; `undefined` when they have another form. */
export function aimOf(criteria: unknown): Aim | undefined {
  const { include, exclude } = recordOf(criteria) ?? {}
  const all = recordOf(include)?.['and']
  if (!Array.isArray(all)) return undefined
  const included = all.map((part) => clausesOf(recordOf(part)?.['or']))
  const excluded = exclude === undefined ? [] : clausesOf(recordOf(exclude)?.['or'])
  if (excluded === undefined || included.some((part) => part === undefined)) return undefined
  return { include: included.flatMap((part) => part ?? []), exclude: excluded }
}

/** What the platform objects to, in words; empty when nothing. */
export function aimProblems(pro: ProState, account: number, criteria: unknown): string[] {
  const aim = aimOf(criteria)
  if (aim === undefined) return ['targetingCriteria must have include.and, each with an or of facets']
  const { include, exclude } = aim
  const has = (facet: string) => include.some((clause) => clause.facet === facet)
  return [
    ...(has('locations') ? [] : ['targetingCriteria must include locations']),
    ...[...include, ...exclude].flatMap((clause) => clauseProblems(pro, account, clause)),
    ...exclude
      .filter(({ facet }) => includeOnly.includes(facet))
      .map(({ facet }) => `The facet ${facet} cannot be excluded`),
    ...clashes
      .filter(([one, other]) => has(one) && has(other))
      .map(([one, other]) => `The facets ${one} and ${other} cannot be combined`),
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
  const known = facetOf(`urn:li:adTargetingFacet:${facet}`)
  if (known === undefined) return [`The facet ${facet} is not available`]
  return urns.flatMap((urn) =>
    entityIn(known, urn) === undefined ? [`${urn} is no entity of the facet ${facet}`] : [],
  )
}

/** All members of the network. */
const everybody = 1_000_000_000

/**
 * About how many members the criteria reach: the smallest of what they ask for, and of those who are anywhere the share that
 * is in the places. What is below 300 is told as 0, because a few could be known.
 */
export function reachOf(pro: ProState, { include, exclude }: Aim): number {
  const sum = ({ facet, urns }: Clause) =>
    urns.reduce((total, urn) => total + (sizeOf(pro, facet, urn) ?? 0), 0)
  const share = (clauses: readonly Clause[]) =>
    Math.min(1, clauses.filter(isPlace).reduce((total, clause) => total + sum(clause), 0) / everybody)
  const anywhere = Math.min(everybody, ...include.filter((clause) => !isLocal(clause)).map(sum))
  const local = include.filter(({ facet }) => segmentFacets.includes(facet)).map(sum)
  const reach = Math.min(anywhere * share(include) * (1 - share(exclude)), ...local)
  return reach < 300 ? 0 : Math.floor(reach)
}

const isPlace = ({ facet }: Clause) => facet === 'locations'
const isLocal = (clause: Clause) => isPlace(clause) || segmentFacets.includes(clause.facet)

function sizeOf(pro: ProState, facet: string, urn: string): number | undefined {
  if (segmentFacets.includes(facet))
    return pro.adSegments[urn.replace('urn:li:adSegment:', '')]?.approximateMemberCount
  return Object.hasOwn(entityKinds, facet) ? entityIn(facet as Facet, urn)?.members : undefined
}
