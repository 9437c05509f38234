// Lead forms of the linked page and what people filled in.
// https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving

import { anything, flag, list, optional, type Row, row, text } from '../kit/rows.ts'
import type { SocialSelection } from '../kit/selections.ts'
import type { Graph } from './graph.ts'
import { changedRow, madeRow } from './rows.ts'

/** https://developers.facebook.com/docs/graph-api/reference/lead-gen-data */
export const askedFormRow = row({
  id: text,
  name: text,
  status: text,
  questions: optional(list({ key: optional(text), label: optional(text), type: optional(text) })),
})
export type AskedForm = Row<typeof askedFormRow>

/** https://developers.facebook.com/docs/graph-api/reference/lead */
export const leadRow = row({
  id: text,
  created_time: text,
  form_id: text,
  ad_id: optional(text),
  adset_id: optional(text),
  campaign_id: optional(text),
  is_organic: optional(flag),
  field_data: optional(list({ name: text, values: optional(list(text)) })),
  // `is_checked` is recorded as true, as 'true' and as '1'.
  custom_disclaimer_responses: optional(list({ checkbox_key: text, is_checked: optional(anything) })),
})
export type LeadRow = Row<typeof leadRow>

const idRow = row({ id: text })

/** A form has so many leads in 90 days at most; past it the read fails rather than leave some out. */
const mostPages = 100
const names = { permission: 'leads_retrieval' }

/** What a new form is made of. */
export interface NewForm {
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

export function leadCalls(graph: Graph, { page }: SocialSelection) {
  const ofForm = (formId: string, edge: string, params = {}) => ({
    ...graph.ofPage([formId, edge], 'leadgen', { limit: '500', ...params }),
    names,
  })
  return {
    /** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms */
    forms(): Promise<AskedForm[]> {
      const call = graph.ofPage([page.id, 'leadgen_forms'], 'leadgen', { limit: '100' })
      return graph.all({ ...call, names: { permission: 'pages_manage_ads' } }, askedFormRow, 10)
    },

    /** The filter's field differs from the one that is read, and takes seconds; anything else is ignored silently. */
    since(formId: string, seconds: number): Promise<LeadRow[]> {
      const filtering = JSON.stringify([
        { field: 'time_created', operator: 'GREATER_THAN', value: Math.floor(seconds) },
      ])
      return graph.all(ofForm(formId, 'leads', { filtering }), leadRow, mostPages)
    },

    /** Which leads of a form are test leads. https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting */
    async testIds(formId: string): Promise<Set<string>> {
      const found = await graph.all(ofForm(formId, 'test_leads'), idRow, 5)
      return new Set(found.map(({ id }) => id))
    },

    /** One for each form at a time. https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting */
    async createTest(
      formId: string,
      answers: readonly { readonly name: string; readonly values: readonly string[] }[],
    ): Promise<string> {
      const given = answers.length === 0 ? {} : { field_data: JSON.stringify(answers) }
      const call = graph.ofPage([formId, 'test_leads'], 'leadgen', given)
      const params = { field_data: 'fields' }
      return (await graph.write({ ...call, names: { ...names, object: 'formId', params } }, madeRow)).id
    },

    /** https://developers.facebook.com/docs/graph-api/reference/lead (deleting: the vendor's own client has it) */
    async remove(id: string): Promise<void> {
      await graph.remove({ ...graph.ofPage([id], 'leadgen'), names })
    },

    lead(id: string): Promise<LeadRow> {
      return graph.node({ ...graph.ofPage([id], 'leadgen'), names: { ...names, object: 'leadId' } }, leadRow)
    },

    /** Has the page tell the app of new leads. https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps */
    async subscribe(): Promise<void> {
      const call = graph.ofPage([page.id, 'subscribed_apps'], 'leadgen', { subscribed_fields: 'leadgen' })
      await graph.write({ ...call, names: { permission: 'pages_manage_metadata' } }, changedRow)
    },

    /** https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms/#Creating */
    async createForm({ name, follow_up_action_url, ...parts }: NewForm): Promise<string> {
      const call = graph.ofPage([page.id, 'leadgen_forms'], 'leadgen', {
        name,
        ...(follow_up_action_url === undefined ? {} : { follow_up_action_url }),
        privacy_policy: JSON.stringify(parts.privacy_policy),
        questions: JSON.stringify(parts.questions),
      })
      const params = {
        name: 'name',
        questions: 'questions',
        privacy_policy: 'privacyPolicyUrl',
        follow_up_action_url: 'followUpUrl',
      }
      return (await graph.write({ ...call, names: { permission: 'pages_manage_ads', params } }, madeRow)).id
    },
  }
}
