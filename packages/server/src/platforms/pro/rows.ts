// Declares every kind of row that adrail reads from LinkedIn and the fields that each row must have.

import {
  anything,
  flag,
  garbled,
  list,
  type Member,
  number,
  object,
  optional,
  type Row,
  row,
  text,
  word,
} from '../kit/rows.ts'

/** LinkedIn returns an id as a number or as a URN whose last part is the number. */
const id: Member<number> = {
  accept(value) {
    const digits = typeof value === 'string' ? value.slice(value.lastIndexOf(':') + 1) : String(value)
    if (!/^\d+$/.test(digits)) throw garbled('', 'is no id')
    return Number(digits)
  },
}

/**
 * Counts are absent while LinkedIn builds a segment.
 * https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segments
 */
export const dmpSegmentRow = row({
  id,
  name: text,
  type: text,
  account: text,
  sourcePlatform: optional(text),
  inputCount: optional(number),
  destinations: optional(
    list({
      destination: optional(text),
      destinationSegmentId: optional(text),
      status: optional(word('BUILDING', 'READY', 'UPDATING', 'ARCHIVED', 'EXPIRED', 'FAILED', 'ERROR')),
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
const stamp = optional(object({ time: optional(number) }))

export const adSegmentRow = row({
  id,
  name: text,
  type: text,
  account: text,
  status: text,
  approximateMemberCount: optional(number),
  created: stamp,
  lastModified: stamp,
})
export type AdSegment = Row<typeof adSegmentRow>

/** Returns the numeric id of an entity as text, from a bare id or a URN. */
const key: Member<string> = {
  accept(value) {
    const given = text.accept(value)
    return given.slice(given.lastIndexOf(':') + 1)
  },
}

const money = object({ amount: text, currencyCode: text })
const schedule = object({ start: optional(number), end: optional(number) })
const life = word(
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
  id: key,
  name: text,
  status: life,
  servingStatuses: optional(list(text)),
  runSchedule: optional(schedule),
  totalBudget: optional(money),
  objectiveType: optional(text),
})
export type GroupRow = Row<typeof groupRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns */
export const campaignRow = row({
  id: key,
  name: text,
  status: life,
  campaignGroup: key,
  servingStatuses: optional(list(text)),
  runSchedule: optional(schedule),
  dailyBudget: optional(money),
  totalBudget: optional(money),
  objectiveType: optional(text),
  unitCost: optional(money),
  targetingCriteria: optional(anything),
})
export type CampaignRow = Row<typeof campaignRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives */
export const creativeRow = row({
  id: key,
  name: optional(text),
  campaign: key,
  intendedStatus: life,
  isServing: optional(flag),
  servingHoldReasons: optional(list(text)),
  review: optional(object({ status: text, rejectionReasons: optional(list(text)) })),
})
export type CreativeRow = Row<typeof creativeRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/ads-targeting */
export const entityRow = row({ urn: text, name: text, facetUrn: optional(text) })
export type EntityRow = Row<typeof entityRow>

export const audienceCountRow = row({ total: number })

const limits = object({ min: optional(money), max: optional(money) })
/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ad-budget-pricing */
export const pricingRow = row({ bidLimits: optional(limits), dailyBudgetLimits: optional(limits) })
export type PricingRow = Row<typeof pricingRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/post-api-schema */
export const postRow = row({
  id: text,
  author: text,
  commentary: optional(text),
  createdAt: optional(number),
  publishedAt: optional(number),
  lifecycleState: optional(text),
  content: optional(anything),
})
export type PostRow = Row<typeof postRow>

/** https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync */
export const leadFormRow = row({ id: key, name: text, state: word('DRAFT', 'PUBLISHED', 'ARCHIVED') })

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
export const campaignConversionRow = row({ campaign: text, conversion: text })
export const conversionRow = row({ id: key, name: text, type: optional(text), enabled: optional(flag) })

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api */
export const mediumRow = row({
  status: word('WAITING_UPLOAD', 'PROCESSING', 'AVAILABLE', 'PROCESSING_FAILED'),
  owner: optional(text),
  downloadUrl: optional(text),
})

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
export const namedRow = row({
  id: text,
  name: optional(text),
  status: optional(text),
  intendedStatus: optional(text),
})
export type NamedRow = Row<typeof namedRow>

const localized = optional(object({ localized: optional(anything) }))

/**
 * Answers refer to questions by id. The text of a question is in the `form` field.
 * https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync
 */
export const leadRow = row({
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
export type LeadRow = Row<typeof leadRow>

/** A webhook subscription for leads. */
export const leadNotificationRow = row({ id, webhook: text })
export type LeadNotificationRow = Row<typeof leadNotificationRow>

export const groupOfRow = row({ id, campaignGroup: text })
