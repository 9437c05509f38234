// Declares the rows of ad sets and ads with their settings and content.

import { anything, bigInt, object, optional, type Row, row, text } from '../connector-kit/rows.ts'
import { atomicObject, effectiveStatuses, issues, pagedEdge, socialStatus } from './rows.ts'

/**
 * `targeting` has the names of its places, interests and audiences. A budget and a bid strategy are at one of
 * two levels: the ad set, or its campaign.
 * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign#fields. logly/mureo#278 and
 * pipeboard-co/meta-ads-mcp read the same fields.
 */
export const adSetRow = row({
  id: text,
  name: text,
  status: socialStatus,
  effective_status: effectiveStatuses.adSet,
  daily_budget: optional(bigInt),
  lifetime_budget: optional(bigInt),
  start_time: optional(text),
  /** Absent for an ad set without an end. */
  end_time: optional(text),
  issues_info: issues,
  targeting: optional(anything),
  bid_strategy: optional(text),
  bid_amount: optional(bigInt),
  bid_constraints: optional(anything),
  campaign: optional(
    object({
      daily_budget: optional(bigInt),
      lifetime_budget: optional(bigInt),
      bid_strategy: optional(text),
    }),
  ),
})
export type AdSetRow = Row<typeof adSetRow>

/** The first page of ad sets is read with the campaign, whose row contains the account. */
export const adSetsRow = row({ id: text, account_id: text, adsets: optional(pagedEdge(adSetRow, 100)) })

/**
 * The post of a creative is in `object_story_spec`, several variants of its parts are in `asset_feed_spec`.
 * Both are returned with all their fields.
 * https://developers.facebook.com/docs/marketing-api/reference/ad-creative#fields. The table
 * facebookmarketing_adcreatives of cloudquery/cloudquery has the same fields.
 */
const creative = {
  id: text,
  title: optional(text),
  body: optional(text),
  link_url: optional(text),
  image_url: optional(text),
  thumbnail_url: optional(text),
  video_id: optional(text),
  call_to_action_type: optional(text),
  call_to_action: optional(anything),
  object_story_id: optional(text),
  source_instagram_media_id: optional(text),
  url_tags: optional(text),
  object_story_spec: optional(anything),
  asset_feed_spec: optional(anything),
}
export type SocialCreativeRow = NonNullable<AdRow['creative']>

export const adRow = row({
  id: text,
  name: text,
  adset_id: text,
  status: socialStatus,
  effective_status: effectiveStatuses.ad,
  issues_info: issues,
  /** https://developers.facebook.com/docs/marketing-api/reference/adgroup-review-feedback */
  ad_review_feedback: optional(
    atomicObject({ global: optional(anything), placement_specific: optional(anything) }),
  ),
  creative: optional(object(creative)),
})
export type AdRow = Row<typeof adRow>

/**
 * Only campaigns have an objective. The platform refuses the id of an ad set, which also has ads, because of
 * this field.
 */
export const adsRow = row({
  id: text,
  account_id: text,
  objective: optional(text),
  ads: optional(pagedEdge(adRow, 100)),
})
