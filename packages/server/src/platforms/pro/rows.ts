// Declares every kind of row that adrail reads from LinkedIn and the fields that each row must have.

import {
  anything,
  flag,
  list,
  malformedError,
  number,
  object,
  openEnum,
  optional,
  type Row,
  type RowField,
  row,
  text,
} from '../connector-kit/rows.ts'
import { parseUrnId } from './urns.ts'

/** LinkedIn returns an id as a number or as a URN whose last part is the number. */
const numericId: RowField<number> = {
  parse(value) {
    const digits = typeof value === 'string' ? parseUrnId(value) : String(value)
    if (!/^\d+$/.test(digits)) throw malformedError('', 'is not an id')
    return Number(digits)
  },
}

/**
 * Counts are absent while LinkedIn builds a segment.
 * https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segments
 */
export const dmpSegmentRow = row({
  id: numericId,
  name: text,
  type: text,
  account: text,
  sourcePlatform: optional(text),
  inputCount: optional(number),
  destinations: optional(
    list({
      destination: optional(text),
      destinationSegmentId: optional(text),
      status: optional(openEnum('BUILDING', 'READY', 'UPDATING', 'ARCHIVED', 'EXPIRED', 'FAILED', 'ERROR')),
      audienceSize: optional(number),
      matchedCount: optional(number),
      created: optional(number),
      lastModified: optional(number),
    }),
  ),
})
export type DmpSegment = Row<typeof dmpSegmentRow>

/**
 * Audit stamps of ad segments are objects.
 * https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/adsegments
 */
const auditStamp = optional(object({ time: optional(number) }))

export const adSegmentRow = row({
  id: numericId,
  name: text,
  type: text,
  account: text,
  status: text,
  approximateMemberCount: optional(number),
  created: auditStamp,
  lastModified: auditStamp,
})
export type AdSegment = Row<typeof adSegmentRow>

/** Returns the numeric id of an entity as text, from a bare id or a URN. */
const textId: RowField<string> = {
  parse(value) {
    return parseUrnId(text.parse(value))
  },
}

const money = object({ amount: text, currencyCode: text })
const schedule = object({ start: optional(number), end: optional(number) })
const lifecycleStatus = openEnum(
  'ACTIVE',
  'PAUSED',
  'ARCHIVED',
  'CANCELED',
  'DRAFT',
  'PENDING_DELETION',
  'REMOVED',
  'COMPLETED',
)

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups */
export const groupRow = row({
  id: textId,
  name: text,
  status: lifecycleStatus,
  servingStatuses: optional(list(text)),
  runSchedule: optional(schedule),
  /** Only with an optimized budget, which the campaigns of the group share. */
  dailyBudget: optional(money),
  totalBudget: optional(money),
  objectiveType: optional(text),
})
export type GroupRow = Row<typeof groupRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns */
export const proCampaignRow = row({
  id: textId,
  name: text,
  status: lifecycleStatus,
  campaignGroup: textId,
  servingStatuses: optional(list(text)),
  runSchedule: optional(schedule),
  dailyBudget: optional(money),
  totalBudget: optional(money),
  objectiveType: optional(text),
  unitCost: optional(money),
  costType: optional(text),
  optimizationTargetType: optional(text),
  targetingCriteria: optional(anything),
  audienceExpansionEnabled: optional(flag),
  offsiteDeliveryEnabled: optional(flag),
})
export type ProCampaignRow = Row<typeof proCampaignRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives */
export const creativeRow = row({
  id: textId,
  name: optional(text),
  campaign: textId,
  intendedStatus: lifecycleStatus,
  isServing: optional(flag),
  servingHoldReasons: optional(list(text)),
  review: optional(object({ status: text, rejectionReasons: optional(list(text)) })),
  content: optional(anything),
  leadgenCallToAction: optional(anything),
})
export type CreativeRow = Row<typeof creativeRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting */
export const entityRow = row({ urn: text, name: text, facetUrn: optional(text) })
export type EntityRow = Row<typeof entityRow>

