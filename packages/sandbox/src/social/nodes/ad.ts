// Ads and their creatives.
// https://developers.facebook.com/docs/marketing-api/reference/adgroup

import { adWrites } from '../changes/ad.ts'
import { addressed, Linked, plain } from '../graph/nodeKind.ts'
import { insightsEdge } from '../insights/edge.ts'
import { accountOf, adSetOf, campaignOf } from '../relations.ts'
import type { Ad, Creative } from '../state.ts'
import { adStatus } from '../status.ts'
import { adObjectFields } from './adObject.ts'
import { imageUrl } from './pictures.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/adgroup'

export const adKind = addressed<Ad>({
  type: 'AdGroup',
  source,
  fields: {
    ...adObjectFields,
    campaign_id: (ad) => ad.campaign,
    campaign: (ad, request) => Linked.node('campaign', campaignOf(request.social, ad)),
    adset_id: (ad) => ad.adSet,
    adset: (ad, request) => Linked.node('adset', adSetOf(request.social, ad)),
    effective_status: (ad, request) => adStatus(request.social, ad, request.now),
    creative: (ad, request) => {
      const creative = request.social.creatives[ad.creative]
      return creative === undefined ? undefined : Linked.node('creative', creative)
    },
    bid_amount: () => undefined,
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
  update: adWrites.update,
  remove: adWrites.remove,
  edges: {
    insights: insightsEdge<Ad>((ad, request) => {
      const campaign = request.social.campaigns[ad.campaign]
      return {
        level: 'ad',
        account: accountOf(request.social, ad),
        campaigns: campaign === undefined ? [] : [campaign],
        ad: ad.id,
        node: ad.id,
      }
    }),
    adcreatives: {
      source: `${source}/adcreatives`,
      list: (ad, request) => ({
        kind: 'creative',
        items: [request.social.creatives[ad.creative]].filter((creative) => creative !== undefined),
      }),
    },
  },
})

export const creativeKind = addressed<Creative>({
  type: 'AdCreative',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-creative',
  fields: {
    name: (creative) => creative.title,
    account_id: (creative) => creative.account,
    ...plain<Creative>('title', 'body'),
    status: () => 'ACTIVE',
    call_to_action_type: (creative) => creative.callToAction,
    link_url: (creative) => creative.link,
    video_id: (creative) => creative.video,
    object_type: (creative) => (creative.video === undefined ? 'SHARE' : 'VIDEO'),
    image_url: (creative, request) => imageUrl(request, creative.picture, 1080, 1080),
    thumbnail_url: (creative, request) => imageUrl(request, creative.picture, 64, 64),
    object_story_spec: (creative, request) => {
      const page = accountOf(request.social, creative).pages[0]
      return {
        ...(page === undefined ? {} : { page_id: page }),
        link_data: { link: creative.link, message: creative.body, name: creative.title },
      }
    },
  },
})
