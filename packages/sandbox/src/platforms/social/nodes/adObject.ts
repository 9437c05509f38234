// The fields that campaigns, ad sets and ads share, and the lists of ad sets and ads.

import { type FieldReader, LinkedNode, type Listing } from '../graph/nodeKind.ts'
import type { GraphRequest, Params } from '../graph/request.ts'
import { getAccount } from '../relations.ts'
import { type Ad, type AdObject, type AdSet, currentStatus } from '../state.ts'
import { effectiveAdSetStatus, effectiveAdStatus, filterObjects } from '../status.ts'
import { formatAccountTime } from '../times.ts'

/** Formats an instant in the time zone of the object's account. */
export const formatObjectTime = (object: AdObject, request: GraphRequest, instant: number | undefined) =>
  instant === undefined ? undefined : formatAccountTime(getAccount(request.social, object), instant)

export const adObjectFields = {
  name: (object) => object.name,
  account_id: (object) => object.account,
  account: (object, request) => LinkedNode.toNode('adaccount', getAccount(request.social, object)),
  status: (object) => currentStatus(object),
  configured_status: (object) => currentStatus(object),
  created_time: (object, request) => formatObjectTime(object, request, object.createdAt),
  updated_time: (object, request) => formatObjectTime(object, request, object.updatedAt),
} satisfies Record<string, FieldReader<AdObject>>

export const objectListParams = ['effective_status', 'filtering']

export const createAdSetListing = (
  adSets: readonly AdSet[],
  request: GraphRequest,
  params: Params,
): Listing => ({
  kind: 'adset',
  items: filterObjects(
    'adSet',
    adSets,
    (adSet) => effectiveAdSetStatus(request.social, adSet),
    request,
    params,
  ),
})

export const createAdListing = (ads: readonly Ad[], request: GraphRequest, params: Params): Listing => ({
  kind: 'ad',
  items: filterObjects(
    'ad',
    ads,
    (ad) => effectiveAdStatus(request.social, ad, request.now),
    request,
    params,
  ),
})
