// https://developers.facebook.com/docs/graph-api/reference/lead
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving

import { hasScope } from '../access.ts'
import { permissionDenied } from '../errors.ts'
import { createNodeKindWithId } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { findEntry } from '../relations.ts'
import type { Lead } from '../state.ts'
import { formatUtcTime } from '../times.ts'
import { buildFieldData } from './answers.ts'
import { getStoredLeads } from './collect.ts'

/** Returns the ad of a lead, for callers that may advertise in its account. Organic leads have no ad. */
const findAd = ({ ad }: Lead, { social }: GraphRequest) => findEntry(social.ads, ad ?? '')

export const leadKind = createNodeKindWithId<Lead>({
  type: 'UserLeadGenInfo',
  docsUrl: 'https://developers.facebook.com/docs/graph-api/reference/lead',
  defaultFields: ['created_time', 'field_data'],
  fields: {
    created_time: (lead) => formatUtcTime(lead.createdAt),
    form_id: (lead) => lead.form,
    ad_id: (lead, request) => findAd(lead, request)?.id,
    ad_name: (lead, request) => findAd(lead, request)?.name,
    adset_id: (lead, request) => findAd(lead, request)?.adSet,
    adset_name: (lead, request) => request.social.adSets[findAd(lead, request)?.adSet ?? '']?.name,
    campaign_id: (lead, request) => findAd(lead, request)?.campaign,
    campaign_name: (lead, request) => request.social.campaigns[findAd(lead, request)?.campaign ?? '']?.name,
    is_organic: (lead) => lead.ad === undefined,
    platform: (lead) => (lead.ad === undefined ? undefined : 'fb'),
    field_data(lead, request) {
      requireLeadsScope(request)
      const form = request.social.leadForms[lead.form]
      return form === undefined ? [] : buildFieldData(lead, form)
    },
    // A ticked checkbox is recorded both as true and as '1'.
    custom_disclaimer_responses({ disclaimers }, request) {
      requireLeadsScope(request)
      if (disclaimers === undefined) return undefined
      return Object.entries(disclaimers).map(([checkbox_key, isTicked], index) => ({
        checkbox_key,
        is_checked: index % 2 === 0 ? isTicked : isTicked ? '1' : '',
      }))
    },
  },
  remove: {
    params: [],
    run(lead, request) {
      requireLeadsScope(request)
      delete getStoredLeads(request.social)[lead.id]
      request.exchange.effect('lead_deleted', lead.id)
      return { success: true }
    },
  },
})

/** Without this scope, only the fields about the ad are readable. */
export function requireLeadsScope(request: GraphRequest): void {
  if (!hasScope(request, 'leads_retrieval'))
    throw permissionDenied('Requires leads_retrieval permission to manage the object')
}
