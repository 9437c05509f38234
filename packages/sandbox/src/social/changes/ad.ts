// The writable parameters of an ad.
// https://developers.facebook.com/docs/marketing-api/reference/adgroup

import { invalid } from '../errors.ts'
import { type GraphRequest, Params } from '../graph/request.ts'
import { addAd, campaignOf, ownEntry } from '../relations.ts'
import { type Ad, type AdAccount, type AdSet, type Campaign, statusOf } from '../state.ts'
import { readAdSet } from './adSet.ts'
import { readCampaign } from './campaign.ts'
import { readCreative } from './creative.ts'
import { isTrial, lacks, nameField, readStatus, writesOf } from './engine.ts'
import { issueOf } from './issues.ts'

export const adWrites = writesOf<Ad>({
  noun: 'ad',
  word: 'ad',
  idsAbove: 120_250_200_000_000_000n,
  archivedForGood: false,
  fields: [nameField],
  creation: {
    params: ['adset_id', 'adset_spec', 'creative', 'conversion_domain'],
    read(account, request) {
      const { params, now } = request
      const name = params.requiredText('name')
      const { adSet, campaign } = adSetFor(account, request)
      const asked = params.json('creative')
      if (asked === undefined) throw lacks('creative')
      if (adSet.optimizationGoal === 'POST_ENGAGEMENT' && adSet.promotedObject?.['page_id'] === undefined)
        throw invalid('Invalid parameter', {
          subcode: 1885154,
          transient: false,
          userTitle: 'The ad set promotes nothing',
          userMessage: 'The ad set of this ad needs a promoted object with the page whose post is promoted.',
          blame: ['adset_id'],
        })
      const creative = readCreative(asked, { account, request, adSet })
      const status = readStatus(request) ?? 'PAUSED'
      const domain = params.text('conversion_domain')
      const issue = issueOf(creative.shown.link)
      return (beginning) => ({
        ...beginning,
        campaign: campaign.id,
        adSet: adSet.id,
        name,
        statuses: [{ at: now, status }],
        creative: creative.take().id,
        ...(domain === undefined ? {} : { conversionDomain: domain }),
        ...(issue === undefined ? {} : { issue }),
      })
    },
  },
  add: addAd,
  campaignOf: (ad) => ad.campaign,
  summary: (ad) => ({ name: ad.name, status: statusOf(ad) }),
  above: (ad) => ({ campaign: ad.campaign, adset: ad.adSet }),
})

/** Finds the ad set by its id. A request with `validate_only` may describe the ad set instead. */
function adSetFor(account: AdAccount, request: GraphRequest): { adSet: AdSet; campaign: Campaign } {
  const { params, social, now } = request
  if (!params.has('adset_spec')) {
    const adSet = ownEntry(account, social.adSets, params.requiredText('adset_id'))
    return { adSet, campaign: campaignOf(social, adSet) }
  }
  if (!isTrial(request))
    throw invalid('The sandbox takes adset_spec together with validate_only alone.', {
      blame: ['adset_spec'],
    })
  const nowhere = { id: '0', account: account.id, createdAt: now, updatedAt: now }
  const asked = within(request, 'adset_spec', adSetParams)
  const campaign = asked.params.has('campaign_spec')
    ? readCampaign(account, within(asked, 'campaign_spec', campaignParams))(nowhere)
    : ownEntry(account, social.campaigns, asked.params.requiredText('campaign_id'))
  return { adSet: readAdSet(account, asked, campaign)(nowhere), campaign }
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
function within(request: GraphRequest, name: string, allowed: readonly string[]): GraphRequest {
  const value = request.params.json(name)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`Param ${name} must be an object.`, { blame: [name] })
  const unknown = Object.keys(value).find((member) => !allowed.includes(member))
  if (unknown !== undefined)
    throw invalid(`Param ${name}[${unknown}] is not a member of it`, { blame: [name] })
  return { ...request, params: new Params(new Map(Object.entries(value))) }
}
