// Lead forms and leads of the linked page.
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving

import { anything, flag, list, optional, type Row, row, text } from '../connector-kit/rows.ts'
import type { Graph } from './graph.ts'
import { createdRow, successRow } from './rows.ts'
import type { SocialSelection } from './selection.ts'

/** https://developers.facebook.com/docs/graph-api/reference/lead-gen-data */
export const leadFormWithQuestionsRow = row({
  id: text,
  name: text,
  status: text,
  questions: optional(list({ key: optional(text), label: optional(text), type: optional(text) })),
})
export type LeadFormWithQuestions = Row<typeof leadFormWithQuestionsRow>

/** https://developers.facebook.com/docs/graph-api/reference/lead */
export const socialLeadRow = row({
  id: text,
  created_time: text,
  form_id: text,
  ad_id: optional(text),
  adset_id: optional(text),
  campaign_id: optional(text),
  is_organic: optional(flag),
  field_data: optional(list({ name: text, values: optional(list(text)) })),
  // Recorded values of `is_checked` are true, 'true' and '1'.
  custom_disclaimer_responses: optional(list({ checkbox_key: text, is_checked: optional(anything) })),
})
export type SocialLeadRow = Row<typeof socialLeadRow>

const testLeadIdRow = row({ id: text })

/**
 * Maximum number of leads of a form in 90 days, in pages. Beyond the limit, the read fails instead of
 * omitting leads.
 */
const maxPages = 100
const retrievalNames = { permission: 'leads_retrieval' }

/** Fields of a new form. */
export interface NewLeadForm {
  readonly name: string
  readonly privacy_policy: { readonly url: string; readonly link_text?: string }
  readonly follow_up_action_url?: string
  readonly questions: readonly {
    readonly type: string
    readonly key: string
    readonly label?: string
    readonly options?: readonly { readonly key: string; readonly value: string }[]
  }[]
}

export function createSocialLeadClient(graph: Graph, { page }: SocialSelection) {
  const formCall = (formId: string, edge: string, params = {}) => ({
    ...graph.pageCall([formId, edge], 'leadgen', { limit: '500', ...params }),
    names: retrievalNames,
  })
  return {
    /** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms */
    listForms(): Promise<LeadFormWithQuestions[]> {
      const call = graph.pageCall([page.id, 'leadgen_forms'], 'leadgen', { limit: '100' })
      return graph.readAll(
        { ...call, names: { permission: 'pages_manage_ads' } },
        leadFormWithQuestionsRow,
        10,
      )
    },

    /**
     * Lists leads that were created after a time. The filter's field name differs from the row's field name,
     * and the value is in seconds. The platform silently ignores other filters.
     */
    listCreatedSince(formId: string, seconds: number): Promise<SocialLeadRow[]> {
      const filtering = JSON.stringify([
        { field: 'time_created', operator: 'GREATER_THAN', value: Math.floor(seconds) },
      ])
      return graph.readAll(formCall(formId, 'leads', { filtering }), socialLeadRow, maxPages)
    },

    /**
     * Ids of the test leads of a form.
     * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting
     */
    async listTestIds(formId: string): Promise<Set<string>> {
      const testLeads = await graph.readAll(formCall(formId, 'test_leads'), testLeadIdRow, 5)
      return new Set(testLeads.map(({ id }) => id))
    },

    /**
     * Creates a test lead. A form can have one at a time.
     * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting
     */
    async createTestLead(
      formId: string,
      answers: readonly { readonly name: string; readonly values: readonly string[] }[],
    ): Promise<string> {
      const leadParams = answers.length === 0 ? {} : { field_data: JSON.stringify(answers) }
      const call = graph.pageCall([formId, 'test_leads'], 'leadgen', leadParams)
      const params = { field_data: 'fields' }
      return (
        await graph.write({ ...call, names: { ...retrievalNames, object: 'formId', params } }, createdRow)
      ).id
    },

    /**
     * Deletes a lead. The reference documents only reading, but the vendor's own client deletes:
     * https://developers.facebook.com/docs/graph-api/reference/lead
     */
    async deleteLead(id: string): Promise<void> {
      await graph.deleteObject({ ...graph.pageCall([id], 'leadgen'), names: retrievalNames })
    },

    readLead(id: string): Promise<SocialLeadRow> {
      return graph.readNode(
        { ...graph.pageCall([id], 'leadgen'), names: { ...retrievalNames, object: 'leadId' } },
        socialLeadRow,
      )
    },

    /**
     * Subscribes the app to notices of new leads of the page.
     * https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps
     */
    async subscribe(): Promise<void> {
      const call = graph.pageCall([page.id, 'subscribed_apps'], 'leadgen', { subscribed_fields: 'leadgen' })
      await graph.write({ ...call, names: { permission: 'pages_manage_metadata' } }, successRow)
    },

    /** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms/#Creating */
    async createForm({ name, follow_up_action_url, ...form }: NewLeadForm): Promise<string> {
      const call = graph.pageCall([page.id, 'leadgen_forms'], 'leadgen', {
        name,
        ...(follow_up_action_url === undefined ? {} : { follow_up_action_url }),
        privacy_policy: JSON.stringify(form.privacy_policy),
        questions: JSON.stringify(form.questions),
      })
      const params = {
        name: 'name',
        questions: 'questions',
        privacy_policy: 'privacyPolicyUrl',
        follow_up_action_url: 'followUpUrl',
      }
      return (await graph.write({ ...call, names: { permission: 'pages_manage_ads', params } }, createdRow))
        .id
    },
  }
}
