// The writable parameters of an ad.
// https://developers.facebook.com/docs/marketing-api/reference/adgroup

import { invalidParameter } from '../errors.ts'
import { type GraphRequest, Params } from '../graph/request.ts'
import { addAd, getCampaign, requireOwnEntry } from '../relations.ts'
import { type Ad, type AdAccount, type AdSet, type Campaign, currentStatus } from '../state.ts'
import { readAdSet } from './adSet.ts'
import { readCampaign } from './campaign.ts'
import { readCreative } from './creative.ts'
import { createWrites, isValidateOnly, missingParameter, nameField, readStatus } from './engine.ts'
import { findIssue } from './issues.ts'

export const adWrites = createWrites<Ad>({
  noun: 'ad',
  slug: 'ad',
  firstId: 120_250_200_000_000_000n,
  isArchiveFinal: false,
  fields: [nameField],
  creation: {
    params: ['adset_id', 'adset_spec', 'creative', 'conversion_domain'],
    read(account, request) {
      const { params, now } = request
      const name = params.requiredText('name')
      const { adSet, campaign } = resolveAdSet(account, request)
      const creativeParam = params.json('creative')
      if (creativeParam === undefined) throw missingParameter('creative')
      if (adSet.optimizationGoal === 'POST_ENGAGEMENT' && adSet.promotedObject?.['page_id'] === undefined)
        throw invalidParameter('Invalid parameter', {
          subcode: 1885154,
          transient: false,
          userTitle: 'The ad set promotes nothing',
          userMessage: 'The ad set of this ad needs a promoted object with the page whose post is promoted.',
          blame: ['adset_id'],
        })
      const creative = readCreative(creativeParam, { account, request, adSet })
      const status = readStatus(request) ?? 'PAUSED'
      const domain = params.text('conversion_domain')
      const issue = findIssue(creative.content.link)
      return (base) => ({
        ...base,
        campaign: campaign.id,
        adSet: adSet.id,
        name,
        statuses: [{ at: now, status }],
        creative: creative.getOrCreate().id,
        ...(domain === undefined ? {} : { conversionDomain: domain }),
        ...(issue === undefined ? {} : { issue }),
      })
    },
  },
  add: addAd,
  getCampaignId: (ad) => ad.campaign,
  summary: (ad) => ({ name: ad.name, status: currentStatus(ad) }),
  parents: (ad) => ({ campaign: ad.campaign, adset: ad.adSet }),
})

/** Finds the ad set by its id. A request with `validate_only` may describe the ad set instead. */
function resolveAdSet(account: AdAccount, request: GraphRequest): { adSet: AdSet; campaign: Campaign } {
  const { params, social, now } = request
  if (!params.has('adset_spec')) {
    const adSet = requireOwnEntry(account, social.adSets, params.requiredText('adset_id'))
    return { adSet, campaign: getCampaign(social, adSet) }
  }
  if (!isValidateOnly(request))
    throw invalidParameter('The sandbox takes adset_spec together with validate_only alone.', {
      blame: ['adset_spec'],
    })
  const placeholder = { id: '0', account: account.id, createdAt: now, updatedAt: now }
  const adSetRequest = nestedRequest(request, 'adset_spec', adSetParams)
  const campaign = adSetRequest.params.has('campaign_spec')
    ? readCampaign(account, nestedRequest(adSetRequest, 'campaign_spec', campaignParams))(placeholder)
    : requireOwnEntry(account, social.campaigns, adSetRequest.params.requiredText('campaign_id'))
  return { adSet: readAdSet(account, adSetRequest, campaign)(placeholder), campaign }
}

const adSetParams =
  `name campaign_id campaign_spec status optimization_goal billing_event destination_type promoted_object
  start_time end_time targeting daily_budget lifetime_budget bid_amount dsa_beneficiary dsa_payor`.split(
    /\s+/,
  )
const campaignParams =
  `name objective buying_type status special_ad_categories special_ad_category_country daily_budget
  lifetime_budget bid_strategy adlabels start_time stop_time`.split(/\s+/)

/** Returns the request with the fields of a parameter as its parameters. */
function nestedRequest(request: GraphRequest, name: string, allowed: readonly string[]): GraphRequest {
  const value = request.params.json(name)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParameter(`Param ${name} must be an object.`, { blame: [name] })
  const unknownName = Object.keys(value).find((fieldName) => !allowed.includes(fieldName))
  if (unknownName !== undefined)
    throw invalidParameter(`Param ${name}[${unknownName}] is not a member of it`, { blame: [name] })
  return { ...request, params: new Params(new Map(Object.entries(value))) }
}
