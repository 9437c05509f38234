// Declarations of all rows that adrail reads from the social platform: requested fields and required fields.
// https://developers.facebook.com/docs/graph-api/reference

import {
  anything,
  bigInt,
  flag,
  isRecord,
  list,
  malformedError,
  number,
  object,
  openEnum,
  optional,
  type Row,
  type RowField,
  type RowKind,
  type RowOf,
  row,
  type Shape,
  text,
} from '../connector-kit/rows.ts'

/** Cache by shape. Its size is limited because this file declares all shapes. */
const fieldsByShape = new WeakMap<Shape, string>()

/** Returns the value of `listPart` that requests a row: `id,name,pixel{id},adsets.limit(100){id}`. */
export function graphFields({ shape }: Pick<RowKind<Shape>, 'shape'>): string {
  const cached = fieldsByShape.get(shape)
  if (cached !== undefined) return cached
  const fields = formatFields(shape)
  fieldsByShape.set(shape, fields)
  return fields
}

function formatFields(shape: Shape): string {
  return Object.entries(shape)
    .map(([name, { requested }]) => {
      if (!requested) return name
      const limit = requested.limit === undefined ? '' : `.limit(${requested.limit})`
      return `${name}${limit}{${graphFields(requested)}}`
    })
    .join(',')
}

/** An edge in a row, such as `{"data": [...]}`. Contains the requested number of entries. */
export function edge<const RowShape extends Shape>(
  shape: RowShape,
  limit?: number,
): RowField<readonly RowOf<RowShape>[]> {
  const entries = list(shape)
  return {
    parse(value) {
      // A row that two calls share is parsed twice, but its edge was already replaced by the list.
      if (Array.isArray(value)) return value
      if (!isRecord(value)) throw malformedError('', 'is not an edge')
      return entries.parse(value['data'])
    },
    requested: { shape, ...(limit === undefined ? {} : { limit }) },
    nested: { shape, container: 'edge' },
  }
}

/** An edge in a row that has more pages. Left unparsed, for `parseFirstPage`. */
export function pagedEdge<RowShape extends Shape>(
  { shape }: RowKind<RowShape>,
  limit: number,
): RowField<unknown> {
  return { parse: (value) => value, requested: { shape, limit }, nested: { shape, container: 'edge' } }
}

/**
 * Status fields: https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#fields and
 * the pages of ad sets and ads.
 */
const settableStatuses = ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED'] as const
export const socialStatus = openEnum(...settableStatuses)
export const effectiveStatuses = {
  campaign: openEnum(...settableStatuses, 'IN_PROCESS', 'WITH_ISSUES'),
  adSet: openEnum(...settableStatuses, 'IN_PROCESS', 'WITH_ISSUES', 'CAMPAIGN_PAUSED'),
  ad: openEnum(
    ...settableStatuses,
    'IN_PROCESS',
    'WITH_ISSUES',
    'CAMPAIGN_PAUSED',
    'ADSET_PAUSED',
    'PENDING_REVIEW',
    'PENDING_BILLING_INFO',
    'DISAPPROVED',
    'PREAPPROVED',
  ),
}

const image = { src: optional(text), width: optional(number), height: optional(number) }
const attachment = {
  media_type: optional(text),
  type: optional(text),
  target: optional(object({ id: optional(text) })),
  media: optional(object({ image: optional(object(image)), source: optional(text) })),
}

export const socialPostRow = row({
  id: text,
  created_time: text,
  permalink_url: optional(text),
  message: optional(text),
  story: optional(text),
  full_picture: optional(text),
  attachments: optional(edge({ ...attachment, subattachments: optional(edge(attachment, 1)) })),
})
export type SocialPostRow = Row<typeof socialPostRow>
export type AttachmentRow = NonNullable<SocialPostRow['attachments']>[number]

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-media#fields */
const mediaType = openEnum('IMAGE', 'VIDEO', 'CAROUSEL_ALBUM')
const photo = { id: text, media_type: mediaType, media_url: optional(text), thumbnail_url: optional(text) }

