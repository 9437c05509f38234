// Rows that are read before and after the creation of a campaign.

import {
  anything,
  bigInt,
  flag,
  list,
  number,
  object,
  optional,
  type Row,
  row,
  text,
} from '../connector-kit/rows.ts'
import { atomicList, edge, issues, videoRow } from './rows.ts'

export const accountFactsRow = row({
  id: text,
  currency: text,
  timezone_name: text,
  account_status: number,
  min_daily_budget: optional(bigInt),
  default_dsa_beneficiary: optional(text),
  default_dsa_payor: optional(text),
})

export const pageFactsRow = row({ id: text, link: optional(text), leadgen_tos_accepted: optional(flag) })
export const formRow = row({ id: text, status: text, page_id: optional(text) })
export const audienceFactsRow = row({ id: text, account_id: text, subtype: optional(text) })
export const postFactsRow = row({ id: text })
/**
 * https://developers.facebook.com/documentation/ads-commerce/marketing-api/creative/reels-ads, and IGMedia
 * with IGMediaBoostEligibilityInfo in facebook/facebook-nodejs-business-sdk. Requested without subfields:
 * Meta refuses the complete call for a subfield that a version lacks.
 */
export const boostRow = row({ id: text, boost_eligibility_info: optional(anything) })
export const photoFactsRow = row({ id: text, owner: optional(object({ id: text })) })
export const imageFactsRow = row({ id: text, hash: text, status: optional(text) })
export const videoFactsRow = row({
  id: text,
  status: videoRow.shape.status,
  thumbnails: videoRow.shape.thumbnails,
})

export const ownConversionRow = row({
  id: text,
  account_id: text,
  pixel: optional(object({ id: text })),
  // The platform returns all subfields of this field.
  data_sources: optional(atomicList({ id: optional(text) })),
  is_archived: optional(flag),
  is_unavailable: optional(flag),
})

export const validInterestRow = row({ id: optional(text), name: optional(text), valid: flag })

export const placeFactsRow = row({
  name: optional(text),
  country_code: optional(text),
  country_codes: optional(list(text)),
})
export type PlaceFacts = Row<typeof placeFactsRow>

/** A campaign with its labels, to find the campaign that adrail created. */
export const labeledRow = row({
  id: text,
  name: text,
  status: text,
  created_time: optional(text),
  adlabels: optional(atomicList({ id: text, name: text })),
})

/** A campaign with its ad sets and ads. */
export const createdTreeRow = row({
  id: text,
  name: text,
  account_id: text,
  status: text,
  effective_status: text,
  daily_budget: optional(bigInt),
  lifetime_budget: optional(bigInt),
  issues_info: issues,
  adsets: optional(
    edge(
      {
        id: text,
        name: text,
        status: text,
        effective_status: text,
        issues_info: issues,
        targeting: optional(anything),
        bid_amount: optional(bigInt),
        start_time: optional(text),
        end_time: optional(text),
      },
      10,
    ),
  ),
  ads: optional(
    edge(
      {
        id: text,
        name: text,
        adset_id: text,
        status: text,
        effective_status: text,
        issues_info: issues,
        creative: optional(object({ id: text })),
      },
      50,
    ),
  ),
})
export type CreatedTreeRow = Row<typeof createdTreeRow>

export const uploadedImageRow = row({ images: anything })