export const audienceCountRow = row({ total: number })

const moneyLimits = object({ min: optional(money), max: optional(money) })
/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ad-budget-pricing */
export const pricingRow = row({ bidLimits: optional(moneyLimits), dailyBudgetLimits: optional(moneyLimits) })
export type PricingRow = Row<typeof pricingRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/post-api-schema */
export const proPostRow = row({
  id: text,
  author: text,
  commentary: optional(text),
  createdAt: optional(number),
  publishedAt: optional(number),
  lifecycleState: optional(text),
  content: optional(anything),
  contentLandingPage: optional(text),
  contentCallToActionLabel: optional(text),
})
export type ProPostRow = Row<typeof proPostRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync */
export const proLeadFormRow = row({
  id: textId,
  name: text,
  state: openEnum('DRAFT', 'PUBLISHED', 'ARCHIVED'),
})

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
export const campaignConversionRow = row({ campaign: text, conversion: text })
export const proConversionRow = row({ id: textId, name: text, type: optional(text), enabled: optional(flag) })

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api */
export const mediaRow = row({
  status: openEnum('WAITING_UPLOAD', 'PROCESSING', 'AVAILABLE', 'PROCESSING_FAILED'),
  owner: optional(text),
  downloadUrl: optional(text),
})

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api#get-a-video */
export const proVideoRow = row({ downloadUrl: optional(text), thumbnail: optional(text) })
export type ProVideoRow = Row<typeof proVideoRow>

const date = object({ year: number, month: number, day: number })

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting-schema */
export const analyticsRow = row({
  pivotValues: list(text),
  dateRange: object({ start: date, end: date }),
  impressions: optional(number),
  clicks: optional(number),
  costInLocalCurrency: optional(text),
  externalWebsiteConversions: optional(number),
  conversionValueInLocalCurrency: optional(text),
  oneClickLeads: optional(number),
  videoViews: optional(number),
  sends: optional(number),
  approximateMemberReach: optional(number),
})
export type AnalyticsRow = Row<typeof analyticsRow>

/** LinkedIn returns only fields that the call names, and accepts at most 20 names. */
export const analyticsFields: readonly string[] = Object.keys(analyticsRow.shape)

/** The name and status of a campaign group, a campaign or a creative. */
export const namedObjectRow = row({
  id: text,
  name: optional(text),
  status: optional(text),
  intendedStatus: optional(text),
})
export type NamedObjectRow = Row<typeof namedObjectRow>

const localized = optional(object({ localized: optional(anything) }))

/**
 * Answers refer to questions by id. The text of a question is in the `form` field.
 * https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync
 */
export const proLeadRow = row({
  id: text,
  submittedAt: number,
  versionedLeadGenFormUrn: text,
  testLead: optional(flag),
  leadMetadata: optional(object({ sponsoredLeadMetadata: optional(object({ campaign: optional(text) })) })),
  associatedEntity: optional(object({ associatedCreative: optional(text) })),
  formResponse: object({
    answers: optional(
      list({
        questionId: text,
        answerDetails: optional(
          object({
            textQuestionAnswer: optional(object({ answer: optional(text) })),
            multipleChoiceAnswer: optional(object({ options: optional(list(text)) })),
          }),
        ),
      }),
    ),
    consentResponses: optional(list({ consentId: text, accepted: optional(flag) })),
  }),
  form: optional(
    object({
      name: optional(text),
      content: optional(
        object({
          questions: optional(
            list({
              questionId: text,
              name: optional(text),
              predefinedField: optional(text),
              question: localized,
              questionDetails: optional(
                object({
                  multipleChoiceQuestionDetails: optional(
                    object({ options: optional(list({ id: text, text: localized })) }),
                  ),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
})
export type ProLeadRow = Row<typeof proLeadRow>

/** A webhook subscription for leads. */
export const leadNotificationRow = row({ id: numericId, webhook: text })
export type LeadNotificationRow = Row<typeof leadNotificationRow>

export const campaignGroupLinkRow = row({ id: numericId, campaignGroup: text })