export const photoRow = row({
  ...photo,
  caption: optional(text),
  permalink: optional(text),
  timestamp: text,
  children: optional(edge(photo)),
})
export type PhotoRow = Row<typeof photoRow>

export const imageRow = row({
  id: text,
  url: optional(text),
  permalink_url: optional(text),
  width: optional(number),
  height: optional(number),
  original_width: optional(number),
  original_height: optional(number),
  /** https://developers.facebook.com/docs/marketing-api/reference/ad-image#fields */
  status: optional(openEnum('ACTIVE', 'INTERNAL', 'DELETED')),
})
export type ImageRow = Row<typeof imageRow>

export const videoFileRow = row({
  id: text,
  source: optional(text),
  // The platform returns all subfields of the entries, and none can be selected.
  // https://developers.facebook.com/docs/graph-api/reference/video-format/
  format: optional(
    atomicList({
      filter: optional(text),
      width: optional(number),
      height: optional(number),
      picture: optional(text),
    }),
  ),
})
export type VideoFileRow = Row<typeof videoFileRow>

const phase = {
  status: optional(text),
  publish_status: optional(text),
  publish_time: optional(anything),
  error: optional(object({ message: optional(text) })),
  errors: optional(list({ message: optional(text) })),
}

export const videoRow = row({
  id: text,
  source: optional(text),
  status: optional(
    atomicObject({
      video_status: optional(
        openEnum('ready', 'processing', 'error', 'expired', 'upload_failed', 'upload_complete'),
      ),
      uploading_phase: optional(object(phase)),
      processing_phase: optional(object(phase)),
      publishing_phase: optional(object(phase)),
    }),
  ),
  thumbnails: optional(
    edge({
      id: text,
      height: optional(number),
      width: optional(number),
      scale: optional(number),
      uri: optional(text),
      is_preferred: optional(flag),
    }),
  ),
})
export type VideoRow = Row<typeof videoRow>
export const pageVideoRow = row({ ...videoRow.shape, from: optional(object({ id: text })) })

export const uploadedVideoRow = row({ id: text, description: optional(text) })

export const socialCampaignRow = row({
  id: text,
  name: text,
  objective: optional(text),
  status: socialStatus,
  effective_status: effectiveStatuses.campaign,
  daily_budget: optional(bigInt),
  lifetime_budget: optional(bigInt),
  start_time: optional(text),
  stop_time: optional(text),
})
export type SocialCampaignRow = Row<typeof socialCampaignRow>

/** A campaign id in a row of insights. */
export const insightsCampaignIdRow = row({ campaign_id: text })

export const budgetRow = row({
  id: text,
  name: text,
  status: socialStatus,
  daily_budget: optional(bigInt),
  lifetime_budget: optional(bigInt),
})
export type BudgetRow = Row<typeof budgetRow>

/** `end_time` is absent for an ad set without an end. */
export const adSetBudgetRow = row({ ...budgetRow.shape, end_time: optional(text) })
export type AdSetBudgetRow = Row<typeof adSetBudgetRow>

export const budgetTreeRow = row({
  ...budgetRow.shape,
  account_id: text,
  adsets: optional(pagedEdge(adSetBudgetRow, 100)),
})

/** A campaign in a list, with the first page of its ad sets. */
export const listedBudgetRow = row({ ...budgetRow.shape, adsets: optional(pagedEdge(adSetBudgetRow, 25)) })

/** Only campaigns have an objective, so the platform refuses the id of an ad set because of this field. */
export const campaignStatusRow = row({
  id: text,
  name: text,
  account_id: text,
  status: socialStatus,
  objective: optional(text),
})

/**
 * Returned with all subfields, and only when there are issues.
 * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign#fields
 */
export const issues = optional(
  atomicList({
    level: optional(text),
    error_type: optional(text),
    error_summary: optional(text),
    error_message: optional(text),
  }),
)

