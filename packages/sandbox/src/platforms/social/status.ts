// The effective status of a campaign, ad set or ad, which depends on its own status and on its parents.

import { GraphError, invalidParameter } from './errors.ts'
import { type Filter, matchesFilter, readFilters } from './graph/filtering.ts'
import type { GraphRequest, Params } from './graph/request.ts'
import {
  type Ad,
  type AdSet,
  type Campaign,
  currentStatus,
  type ObjectStatus,
  type SocialState,
} from './state.ts'

/** Duration of an ad's review, before which it cannot run. */
export const reviewMs = 120_000

/** Duration of an ad's processing, after which its problems appear. */
export const processingMs = 10_000

export const objectStatuses: readonly ObjectStatus[] = ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED']

export const effectiveStatuses = {
  campaign: ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
  adSet: ['ACTIVE', 'PAUSED', 'DELETED', 'CAMPAIGN_PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
  ad: [
    'ACTIVE',
    'PAUSED',
    'DELETED',
    'PENDING_REVIEW',
    'DISAPPROVED',
    'PREAPPROVED',
    'PENDING_BILLING_INFO',
    'CAMPAIGN_PAUSED',
    'ARCHIVED',
    'ADSET_PAUSED',
    'IN_PROCESS',
    'WITH_ISSUES',
  ],
} as const

export function effectiveCampaignStatus(campaign: Campaign): string {
  const ownStatus = currentStatus(campaign)
  return ownStatus === 'ACTIVE' && campaign.issues ? 'WITH_ISSUES' : ownStatus
}

export function effectiveAdSetStatus(social: SocialState, adSet: AdSet): string {
  const ownStatus = currentStatus(adSet)
  if (ownStatus !== 'ACTIVE') return ownStatus
  const campaign = social.campaigns[adSet.campaign]
  const parentStatus = campaign === undefined ? 'DELETED' : currentStatus(campaign)
  return parentStatus === 'ACTIVE' ? ownStatus : parentStatus === 'PAUSED' ? 'CAMPAIGN_PAUSED' : parentStatus
}

export function effectiveAdStatus(social: SocialState, ad: Ad, now: number): string {
  const ownStatus = currentStatus(ad)
  if (ownStatus !== 'ACTIVE') return ownStatus
  if (ad.disapproved) return 'DISAPPROVED'
  if (ad.issue) return now < ad.createdAt + processingMs ? 'IN_PROCESS' : 'WITH_ISSUES'
  const adSet = social.adSets[ad.adSet]
  const parentStatus = adSet === undefined ? 'DELETED' : currentStatus(adSet)
  if (parentStatus === 'PAUSED') return 'ADSET_PAUSED'
  if (parentStatus !== 'ACTIVE') return parentStatus
  const campaign = social.campaigns[ad.campaign]
  const topStatus = campaign === undefined ? 'DELETED' : currentStatus(campaign)
  if (topStatus === 'PAUSED') return 'CAMPAIGN_PAUSED'
  if (topStatus !== 'ACTIVE') return topStatus
  return now < ad.createdAt + reviewMs ? 'PENDING_REVIEW' : 'ACTIVE'
}

/** Filters by name or status of the object or of its parents. */
export const nameAndStatusFilters = [
  'campaign.name',
  'adset.name',
  'ad.name',
  'campaign.effective_status',
  'adset.effective_status',
  'ad.effective_status',
]

const filterFields = [
  'id',
  'name',
  'status',
  'effective_status',
  'objective',
  'created_time',
  'updated_time',
  'start_time',
  'campaign.id',
  'campaign_id',
  'adset.id',
  'adset_id',
  'ad.id',
  ...nameAndStatusFilters,
]

interface FilterableObject {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly objective?: string
  readonly campaign?: string
  readonly adSet?: string
}

/** Applies `effective_status` and `filtering`. Archived objects are listed only on request. */
export function filterObjects<Item extends FilterableObject>(
  level: 'campaign' | 'adSet' | 'ad',
  items: readonly Item[],
  effectiveStatus: (item: Item) => string,
  request: GraphRequest,
  params: Params,
): Item[] {
  const requestedStatuses = params.choices('effective_status', effectiveStatuses[level])
  if (requestedStatuses?.includes('DELETED')) throw deletedObjectsError()
  const filters = readFilters(params, filterFields)
  const ownPrefix = level === 'adSet' ? 'adset.' : `${level}.`
  const filtersByStatus = filters.some((filter) => filter.field.replace(ownPrefix, '') === 'effective_status')
  return items.filter((item) => {
    const status = effectiveStatus(item)
    if (
      requestedStatuses !== undefined
        ? !requestedStatuses.includes(status)
        : !filtersByStatus && (status === 'DELETED' || status === 'ARCHIVED')
    ) {
      return false
    }
    return filters.every((filter) =>
      matchesFilter(filter, filterableValue(filter, item, status, ownPrefix, request)),
    )
  })
}

/**
 * Deleted objects are readable by id, never through an edge of a live object. Recorded on /campaigns and /ads
 * in 2026.
 * https://developers.facebook.com/docs/marketing-api/best-practices/manage-your-ad-object-status
 */
function deletedObjectsError(): GraphError {
  return new GraphError({
    message: 'Invalid parameter',
    code: 100,
    subcode: 1815001,
    transient: false,
    userTitle: 'Cannot Request for Deleted Objects',
    userMessage: 'Requesting for deleted objects is not supported in this endpoint.',
  })
}

function filterableValue(
  filter: Filter,
  item: FilterableObject,
  status: string,
  ownPrefix: string,
  request: GraphRequest,
) {
  const field = filter.field.replace(ownPrefix, '')
  switch (field) {
    case 'id':
      return item.id
    case 'name':
      return item.name
    case 'status':
    case 'effective_status':
      return status
    case 'objective':
      return item.objective
    case 'created_time':
      return Math.floor(item.createdAt / 1000)
    case 'updated_time':
      return Math.floor(item.updatedAt / 1000)
    case 'campaign.id':
    case 'campaign_id':
      return item.campaign ?? item.id
    case 'adset.id':
    case 'adset_id':
      return item.adSet ?? item.id
    case 'campaign.name':
      return request.social.campaigns[item.campaign ?? '']?.name
    case 'adset.name':
      return request.social.adSets[item.adSet ?? '']?.name
    default:
      throw invalidParameter(
        `Filtering field ${filter.field} with operation ${filter.operator.toLowerCase()} is not supported`,
      )
  }
}
