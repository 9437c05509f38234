// Reads leads of the social platform, form by form, with the page token.

import { minuteMs } from '../../runtime/durations.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { type LeadAdapter, type PlatformLead, toCanonicalFieldName } from '../connector-kit/leadAdapter.ts'
import type { SocialConnector } from './connector.ts'
import type { LeadFormWithQuestions, SocialLeadRow } from './pageLeads.ts'

export const socialLeadAdapter: LeadAdapter<SocialConnector> = {
  platformRetentionDays: 90,
  overlapMs: 60 * minuteMs,
  pollEveryMs: 10 * minuteMs,

  getSubject: ({ selection }) => selection.page.id,

  async listSince(connector, from) {
    const forms = (await connector.leads.listForms()).filter(
      ({ status }) => !['DRAFT', 'DELETED'].includes(status),
    )
    const leads: PlatformLead[] = []
    for (const form of forms) {
      // The platform compares whole seconds and returns only later
      // ones, so the filter starts one second earlier.
      const rows = await connector.leads.listCreatedSince(form.id, from / 1000 - 1)
      // No field marks a lead as a test lead. A test lead has no ad, but neither do some real leads.
      const tests = rows.some(({ ad_id }) => ad_id === undefined)
        ? await connector.leads.listTestIds(form.id)
        : new Set<string>()
      leads.push(...rows.map((row) => toLead(row, form, connector, tests.has(row.id))))
    }
    return leads
  },

  async refetch(connector, leads) {
    const forms = new Map((await connector.leads.listForms()).map((form) => [form.id, form]))
    const rows = await Promise.all(
      leads.map(({ upstreamId }) => ignoreNotFound(connector.leads.readLead(upstreamId))),
    )
    return rows.flatMap((row) => (row ? [toLead(row, forms.get(row.form_id), connector, false)] : []))
  },

  subscribe: (connector) => connector.leads.subscribe(),
}

/** Returns undefined when the platform has deleted the lead. */
async function ignoreNotFound(request: Promise<SocialLeadRow>): Promise<SocialLeadRow | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'OBJECT_NOT_FOUND') return undefined
    throw error
  }
}

function toLead(
  row: SocialLeadRow,
  form: LeadFormWithQuestions | undefined,
  connector: SocialConnector,
  isTest: boolean,
): PlatformLead {
  const questions = new Map((form?.questions ?? []).map((question) => [question.key ?? '', question]))
  return {
    upstreamId: row.id,
    accountId: connector.selection.page.id,
    formId: row.form_id,
    campaignId: row.campaign_id ?? '',
    adGroupId: row.adset_id ?? '',
    adId: row.ad_id ?? '',
    submittedAt: Date.parse(row.created_time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
    isTest,
    content: {
      formName: form?.name ?? '',
      clickId: '',
      fields: (row.field_data ?? []).map(({ name, values = [] }) => {
        const { type = 'CUSTOM', label = '' } = questions.get(name) ?? {}
        return { name: type === 'CUSTOM' ? name : toCanonicalFieldName(type), label, values }
      }),
      consents: (row.custom_disclaimer_responses ?? []).map(({ checkbox_key, is_checked = '' }) => ({
        id: checkbox_key,
        accepted: ['1', 'true'].includes(String(is_checked)),
      })),
    },
  }
}
