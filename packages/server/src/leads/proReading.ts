// Reads leads of LinkedIn with two queries of the account: one for leads of ads, one for test leads.

import type { ProConnector } from '../platforms/pro/connector.ts'
import type { LeadRow } from '../platforms/pro/rows.ts'
import { fieldName, type LeadField, type LeadReading, type ReadLead } from './readLead.ts'

const minuteMs = 60_000

export const proLeads: LeadReading<ProConnector> = {
  keepDays: 365,
  overlapMs: 60 * minuteMs,
  everyMs: 10 * minuteMs,

  subjectOf: ({ selection }) => selection.accountId,

  since: (connector, start, end) => read(connector, start, end),

  async again(connector, leads) {
    const times = leads.map(({ submittedAt }) => submittedAt)
    return await read(connector, Math.min(...times), Math.max(...times))
  },

  subscribe: (connector, address, earlier) => connector.leads.subscribe(address, earlier),
}

async function read(connector: ProConnector, start: number, end: number): Promise<ReadLead[]> {
  const within = { start: Math.floor(start), end: Math.ceil(end) }
  const [rows, tests] = await Promise.all([
    connector.leads.within(within, false),
    connector.leads.within(within, true),
  ])
  const all = [...rows, ...tests]
  const campaigns = [...new Set(all.map(campaignOf).filter((id) => id !== ''))]
  const groups =
    campaigns.length === 0 ? new Map<string, string>() : await connector.leads.groupsOf(campaigns)
  return all.map((row) => leadOf(row, connector, groups))
}

function campaignOf({ leadMetadata }: LeadRow): string {
  return numberIn(leadMetadata?.sponsoredLeadMetadata?.campaign ?? '')
}

function leadOf(row: LeadRow, connector: ProConnector, groups: ReadonlyMap<string, string>): ReadLead {
  const adGroupId = campaignOf(row)
  const { answers = [], consentResponses = [] } = row.formResponse
  return {
    upstreamId: row.id,
    accountId: connector.selection.accountId,
    // `urn:li:versionedLeadGenForm:(urn:li:leadGenForm:9001,1)`
    formId: /leadGenForm:(\d+)/.exec(row.versionedLeadGenFormUrn)?.[1] ?? row.versionedLeadGenFormUrn,
    campaignId: groups.get(adGroupId) ?? '',
    adGroupId,
    adId: numberIn(row.associatedEntity?.associatedCreative ?? ''),
    submittedAt: row.submittedAt,
    isTest: row.testLead ?? false,
    content: {
      formName: row.form?.name ?? '',
      clickId: '',
      fields: answers.map((answer) => fieldOf(answer, row)),
      consents: consentResponses.map(({ consentId, accepted = false }) => ({ id: consentId, accepted })),
    },
  }
}

type Answer = NonNullable<LeadRow['formResponse']['answers']>[number]

/** Prefers the platform's name of a field: the other names are in the language of the form's author. */
function fieldOf({ questionId, answerDetails }: Answer, { form }: LeadRow): LeadField {
  const question = form?.content?.questions?.find((each) => each.questionId === questionId)
  const label = wordsIn(question?.question?.localized)
  const { predefinedField, name } = question ?? {}
  const options = question?.questionDetails?.multipleChoiceQuestionDetails?.options ?? []
  const chosen = answerDetails?.multipleChoiceAnswer?.options?.map(
    (id) => wordsIn(options.find((option) => option.id === id)?.text?.localized) || id,
  )
  const written = answerDetails?.textQuestionAnswer?.answer
  return {
    name: predefinedField ? fieldName(predefinedField) : name || label || questionId,
    label,
    values: chosen ?? (written === undefined ? [] : [written]),
  }
}

/** Returns the first translation of a localized text. */
function wordsIn(localized: unknown): string {
  const [first] = typeof localized === 'object' && localized !== null ? Object.values(localized) : []
  return typeof first === 'string' ? first : ''
}

function numberIn(urn: string): string {
  return urn.slice(urn.lastIndexOf(':') + 1)
}
