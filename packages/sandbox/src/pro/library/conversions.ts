// Conversions of an ad account, and which campaigns count which of them.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking

import type { Call } from '../../core/exchange.ts'
import { accountOf, campaignEditors, mustEdit, urn, visibleAccount } from '../access.ts'
import { restCall } from '../call.ts'
import { badParam, refusal } from '../errors.ts'
import { offsetPage, offsetParams } from '../paging.ts'
import type { RestRequest } from '../request.ts'
import { type Campaign, type Conversion, libraryOf } from '../state.ts'

const source =
  'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking'
/** Of a namespace of its own. */
const conversionPrefix = 'urn:lla:llaPartnerConversion:'

const wire = ({ id, account, name, type, enabled, created }: Conversion) => ({
  id,
  account: urn('sponsoredAccount', account),
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

interface Pair {
  readonly campaign: Campaign
  readonly conversion: Conversion
  readonly key: string
}

function pairOf(request: RestRequest): Pair {
  const key = request.keys['key']
  if (typeof key !== 'object' || Array.isArray(key)) throw badParam('campaignConversionsId')
  const { pro } = request.exchange.state
  const campaign = pro.campaigns[String(key['campaign']).replace('urn:li:sponsoredCampaign:', '')]
  const conversion = libraryOf(pro).conversions[String(key['conversion']).replace(conversionPrefix, '')]
  const account = campaign && visibleAccount(request, String(campaign.account))
  if (!campaign || !conversion || !account || conversion.account !== account.id) throw refusal('NOT_FOUND')
  return { campaign, conversion, key: `${campaign.id} ${conversion.id}` }
}

const facts = { resource: 'campaignConversions', source: `${source}#associate-campaigns` }

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
    answer(request) {
      const account = accountOf(request, request.required('account'))
      const rows = Object.values(libraryOf(request.exchange.state.pro).conversions).filter(
        (conversion) => conversion.account === account.id,
      )
      return { body: offsetPage(request, rows, wire, 'nothing') }
    },
  }),
  restCall({
    ...facts,
    name: 'campaignConversions.update',
    path: '/campaignConversions/{key}',
    method: 'UPDATE',
    scopes: ['rw_ads'],
    answer(request) {
      const { campaign, key } = pairOf(request)
      const { exchange, now } = request
      mustEdit(request, accountOf(request, String(campaign.account)), campaignEditors)
      libraryOf(exchange.state.pro).campaignConversions[key] = now
      exchange.effect('campaignConversion.set', key)
      return { status: 204 }
    },
  }),
  restCall({
    ...facts,
    name: 'campaignConversions.get',
    path: '/campaignConversions/{key}',
    method: 'GET',
    scopes: ['r_ads', 'rw_ads'],
    answer(request) {
      const { campaign, conversion, key } = pairOf(request)
      const since = libraryOf(request.exchange.state.pro).campaignConversions[key]
      if (since === undefined) throw refusal('NOT_FOUND')
      return {
        body: {
          campaign: urn('sponsoredCampaign', campaign.id),
          conversion: `${conversionPrefix}${conversion.id}`,
          associatedAt: since,
        },
      }
    },
  }),
]

/** Whether a campaign counts any conversion. */
export function countsConversions(request: RestRequest, campaignId: number): boolean {
  const { campaignConversions } = libraryOf(request.exchange.state.pro)
  return Object.keys(campaignConversions).some((key) => key.startsWith(`${campaignId} `))
}
