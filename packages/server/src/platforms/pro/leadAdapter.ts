// Reads leads of LinkedIn with two queries of the account: one for leads of ads, one for test leads.

import { minuteMs } from '../../runtime/durations.ts'
import {
  type LeadAdapter,
  type LeadField,
  type PlatformLead,
  toCanonicalFieldName,
} from '../connector-kit/leadAdapter.ts'
import type { ProConnector } from './connector.ts'
import type { ProLeadRow } from './rows.ts'
import { parseUrnId } from './urns.ts'

export const proLeadAdapter: LeadAdapter<ProConnector> = {
  platformRetentionDays: 365,
  overlapMs: 60 * minuteMs,
  pollEveryMs: 10 * minuteMs,

  getSubject: ({ selection }) => selection.accountId,

  listSince: (connector, start, end) => fetchLeads(connector, start, end),

  async refetch(connector, leads) {
    const times = leads.map(({ submittedAt }) => submittedAt)
    return await fetchLeads(connector, Math.min(...times), Math.max(...times))
  },

  subscribe: (connector, address, previousAddress) => connector.leads.subscribe(address, previousAddress),
}

async function fetchLeads(connector: ProConnector, start: number, end: number): Promise<PlatformLead[]> {
  const range = { start: Math.floor(start), end: Math.ceil(end) }
  const [rows, tests] = await Promise.all([
    connector.leads.listSubmittedWithin(range, false),
    connector.leads.listSubmittedWithin(range, true),
  ])
  const all = [...rows, ...tests]
  const campaignIds = [...new Set(all.map(parseCampaignId).filter((id) => id !== ''))]
  const groupIdByCampaign =
    campaignIds.length === 0 ? new Map<string, string>() : await connector.leads.findGroupIds(campaignIds)
  return all.map((row) => toLead(row, connector, groupIdByCampaign))
}

function parseCampaignId({ leadMetadata }: ProLeadRow): string {
  return parseUrnId(leadMetadata?.sponsoredLeadMetadata?.campaign ?? '')
}

function toLead(row: ProLeadRow, connector: ProConnector, groups: ReadonlyMap<string, string>): PlatformLead {
  const adGroupId = parseCampaignId(row)
  const { answers = [], consentResponses = [] } = row.formResponse
  return {
    upstreamId: row.id,
    accountId: connector.selection.accountId,
    // `urn:li:versionedLeadGenForm:(urn:li:leadGenForm:9001,1)`
    formId: /leadGenForm:(\d+)/.exec(row.versionedLeadGenFormUrn)?.[1] ?? row.versionedLeadGenFormUrn,
    campaignId: groups.get(adGroupId) ?? '',
    adGroupId,
    adId: parseUrnId(row.associatedEntity?.associatedCreative ?? ''),
    submittedAt: row.submittedAt,
    isTest: row.testLead ?? false,
    content: {
      formName: row.form?.name ?? '',
      clickId: '',
      fields: answers.map((answer) => toField(answer, row)),
      consents: consentResponses.map(({ consentId, accepted = false }) => ({ id: consentId, accepted })),
    },
  }
}

type Answer = NonNullable<ProLeadRow['formResponse']['answers']>[number]

/** Prefers the platform's name of a field: the other names are in the language of the form's author. */
function toField({ questionId, answerDetails }: Answer, { form }: ProLeadRow): LeadField {
  const question = form?.content?.questions?.find((candidate) => candidate.questionId === questionId)
  const label = firstTranslation(question?.question?.localized)
  const { predefinedField, name } = question ?? {}
  const options = question?.questionDetails?.multipleChoiceQuestionDetails?.options ?? []
  const choices = answerDetails?.multipleChoiceAnswer?.options?.map(
    (id) => firstTranslation(options.find((option) => option.id === id)?.text?.localized) || id,
  )
  const freeText = answerDetails?.textQuestionAnswer?.answer
  return {
    name: predefinedField ? toCanonicalFieldName(predefinedField) : name || label || questionId,
    label,
    values: choices ?? (freeText === undefined ? [] : [freeText]),
  }
}

/** Returns the first translation of a localized text. */
function firstTranslation(localized: unknown): string {
  const [first] = typeof localized === 'object' && localized !== null ? Object.values(localized) : []
  return typeof first === 'string' ? first : ''
}
