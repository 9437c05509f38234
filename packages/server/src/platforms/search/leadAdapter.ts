// Reads leads of the search platform: one query for the account, and
// one for the form names if there is a new lead.

import { dayMs, minuteMs } from '../../runtime/durations.ts'
import {
  type LeadAdapter,
  type PlatformLead,
  toCanonicalFieldName,
  withFormName,
} from '../connector-kit/leadAdapter.ts'
import type { SearchConnector } from './connector.ts'
import type { SearchLeadRow } from './rows.ts'

export const searchLeadAdapter: LeadAdapter<SearchConnector> = {
  platformRetentionDays: 60,
  // The platform returns some leads a day late.
  overlapMs: 3 * dayMs,
  pollEveryMs: 15 * minuteMs,

  getSubject: ({ selection }) => selection.accountId,

  async listSince(connector, from) {
    return (await connector.leadsSince(dateBefore(from))).map((row) => toLead(row, connector))
  },

  async refetch(connector, leads) {
    const from = Math.min(...leads.map(({ submittedAt }) => submittedAt))
    const rows = await connector.leadsSince(dateBefore(from))
    const names = rows.length === 0 ? undefined : await loadFormNames(connector)
    return rows.map((row) => withFormName(toLead(row, connector), names))
  },

  loadFormNames,
}

/** The names match those of search/get_lead_forms. */
async function loadFormNames(connector: SearchConnector): Promise<ReadonlyMap<string, string>> {
  const forms = await connector.leadForms()
  return new Map(forms.map(({ id, name, leadFormAsset }) => [id, name || leadFormAsset.businessName]))
}

/** The filter starts one day earlier, so that no time zone hides a lead. */
function dateBefore(instant: number): string {
  return new Date(Math.max(0, instant - dayMs)).toISOString().slice(0, 10)
}

function toLead(row: SearchLeadRow, connector: SearchConnector): PlatformLead {
  const { leadFormSubmissionFields: standardFields = [], customLeadFormSubmissionFields: customFields = [] } =
    row
  const field = (name: string, label: string, value = '') => ({
    name,
    label,
    values: value === '' ? [] : [value],
  })
  return {
    upstreamId: row.id,
    accountId: connector.selection.accountId,
    formId: lastSegment(row.asset, '/'),
    campaignId: lastSegment(row.campaign ?? '', '/'),
    adGroupId: lastSegment(row.adGroup ?? '', '/'),
    // An ad's resource name includes its ad group: `customers/1/adGroupAds/2~3`.
    adId: lastSegment(row.adGroupAd ?? '', '~'),
    submittedAt: Date.parse(row.submissionDateTime.replace(' ', 'T')),
    isTest: false,
    content: {
      formName: '',
      clickId: row.gclid ?? '',
      fields: [
        ...standardFields.map(({ fieldType, fieldValue }) =>
          field(toCanonicalFieldName(fieldType), '', fieldValue),
        ),
        ...customFields.map(({ questionText = '', fieldValue }) =>
          field(questionText, questionText, fieldValue),
        ),
      ],
      consents: [],
    },
  }
}

function lastSegment(name: string, separator: string): string {
  return name.slice(name.lastIndexOf(separator) + 1)
}
