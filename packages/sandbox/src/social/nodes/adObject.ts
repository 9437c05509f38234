// The fields that campaigns, ad sets and ads share, and the lists of ad sets and ads.

import { Linked, type Listing, type Reader } from '../graph/nodeKind.ts'
import type { GraphRequest, Params } from '../graph/request.ts'
import { accountOf } from '../relations.ts'
import { type Ad, type AdObject, type AdSet, statusOf } from '../state.ts'
import { adSetStatus, adStatus, listedObjects } from '../status.ts'
import { accountTime } from '../times.ts'

/** Formats an instant in the time zone of the object's account. */
export const timeOf = (object: AdObject, request: GraphRequest, instant: number | undefined) =>
  instant === undefined ? undefined : accountTime(accountOf(request.social, object), instant)

export const adObjectFields = {
  name: (object) => object.name,
  account_id: (object) => object.account,
  account: (object, request) => Linked.node('adaccount', accountOf(request.social, object)),
  status: (object) => statusOf(object),
  configured_status: (object) => statusOf(object),
  created_time: (object, request) => timeOf(object, request, object.createdAt),
  updated_time: (object, request) => timeOf(object, request, object.updatedAt),
} satisfies Record<string, Reader<AdObject>>

export const listParams = ['effective_status', 'filtering']

export const listedAdSets = (adSets: readonly AdSet[], request: GraphRequest, params: Params): Listing => ({
  kind: 'adset',
  items: listedObjects('adSet', adSets, (adSet) => adSetStatus(request.social, adSet), request, params),
})

export const listedAds = (ads: readonly Ad[], request: GraphRequest, params: Params): Listing => ({
  kind: 'ad',
  items: listedObjects('ad', ads, (ad) => adStatus(request.social, ad, request.now), request, params),
})
