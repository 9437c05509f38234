// https://developers.facebook.com/docs/graph-api/reference/lead
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving

import { hasScope } from '../access.ts'
import { lacksPermission } from '../errors.ts'
import { addressed } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { entryOf } from '../relations.ts'
import type { Lead } from '../state.ts'
import { universalTime } from '../times.ts'
import { fieldData } from './answers.ts'
import { leadsOf } from './collect.ts'

/** Returns the ad of a lead, for callers that may advertise in its account. Organic leads have no ad. */
const adOf = ({ ad }: Lead, { social }: GraphRequest) => entryOf(social.ads, ad ?? '')

export const leadKind = addressed<Lead>({
  type: 'UserLeadGenInfo',
  source: 'https://developers.facebook.com/docs/graph-api/reference/lead',
  usual: ['created_time', 'field_data'],
  fields: {
    created_time: (lead) => universalTime(lead.createdAt),
    form_id: (lead) => lead.form,
    ad_id: (lead, request) => adOf(lead, request)?.id,
    ad_name: (lead, request) => adOf(lead, request)?.name,
    adset_id: (lead, request) => adOf(lead, request)?.adSet,
    adset_name: (lead, request) => request.social.adSets[adOf(lead, request)?.adSet ?? '']?.name,
    campaign_id: (lead, request) => adOf(lead, request)?.campaign,
    campaign_name: (lead, request) => request.social.campaigns[adOf(lead, request)?.campaign ?? '']?.name,
    is_organic: (lead) => lead.ad === undefined,
    platform: (lead) => (lead.ad === undefined ? undefined : 'fb'),
    field_data(lead, request) {
      requireLeads(request)
      const form = request.social.leadForms[lead.form]
      return form === undefined ? [] : fieldData(lead, form)
    },
    // A ticked checkbox is recorded both as true and as '1'.
    custom_disclaimer_responses({ disclaimers }, request) {
      requireLeads(request)
      if (disclaimers === undefined) return undefined
      return Object.entries(disclaimers).map(([checkbox_key, ticked], index) => ({
        checkbox_key,
        is_checked: index % 2 === 0 ? ticked : ticked ? '1' : '',
      }))
    },
  },
  remove: {
    params: [],
    run(lead, request) {
      requireLeads(request)
      delete leadsOf(request.social)[lead.id]
      request.exchange.effect('lead_deleted', lead.id)
      return { success: true }
    },
  },
})

/** Without this scope, only the fields about the ad are readable. */
export function requireLeads(request: GraphRequest): void {
  if (!hasScope(request, 'leads_retrieval'))
    throw lacksPermission('Requires leads_retrieval permission to manage the object')
}
