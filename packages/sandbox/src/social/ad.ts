// Ads and their creatives.
// https://developers.facebook.com/docs/marketing-api/reference/adgroup

import { nextNumber } from '../core/state.ts'
import { requireAdsWrite } from './access.ts'
import { adAccountKind } from './adAccount.ts'
import { adSetKind } from './adSet.ts'
import { accountOf, campaignKind } from './campaign.ts'
import { cannotEdit, carryOut, changeStatus, isTrial, readStatus } from './changes.ts'
import { invalid, missing } from './errors.ts'
import { insightsEdge } from './insights/edge.ts'
import { imageUrl, Linked, type NodeKind, type Write } from './nodes.ts'
import { addAd, entryOf } from './relations.ts'
import type { GraphRequest } from './request.ts'
import { type Ad, type AdAccount, type Creative, statusOf } from './state.ts'
import { adStatus } from './status.ts'
import { accountTime } from './times.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/adgroup'

const time = (request: GraphRequest, ad: Ad, instant: number) => accountTime(accountOf(request, ad), instant)

export const adKind: NodeKind<Ad> = {
  type: 'AdGroup',
  id: (ad) => ad.id,
  usual: [],
  fields: {
    name: (ad) => ad.name,
    account_id: (ad) => ad.account,
    account: (ad, request) => new Linked(adAccountKind, accountOf(request, ad)),
    campaign_id: (ad) => ad.campaign,
    campaign: (ad, request) => new Linked(campaignKind, request.social.campaigns[ad.campaign]),
    adset_id: (ad) => ad.adSet,
    adset: (ad, request) => new Linked(adSetKind, request.social.adSets[ad.adSet]),
    status: (ad) => statusOf(ad),
    configured_status: (ad) => statusOf(ad),
    effective_status: (ad, request) => adStatus(request.social, ad, request.now),
    creative: (ad, request) => {
      const creative = request.social.creatives[ad.creative]
      return creative === undefined ? undefined : new Linked(creativeKind, creative)
    },
    bid_amount: () => undefined,
    created_time: (ad, request) => time(request, ad, ad.createdAt),
    updated_time: (ad, request) => time(request, ad, ad.updatedAt),
    conversion_domain: () => undefined,
    preview_shareable_link: (ad) => `https://fb.me/adspreview/${ad.id}`,
    tracking_specs: () => undefined,
    issues_info: (ad) =>
      ad.disapproved
        ? [
            {
              level: 'AD',
              error_code: 1815159,
              error_summary: 'Ad not approved',
              error_message: 'The text of this ad promises a result.',
              error_type: 'HARD_ERROR',
            },
          ]
        : undefined,
  },
  edges: {
    insights: insightsEdge<Ad>((ad, request) => {
      const campaign = request.social.campaigns[ad.campaign]
      return {
        level: 'ad',
        account: accountOf(request, ad),
        campaigns: campaign === undefined ? [] : [campaign],
        ad: ad.id,
        node: ad.id,
      }
    }),
    adcreatives: {
      source: `${source}/adcreatives`,
      list: (ad, request) => ({
        kind: creativeKind,
        items: [request.social.creatives[ad.creative]].filter((creative) => creative !== undefined),
      }),
    },
  },
}

export const creativeKind: NodeKind<Creative> = {
  type: 'AdCreative',
  id: (creative) => creative.id,
  usual: [],
  fields: {
    name: (creative) => creative.title,
    account_id: (creative) => creative.account,
    title: (creative) => creative.title,
    body: (creative) => creative.body,
    status: () => 'ACTIVE',
    call_to_action_type: (creative) => creative.callToAction,
    link_url: (creative) => creative.link,
    video_id: (creative) => creative.video,
    object_type: (creative) => (creative.video === undefined ? 'SHARE' : 'VIDEO'),
    image_url: (creative, request) => imageUrl(request, creative.picture, 1080, 1080),
    thumbnail_url: (creative, request) => imageUrl(request, creative.picture, 64, 64),
    object_story_spec: (creative, request) => {
      const page = accountOf(request, creative).pages[0]
      return {
        ...(page === undefined ? {} : { page_id: page }),
        link_data: { link: creative.link, message: creative.body, name: creative.title },
      }
    },
  },
}

const updatable = ['name', 'status', 'execution_options']

export const updateAd: Write<Ad> = {
  params: updatable,
  run(ad, request) {
    requireAdsWrite(request, accountOf(request, ad))
    const status = readStatus(request)
    if (statusOf(ad) === 'DELETED') throw cannotEdit('ad', 'deleted')
    const name = request.params.text('name')
    if (name !== undefined && name.trim() === '')
      throw invalid('The parameter name is required.', { blame: ['name'] })
    if (isTrial(request)) return { success: true }
    return carryOut(request, 'ad.update', ad.campaign, ad, summary, () => {
      if (name !== undefined) ad.name = name
      changeStatus(ad, status, request.now)
    })
  },
}

const summary = (ad: Ad) => ({ name: ad.name, status: statusOf(ad) })

export const createAd: Write<AdAccount> = {
  params: [...updatable, 'adset_id', 'creative'],
  run(account, request) {
    const { params, now, social } = request
    requireAdsWrite(request, account)
    const name = params.requiredText('name')
    const adSet = entryOf(social.adSets, params.requiredText('adset_id'))
    if (adSet === undefined || adSet.account !== account.id)
      throw missing('post', params.requiredText('adset_id'))
    const asked = params.json('creative')
    const reference =
      typeof asked === 'object' && asked !== null
        ? new Map<string, unknown>(Object.entries(asked)).get('creative_id')
        : undefined
    if (reference === undefined) throw invalid('The parameter creative is required.', { blame: ['creative'] })
    const model = entryOf(social.creatives, String(reference))
    if (model === undefined || model.account !== account.id) throw missing('post', String(reference))
    const status = readStatus(request) ?? 'PAUSED'
    if (isTrial(request)) return { success: true }
    const ad: Ad = {
      id: String(120_250_200_000_000_000n + BigInt(nextNumber(request.exchange.state, 'social.ad')) * 10n),
      account: account.id,
      campaign: adSet.campaign,
      adSet: adSet.id,
      name,
      createdAt: now,
      updatedAt: now,
      statuses: [{ at: now, status }],
      creative: model.id,
    }
    addAd(social, ad)
    request.exchange.effect('ad.create', ad.id, { campaign: ad.campaign, adset: ad.adSet, name, status })
    return { id: ad.id }
  },
}

export const removeAd: Write<Ad> = {
  params: [],
  run(ad, request) {
    requireAdsWrite(request, accountOf(request, ad))
    return carryOut(request, 'ad.delete', ad.campaign, ad, summary, () =>
      changeStatus(ad, 'DELETED', request.now),
    )
  },
}
