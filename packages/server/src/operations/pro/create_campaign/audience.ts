// Builds LinkedIn's targeting criteria from a request and checks that all referenced entities exist.

import { type Body, workFacets } from '@adrail/contract'
import { ServiceError } from '../../../base/errors.ts'
import type { References } from '../../../base/references.ts'
import type { ProConnector, Segments } from '../../../platforms/pro/connector.ts'
import { refusedQuery } from '../../../platforms/pro/errors.ts'
import type { EntityRow } from '../../../platforms/pro/rows.ts'
import type { Criteria } from '../../../platforms/pro/targeting.ts'
import { type Facet, facets, facetUrn, urnOf } from '../facets.ts'

type Request = Body<'pro/create_campaign'>

/** Fields whose entities form required targeting conditions. */
const members = ['locations', ...workFacets] as const satisfies readonly Facet[]

/** Optional fields that make an audience smaller. */
const narrowing = [...workFacets, 'audiences', 'negativeLocations', 'excludedAudiences'] as const

export function narrowingIn(body: Request): readonly string[] {
  return narrowing.filter((member) => (body[member]?.length ?? 0) > 0)
}

interface Named {
  readonly field: string
  readonly facet: Facet
  readonly urn: string
}

/** Lists all targeting entities of the request with the fields that refer to them. */
function namedIn(body: Request): Named[] {
  const of = (member: string, facet: Facet, ids: readonly string[] = []) =>
    ids.map((id, index) => ({ field: `${member}[${index}]`, facet, urn: urnOf(facet, id) }))
  return [
    { field: 'language', facet: 'languages', urn: urnOf('languages', body.language) },
    ...members.flatMap((member) => of(member, member, body[member])),
    ...of('negativeLocations', 'locations', body.negativeLocations),
  ]
}

/**
 * LinkedIn may refuse a single id, or a combination of ids that exist. If the refusal names no id, the error
 * names `locations`.
 */
export function refusedCriteria(error: unknown, body: Request): unknown {
  const words = refusedQuery(error)
  if (words === undefined) return error
  const field = namedIn(body).find(({ urn }) => words.includes(urn))?.field ?? 'locations'
  const problem = `${field}: LinkedIn does not accept this audience. Check it with pro/search_targeting.`
  return new ServiceError('REFERENCE_NOT_FOUND', { field, values: { problem }, cause: error })
}

export async function existingIn(body: Request, { targeting }: ProConnector): Promise<readonly EntityRow[]> {
  try {
    return await targeting.existing([...new Set(namedIn(body).map(({ urn }) => urn))])
  } catch (error) {
    throw refusedCriteria(error, body)
  }
}

export function requireNamed(body: Request, existing: readonly EntityRow[], missing: References): void {
  const known = new Set(existing.map(({ urn, facetUrn: of }) => `${of} ${urn}`))
  for (const { field, facet, urn } of namedIn(body)) {
    const isThere = known.has(`${facetUrn(facets[facet].facet)} ${urn}`)
    missing.require(isThere, field, `there is no such entry; pro/search_targeting finds ${facet}.`)
  }
}

/** An audience of the account in the form that targeting criteria use. */
export interface Segment {
  readonly urn: string
  readonly facet: 'audienceMatchingSegments' | 'dynamicSegments'
  readonly isReady: boolean
}

/**
 * The keys are the ids of pro/get_audiences_list. Retargeting segments of site visitors have their own facet.
 */
export function segmentsIn(found: Segments): ReadonlyMap<number, Segment> {
  if (found.kind === 'ad')
    return new Map(
      found.segments.map(({ id, type, status }) => [
        id,
        {
          urn: `urn:li:adSegment:${id}`,
          facet: type === 'RETARGETING' ? 'dynamicSegments' : 'audienceMatchingSegments',
          isReady: status === 'READY',
        },
      ]),
    )
  return new Map(
    found.segments.map(({ id, destinations = [] }) => {
      const ready = destinations.find(({ status }) => status === 'READY')
      const urn = ready?.destinationSegmentId ?? ''
      return [id, { urn, facet: 'audienceMatchingSegments', isReady: urn !== '' }]
    }),
  )
}

export function requireSegments(
  body: Request,
  segments: ReadonlyMap<number, Segment>,
  missing: References,
): void {
  for (const member of ['audiences', 'excludedAudiences'] as const)
    for (const [index, id] of (body[member] ?? []).entries()) {
      const segment = segments.get(id)
      const problem = segment
        ? 'the audience is not ready; pro/get_audiences_list tells its status.'
        : 'the account has no such audience; pro/get_audiences_list lists them.'
      missing.require(segment?.isReady === true, `${member}[${index}]`, problem)
    }
}

/** https://learn.microsoft.com/en-us/linkedin/shared/references/v2/ads/targeting-criteria */
export function criteriaOf(body: Request, segments: ReadonlyMap<number, Segment>): Criteria {
  const one = (facet: string, urns: readonly string[]) => ({ or: { [facetUrn(facet)]: urns } })
  const chosen = (ids: readonly number[] = []) => ids.flatMap((id) => segments.get(id) ?? [])
  const included = members.flatMap((member) => {
    const ids = body[member] ?? []
    const urns = ids.map((id) => urnOf(member, id))
    return urns.length === 0 ? [] : [one(facets[member].facet, urns)]
  })
  const byFacet = (list: readonly Segment[]) =>
    (['audienceMatchingSegments', 'dynamicSegments'] as const).flatMap((facet) => {
      const urns = list.filter((segment) => segment.facet === facet).map(({ urn }) => urn)
      return urns.length === 0 ? [] : [[facetUrn(facet), urns] as const]
    })
  const audiences = byFacet(chosen(body.audiences))
  const places = (body.negativeLocations ?? []).map((id) => urnOf('locations', id))
  const excluded = [
    ...(places.length === 0 ? [] : [[facetUrn('locations'), places] as const]),
    ...byFacet(chosen(body.excludedAudiences)),
  ]
  return {
    include: {
      and: [
        one('interfaceLocales', [urnOf('languages', body.language)]),
        ...included,
        // A person in any of the audiences matches.
        ...(audiences.length === 0 ? [] : [{ or: Object.fromEntries(audiences) }]),
      ],
    },
    ...(excluded.length === 0 ? {} : { exclude: { or: Object.fromEntries(excluded) } }),
  }
}
