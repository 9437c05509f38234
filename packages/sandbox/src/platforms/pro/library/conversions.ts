// Conversions of an ad account, and their associations with campaigns.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking

import type { Call } from '../../../core/exchange.ts'
import { assertCanEdit, campaignEditors, findVisibleAccount, getVisibleAccount, toUrn } from '../access.ts'
import { restCall } from '../call.ts'
import { invalidParam, proError } from '../errors.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import { type Conversion, getContentLibrary, type ProCampaign } from '../state.ts'

const source =
  'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking'
/** Conversions have a separate URN namespace. */
const conversionPrefix = 'urn:lla:llaPartnerConversion:'

const serializeConversion = ({ id, account, name, type, enabled, created }: Conversion) => ({
  id,
  account: toUrn('sponsoredAccount', account),
  name,
  type,
  enabled,
  conversionMethod: 'INSIGHT_TAG',
  attributionType: 'LAST_TOUCH_BY_CAMPAIGN',
  postClickAttributionWindowSize: 30,
  viewThroughAttributionWindowSize: 7,
  created,
  lastModified: created,
})

interface CampaignConversion {
  readonly campaign: ProCampaign
  readonly conversion: Conversion
  readonly key: string
}

function findCampaignConversion(request: RestRequest): CampaignConversion {
  const key = request.keys['key']
  if (typeof key !== 'object' || Array.isArray(key)) throw invalidParam('campaignConversionsId')
  const { pro } = request.exchange.state
  const campaign = pro.campaigns[String(key['campaign']).replace('urn:li:sponsoredCampaign:', '')]
  const conversion =
    getContentLibrary(pro).conversions[String(key['conversion']).replace(conversionPrefix, '')]
  const account = campaign && findVisibleAccount(request, String(campaign.account))
  if (!campaign || !conversion || !account || conversion.account !== account.id) throw proError('NOT_FOUND')
  return { campaign, conversion, key: `${campaign.id} ${conversion.id}` }
}

const commonCall = { resource: 'campaignConversions', source: `${source}#associate-campaigns` }

export const conversionCalls: readonly Call[] = [
  restCall({
    name: 'conversions.account',
    path: '/conversions',
    method: 'FINDER',
    finder: 'account',
    resource: 'conversions',
    scopes: ['r_ads', 'rw_ads'],
    params: ['account', ...offsetParams],
    source: `${source}#find-conversions-by-ad-account`,
    respond(request) {
      const account = getVisibleAccount(request, request.requiredText('account'))
      const rows = Object.values(getContentLibrary(request.exchange.state.pro).conversions).filter(
        (conversion) => conversion.account === account.id,
      )
      return { body: offsetPage(request, rows, serializeConversion, 'nothing') }
    },
  }),
  restCall({
    ...commonCall,
    name: 'campaignConversions.update',
    path: '/campaignConversions/{key}',
    method: 'UPDATE',
    scopes: ['rw_ads'],
    respond(request) {
      const { campaign, key } = findCampaignConversion(request)
      const { exchange, now } = request
      assertCanEdit(request, getVisibleAccount(request, String(campaign.account)), campaignEditors)
      getContentLibrary(exchange.state.pro).campaignConversions[key] = now
      exchange.effect('campaignConversion.set', key)
      return { status: 204 }
    },
  }),
  restCall({
    ...commonCall,
    name: 'campaignConversions.get',
    path: '/campaignConversions/{key}',
    method: 'GET',
    scopes: ['r_ads', 'rw_ads'],
    respond(request) {
      const { campaign, conversion, key } = findCampaignConversion(request)
      const linkedAt = getContentLibrary(request.exchange.state.pro).campaignConversions[key]
      if (linkedAt === undefined) throw proError('NOT_FOUND')
      return {
        body: {
          campaign: toUrn('sponsoredCampaign', campaign.id),
          conversion: `${conversionPrefix}${conversion.id}`,
          associatedAt: linkedAt,
        },
      }
    },
  }),
]

export function hasCampaignConversion(request: RestRequest, campaignId: number): boolean {
  const { campaignConversions } = getContentLibrary(request.exchange.state.pro)
  return Object.keys(campaignConversions).some((key) => key.startsWith(`${campaignId} `))
}
