// Builds LinkedIn's targeting criteria from a request and checks that all referenced entities exist.

import { type Body, workFacets } from '@adrail/contract'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { findQueryRefusal } from '../../../platforms/pro/errors.ts'
import { type Facet, facets, facetUrn, toTargetingUrn } from '../../../platforms/pro/facets.ts'
import type { EntityRow } from '../../../platforms/pro/rows.ts'
import type { AudienceSegments } from '../../../platforms/pro/segments.ts'
import type { ProTargetingCriteria } from '../../../platforms/pro/targeting.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import type { ReferenceCheck } from '../../campaign/referenceCheck.ts'

type CampaignBody = Body<'pro/create_campaign'>

/** Fields whose entities form required targeting conditions. */
const targetingFields = ['locations', ...workFacets] as const satisfies readonly Facet[]

/** Optional fields that make an audience smaller. */
const narrowingFields = [...workFacets, 'audiences', 'negativeLocations', 'excludedAudiences'] as const

export function findNarrowingFields(body: CampaignBody): readonly string[] {
  return narrowingFields.filter((field) => (body[field]?.length ?? 0) > 0)
}

interface NamedReference {
  readonly field: string
  readonly facet: Facet
  readonly urn: string
}

/** Lists all targeting entities of the request with the fields that refer to them. */
function listReferences(body: CampaignBody): NamedReference[] {
  const toReferences = (fieldName: string, facet: Facet, ids: readonly string[] = []) =>
    ids.map((id, index) => ({ field: `${fieldName}[${index}]`, facet, urn: toTargetingUrn(facet, id) }))
  return [
    { field: 'language', facet: 'languages', urn: toTargetingUrn('languages', body.language) },
    ...targetingFields.flatMap((field) => toReferences(field, field, body[field])),
    ...toReferences('negativeLocations', 'locations', body.negativeLocations),
  ]
}

/**
 * LinkedIn may refuse a single id, or a combination of ids that exist. If the refusal names no id, the error
 * names `locations`.
 */
export function toCriteriaError(error: unknown, body: CampaignBody): unknown {
  const description = findQueryRefusal(error)
  if (description === undefined) return error
  const field = listReferences(body).find(({ urn }) => description.includes(urn))?.field ?? 'locations'
  const problem = `${field}: LinkedIn does not accept this audience. Check it with pro/search_targeting.`
  return new ServiceError('REFERENCE_NOT_FOUND', { field, values: { problem }, cause: error })
}

export async function loadExistingEntities(
  body: CampaignBody,
  { targeting }: ProConnector,
): Promise<readonly EntityRow[]> {
  try {
    return await targeting.findExistingEntities([...new Set(listReferences(body).map(({ urn }) => urn))])
  } catch (error) {
    throw toCriteriaError(error, body)
  }
}

export function requireReferences(
  body: CampaignBody,
  existing: readonly EntityRow[],
  referenceCheck: ReferenceCheck,
): void {
  const existingKeys = new Set(existing.map(({ urn, facetUrn: entityFacet }) => `${entityFacet} ${urn}`))
  for (const { field, facet, urn } of listReferences(body)) {
    const exists = existingKeys.has(`${facetUrn(facets[facet].proFacet)} ${urn}`)
    referenceCheck.require(exists, field, `no such entry exists. pro/search_targeting finds ${facet}.`)
  }
}

/** An audience of the account in the form that targeting criteria use. */
export interface TargetingSegment {
  readonly urn: string
  readonly facet: 'audienceMatchingSegments' | 'dynamicSegments'
  readonly isReady: boolean
}

/**
 * The keys are the ids of pro/get_audiences_list. Retargeting segments of site visitors have their own facet.
 */
export function indexSegments(audienceSegments: AudienceSegments): ReadonlyMap<number, TargetingSegment> {
  if (audienceSegments.kind === 'ad')
    return new Map(
      audienceSegments.segments.map(({ id, type, status }) => [
        id,
        {
          urn: `urn:li:adSegment:${id}`,
          facet: type === 'RETARGETING' ? 'dynamicSegments' : 'audienceMatchingSegments',
          isReady: status === 'READY',
        },
      ]),
    )
  return new Map(
    audienceSegments.segments.map(({ id, destinations = [] }) => {
      const readyDestination = destinations.find(({ status }) => status === 'READY')
      const urn = readyDestination?.destinationSegmentId ?? ''
      return [id, { urn, facet: 'audienceMatchingSegments', isReady: urn !== '' }]
    }),
  )
}

export function requireSegments(
  body: CampaignBody,
  segments: ReadonlyMap<number, TargetingSegment>,
  referenceCheck: ReferenceCheck,
): void {
  for (const field of ['audiences', 'excludedAudiences'] as const)
    for (const [index, id] of (body[field] ?? []).entries()) {
      const segment = segments.get(id)
      const problem = segment
        ? 'the audience is not ready. pro/get_audiences_list returns its status.'
        : 'the account has no such audience. pro/get_audiences_list lists them.'
      referenceCheck.require(segment?.isReady === true, `${field}[${index}]`, problem)
    }
}

/** https://learn.microsoft.com/en-us/linkedin/shared/references/v2/ads/targeting-criteria */
export function buildCriteria(
  body: CampaignBody,
  segments: ReadonlyMap<number, TargetingSegment>,
): ProTargetingCriteria {
  const toClause = (facet: string, urns: readonly string[]) => ({ or: { [facetUrn(facet)]: urns } })
  const findSegments = (ids: readonly number[] = []) => ids.flatMap((id) => segments.get(id) ?? [])
  const includedClauses = targetingFields.flatMap((field) => {
    const ids = body[field] ?? []
    const urns = ids.map((id) => toTargetingUrn(field, id))
    return urns.length === 0 ? [] : [toClause(facets[field].proFacet, urns)]
  })
  const groupByFacet = (list: readonly TargetingSegment[]) =>
    (['audienceMatchingSegments', 'dynamicSegments'] as const).flatMap((facet) => {
      const urns = list.filter((segment) => segment.facet === facet).map(({ urn }) => urn)
      return urns.length === 0 ? [] : [[facetUrn(facet), urns] as const]
    })
  const audiences = groupByFacet(findSegments(body.audiences))
  const excludedLocations = (body.negativeLocations ?? []).map((id) => toTargetingUrn('locations', id))
  const excluded = [
    ...(excludedLocations.length === 0 ? [] : [[facetUrn('locations'), excludedLocations] as const]),
    ...groupByFacet(findSegments(body.excludedAudiences)),
  ]
  return {
    include: {
      and: [
        toClause('interfaceLocales', [toTargetingUrn('languages', body.language)]),
        ...includedClauses,
        // A person in any of the audiences matches.
        ...(audiences.length === 0 ? [] : [{ or: Object.fromEntries(audiences) }]),
      ],
    },
    ...(excluded.length === 0 ? {} : { exclude: { or: Object.fromEntries(excluded) } }),
  }
}
