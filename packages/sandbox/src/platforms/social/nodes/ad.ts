// Ads and their creatives.
// https://developers.facebook.com/docs/marketing-api/reference/adgroup

import { requireAdsWrite } from '../access.ts'
import { adWrites } from '../changes/ad.ts'
import { createNodeKindWithId, LinkedNode, plainFields } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { createInsightsEdge } from '../insights/edge.ts'
import { getAccount, getAdSet, getCampaign } from '../relations.ts'
import type { Ad, Creative } from '../state.ts'
import { effectiveAdStatus, processingMs } from '../status.ts'
import { adObjectFields } from './adObject.ts'
import { imageUrl } from './pictures.ts'

const docsUrl = 'https://developers.facebook.com/docs/marketing-api/reference/adgroup'

export const adKind = createNodeKindWithId<Ad>({
  type: 'AdGroup',
  docsUrl,
  fields: {
    ...adObjectFields,
    campaign_id: (ad) => ad.campaign,
    campaign: (ad, request) => LinkedNode.toNode('campaign', getCampaign(request.social, ad)),
    adset_id: (ad) => ad.adSet,
    adset: (ad, request) => LinkedNode.toNode('adset', getAdSet(request.social, ad)),
    effective_status: (ad, request) => effectiveAdStatus(request.social, ad, request.now),
    creative: (ad, request) => {
      const creative = request.social.creatives[ad.creative]
      return creative === undefined ? undefined : LinkedNode.toNode('creative', creative)
    },
    bid_amount: () => undefined,
    conversion_domain: (ad) => ad.conversionDomain,
    preview_shareable_link: (ad) => `https://fb.me/adspreview/${ad.id}`,
    tracking_specs: () => undefined,
    issues_info: (ad, request) => listIssues(ad, request.now),
    // https://developers.facebook.com/docs/marketing-api/reference/adgroup-review-feedback
    ad_review_feedback: (ad) =>
      ad.disapproved ? { global: { UNREALISTIC_OUTCOMES: disapprovalText } } : undefined,
  },
  update: adWrites.update,
  remove: adWrites.remove,
  edges: {
    insights: createInsightsEdge<Ad>((ad, request) => {
      const campaign = request.social.campaigns[ad.campaign]
      return {
        level: 'ad',
        account: getAccount(request.social, ad),
        campaigns: campaign === undefined ? [] : [campaign],
        ad: ad.id,
        node: ad.id,
      }
    }),
    adcreatives: {
      docsUrl: `${docsUrl}/adcreatives`,
      list: (ad, request) => ({
        kind: 'creative',
        items: [request.social.creatives[ad.creative]].filter((creative) => creative !== undefined),
      }),
    },
  },
})

const disapprovalText = 'The text of this ad promises a result.'

function listIssues(ad: Ad, now: number): unknown[] | undefined {
  const issue = ad.disapproved
    ? { summary: 'Ad not approved', message: disapprovalText, isHard: true }
    : now < ad.createdAt + processingMs
      ? undefined
      : ad.issue
  return (
    issue && [
      {
        level: 'AD',
        error_code: ad.disapproved ? 1815159 : 1815869,
        error_summary: issue.summary,
        error_message: issue.message,
        error_type: issue.isHard ? 'HARD_ERROR' : 'SOFT_ERROR',
      },
    ]
  )
}

/** The post of a creative of the starting world. */
function buildStory(creative: Creative, request: GraphRequest): Record<string, unknown> {
  const { title, body: message, link, video, form, callToAction: type, picture } = creative
  const value = form === undefined ? { link } : { lead_gen_form_id: form }
  const call_to_action = { type, value }
  if (video === undefined) return { link_data: { link, message, name: title, call_to_action } }
  const image_url = imageUrl(request, picture, 1080, 1080)
  return { video_data: { video_id: video, title, message, image_url, call_to_action } }
}

/** Reads a field that a caller wrote. Creatives of the starting world have none. */
const readInputField = (name: string) => (creative: Creative) => creative.given?.[name]

export const creativeKind = createNodeKindWithId<Creative>({
  type: 'AdCreative',
  docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/ad-creative',
  fields: {
    name: (creative) => creative.name ?? creative.title,
    account_id: (creative) => creative.account,
    ...plainFields<Creative>('title', 'body'),
    status: (creative) => (creative.deleted ? 'DELETED' : 'ACTIVE'),
    call_to_action_type: (creative) => creative.callToAction,
    call_to_action: readInputField('call_to_action'),
    link_url: (creative) => creative.link,
    video_id: (creative) => creative.video,
    object_type: (creative) => (creative.video === undefined ? 'SHARE' : 'VIDEO'),
    object_id: readInputField('object_id'),
    object_story_id: readInputField('object_story_id'),
    instagram_user_id: readInputField('instagram_user_id'),
    source_instagram_media_id: readInputField('source_instagram_media_id'),
    url_tags: readInputField('url_tags'),
    contextual_multi_ads: readInputField('contextual_multi_ads'),
    image_url: (creative, request) => imageUrl(request, creative.picture, 1080, 1080),
    thumbnail_url: (creative, request) => imageUrl(request, creative.picture, 64, 64),
    object_story_spec: (creative, request) => {
      if (creative.given !== undefined) return creative.given['object_story_spec']
      const page = getAccount(request.social, creative).pages[0]
      return { ...(page === undefined ? {} : { page_id: page }), ...buildStory(creative, request) }
    },
  },
  remove: {
    params: [],
    run(creative, request) {
      requireAdsWrite(request, getAccount(request.social, creative))
      creative.deleted = true
      request.exchange.effect('creative.delete', creative.id, { account: creative.account })
      return { success: true }
    },
  },
})
