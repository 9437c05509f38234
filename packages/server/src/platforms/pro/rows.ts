// Every kind of row that is asked of the professional network, and what must be there.

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

/** Ids are numbers; where a URN comes instead, its last part is the number. */
const id: Member<number> = {
  accept(value) {
    const digits = typeof value === 'string' ? value.slice(value.lastIndexOf(':') + 1) : String(value)
    if (!/^\d+$/.test(digits)) throw garbled('', 'is no id')
    return Number(digits)
  },
}

/**
 * Counts are not there while a segment is built.
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

/** Audit stamps are objects here. https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/adsegments */
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

const localized = optional(object({ localized: optional(anything) }))

/**
 * Answers name their question by its number; what it asked stands in the form beside them.
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

/** In which group a campaign is. */
export const groupOfRow = row({ id, campaignGroup: text })