export const socialCampaignStateRow = row({
  id: text,
  name: text,
  status: socialStatus,
  effective_status: effectiveStatuses.campaign,
  daily_budget: optional(bigInt),
  lifetime_budget: optional(bigInt),
  start_time: optional(text),
  stop_time: optional(text),
  issues_info: issues,
})
export type SocialCampaignStateRow = Row<typeof socialCampaignStateRow>

const idAndNameRow = row({ id: text, name: text })

export const adSetNameRow = idAndNameRow

export const campaignTreeRow = row({
  id: text,
  name: text,
  account_id: text,
  adsets: optional(pagedEdge(idAndNameRow, 200)),
})

/** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms */
export const socialLeadFormRow = row({
  id: text,
  name: text,
  status: openEnum('ACTIVE', 'ARCHIVED', 'DELETED', 'DRAFT'),
})

export const pixelRow = row({ id: text, name: text, is_unavailable: optional(flag) })

export const pixelIdRow = row({ id: text })

export const socialConversionRow = row({
  id: text,
  name: text,
  custom_event_type: optional(text),
  pixel: optional(object({ id: text })),
  // Returned with all subfields, like the formats of a video.
  data_sources: optional(atomicList({ id: optional(text) })),
  is_archived: optional(flag),
  is_unavailable: optional(flag),
})
export type SocialConversionRow = Row<typeof socialConversionRow>

export const conversionsRow = row({
  id: text,
  adspixels: optional(pagedEdge(pixelIdRow, 100)),
  customconversions: optional(pagedEdge(socialConversionRow, 200)),
})

/** Pixel events of one hour. */
export const pixelHourRow = row({ data: optional(list({ value: optional(text) })) })

/** Lookups return all their fields, regardless of the requested fields. */
export const systemRow = row({
  type: optional(text),
  name: optional(text),
  platform: optional(text),
  description: optional(text),
})
export const localeRow = row({ key: text, name: text })
export const placeRow = row({
  key: text,
  name: text,
  type: text,
  region: optional(text),
  country_name: optional(text),
  country_code: optional(text),
  region_id: optional(number),
  supports_region: optional(flag),
  supports_city: optional(flag),
})
export const interestRow = row({
  id: text,
  name: text,
  type: optional(text),
  path: optional(list(text)),
  audience_size_lower_bound: optional(number),
  audience_size_upper_bound: optional(number),
  description: optional(text),
})

export const audienceRow = row({
  id: text,
  name: text,
  description: optional(text),
  subtype: optional(text),
  rule: optional(text),
  time_created: optional(number),
})

export const listedAudienceRow = row({
  id: text,
  name: text,
  description: optional(text),
  subtype: optional(text),
  approximate_count_lower_bound: optional(number),
  approximate_count_upper_bound: optional(number),
  // Returned with all subfields.
  delivery_status: optional(atomicObject({ code: optional(number), description: optional(text) })),
})

/** Returned only to users who manage the page. */
export const leadTermsRow = row({ id: text, leadgen_tos_accepted: optional(flag) })

/** The id of a new object, in digits. Any other text leaves the outcome unknown. */
const createdId: RowField<string> = {
  parse(value) {
    const id = text.parse(value)
    if (!/^[1-9]\d*$/.test(id)) throw malformedError('', 'is not an id')
    return id
  },
}
export const createdRow = row({ id: createdId })

/**
 * The flag decides. The reference documents `success: bool` in addition to errors, and the vendor's SDK
 * treats `false` as a failure:
 * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#Updating,
 * facebook-python-business-sdk (api.py, `is_success`). Neither documents the state of the object, so the
 * outcome is unknown and must be reconciled.
 */
const confirmedFlag: RowField<true> = {
  parse(value) {
    if (value !== true) throw malformedError('', 'is not true')
    return value
  },
}
export const successRow = row({ success: confirmedFlag })
/** Requested with a size, which the generated list of fields cannot express. */
export const picturesRow = row({
  id: text,
  picture: optional(object({ data: object({ url: optional(text) }) })),
  instagram_business_account: optional(object({ id: text, profile_picture_url: optional(text) })),
})
export const pageTokenRow = row({ id: text, access_token: optional(text) })

const actionStats = optional(atomicList({ action_type: text, value: optional(text) }))

/** Metrics of a campaign. Ad sets and ads also have their own names. The platform omits zeros. */
const metricFields = {
  campaign_name: optional(text),
  account_currency: optional(text),
  impressions: optional(text),
  reach: optional(text),
  clicks: optional(text),
  spend: optional(text),
  cpm: optional(text),
  cpc: optional(text),
  ctr: optional(text),
  actions: actionStats,
  cost_per_action_type: actionStats,
  conversions: actionStats,
  video_play_actions: actionStats,
  video_avg_time_watched_actions: actionStats,
  video_30_sec_watched_actions: actionStats,
  video_p25_watched_actions: actionStats,
  video_p50_watched_actions: actionStats,
  video_p75_watched_actions: actionStats,
  video_p95_watched_actions: actionStats,
  video_p100_watched_actions: actionStats,
}
const adSetFields = { adset_id: text, adset_name: text }
/** Rankings exist only for single ads. */
const adFields = {
  ad_id: text,
  ad_name: text,
  quality_ranking: optional(text),
  conversion_rate_ranking: optional(text),
}
/** Returned in every row, even when not requested. */
const dayFields = { date_start: text, date_stop: text }

/** Requested fields by level. */
export const insightsFields = {
  campaign: graphFields({ shape: metricFields }),
  adset: graphFields({ shape: { ...metricFields, ...adSetFields } }),
  ad: graphFields({ shape: { ...metricFields, ...adSetFields, ...adFields } }),
}
export const insightsRow = row({
  ...metricFields,
  ...dayFields,
  adset_id: optional(text),
  adset_name: optional(text),
  ad_id: optional(text),
  ad_name: optional(text),
  quality_ranking: optional(text),
  conversion_rate_ranking: optional(text),
})
export type InsightsRow = Row<typeof insightsRow>

/**
 * Fields of a report of an account. https://developers.facebook.com/docs/marketing-api/reference/ads-insights
 */
const reportFields = {
  attribution_setting: optional(text),
  impressions: optional(text),
  clicks: optional(text),
  spend: optional(text),
  reach: optional(text),
  actions: actionStats,
  action_values: actionStats,
}
const campaignFields = { campaign_id: text, campaign_name: text }
export const reportFieldsByLevel = {
  account: graphFields({ shape: reportFields }),
  campaign: graphFields({ shape: { ...reportFields, ...campaignFields } }),
  adset: graphFields({ shape: { ...reportFields, ...campaignFields, ...adSetFields } }),
  ad: graphFields({
    shape: { ...reportFields, ...campaignFields, ...adSetFields, ad_id: text, ad_name: text },
  }),
}
export const reportRow = row({
  ...reportFields,
  ...dayFields,
  campaign_id: optional(text),
  campaign_name: optional(text),
  adset_id: optional(text),
  adset_name: optional(text),
  ad_id: optional(text),
  ad_name: optional(text),
})
export type ReportRow = Row<typeof reportRow>

export const orderedRunRow = row({ report_run_id: text })
export const reportRunRow = row({
  async_status: text,
  async_percent_completion: number,
  error_code: optional(anything),
  error_message: optional(text),
  error_subcode: optional(anything),
  error_user_title: optional(text),
  error_user_msg: optional(text),
})

/**
 * A list without selectable subfields. The entries are validated, but the request contains only the name of
 * the list.
 */
export function atomicList<const RowShape extends Shape>(
  shape: RowShape,
): RowField<readonly RowOf<RowShape>[]> {
  return { parse: list(shape).parse, nested: { shape, container: 'list' } }
}

/** An object without selectable subfields. */
export function atomicObject<const RowShape extends Shape>(shape: RowShape): RowField<RowOf<RowShape>> {
  return { parse: object(shape).parse, nested: { shape, container: 'object' } }
}
