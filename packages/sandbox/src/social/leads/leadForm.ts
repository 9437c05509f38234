// Lead forms of a page, and their leads.
// https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms

import { hasScope } from '../access.ts'
import { GraphError, invalid, lacksPermission } from '../errors.ts'
import { passes, readFilters } from '../graph/filtering.ts'
import { addressed, type Edge, plain } from '../graph/nodeKind.ts'
import { bill } from '../graph/usage.ts'
import type { LeadForm } from '../state.ts'
import { universalTime } from '../times.ts'
import { questionsOf } from './answers.ts'
import { leadsOf, leadsOfForm, makeLead } from './collect.ts'
import { requireLeads } from './lead.ts'
import { tellOfLeads } from './told.ts'

/** https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving */
const leads: Edge<LeadForm> = {
  source: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving',
  params: ['filtering'],
  limit: { usual: 25, most: 1000 },
  list(form, request, params) {
    requireLeads(request)
    bill(request, 'leadgen', form.page)
    // The filter's name differs from the field's. The platform silently ignores a time that is no number.
    const filters = readFilters(params, ['time_created']).filter(({ value }) => /^\d+$/.test(String(value)))
    const items = leadsOfForm(request.exchange.state, form, request.now).filter(({ createdAt }) =>
      filters.every((filter) => passes(filter, Math.floor(createdAt / 1000))),
    )
    return { kind: 'lead', items }
  },
}

/**
 * One test lead per form at a time.
 * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting
 */
const testLeads: Edge<LeadForm> = {
  source: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting',
  list(form, request) {
    requireLeads(request)
    bill(request, 'leadgen', form.page)
    return { kind: 'lead', items: testLeadsOf(form, request) }
  },
  create: {
    params: ['field_data', 'custom_disclaimer_responses'],
    run(form, request) {
      requireLeads(request)
      if (!hasScope(request, 'pages_manage_ads'))
        throw lacksPermission('Requires pages_manage_ads permission to manage the object')
      bill(request, 'leadgen', form.page)
      if (form.status !== 'ACTIVE') throw invalid('Invalid parameter', { blame: ['form_id'] })
      if (testLeadsOf(form, request).length > 0) throw testLeadExists()
      const answers = answersIn(request.params.json('field_data'))
      const made = makeLead(request.exchange.state, {
        form: form.id,
        createdAt: Math.floor(request.now / 1000) * 1000,
        test: true,
        ...(answers === undefined ? {} : { answers }),
      })
      request.exchange.effect('test_lead_created', made.id, { form: form.id })
      // Test leads exist to trigger the webhooks of applications. The call does not wait for the webhooks.
      void tellOfLeads(request.exchange.state, [made], request.now)
      return { id: made.id }
    },
  },
}

/** Recorded in 2026: a refusal of this form under the code that elsewhere means an outage. */
const testLeadExists = () =>
  new GraphError({
    message: 'An unexpected error has occurred. Please retry your request later.',
    code: 2,
    subcode: 1892058,
    status: 500,
    transient: false,
    userTitle: 'Test lead already exists',
    userMessage: 'Test lead already exists for this form. Delete the existing one before you create another.',
  })

function testLeadsOf(form: LeadForm, { social }: { readonly social: Parameters<typeof leadsOf>[0] }) {
  return Object.values(leadsOf(social)).filter((lead) => lead.form === form.id && lead.test === true)
}

/** Parses `[{"name":"email","values":["ann@example.org"]}]`. */
export function answersIn(given: unknown): Record<string, string> | undefined {
  if (given === undefined) return undefined
  if (!Array.isArray(given)) throw invalid('Param field_data must be an array.', { blame: ['field_data'] })
  return Object.fromEntries(
    given.map((entry: { name?: unknown; values?: unknown[] } | null, index) => {
      const value = entry?.values?.[0]
      if (typeof entry?.name !== 'string' || typeof value !== 'string')
        throw invalid(`Param field_data[${index}] must have the keys name and values.`, {
          blame: ['field_data'],
        })
      return [entry.name, value]
    }),
  )
}

export const leadFormKind = addressed<LeadForm>({
  type: 'LeadGenData',
  source: 'https://developers.facebook.com/docs/graph-api/reference/lead-gen-data',
  usual: ['locale', 'name', 'status'],
  fields: {
    ...plain<LeadForm>('name', 'status', 'locale'),
    page_id: (form) => form.page,
    created_time: (form) => universalTime(form.createdAt),
    leads_count: (form) => form.leads,
    expired_leads_count: () => 0,
    organic_leads_count: () => 0,
    follow_up_action_url: (form) => form.followUpUrl,
    questions: (form) => questionsOf(form).map((question, index) => ({ id: String(index + 1), ...question })),
  },
  edges: { leads, test_leads: testLeads },
  // Archiving is the only change of a form. Meta refuses DELETE with 100/33.
  // `status` of LeadgenForm.update in facebook/facebook-nodejs-business-sdk.
  update: {
    params: ['status'],
    run(form, request) {
      if (!hasScope(request, 'pages_manage_ads'))
        throw lacksPermission('Requires pages_manage_ads permission to manage the object')
      bill(request, 'leadgen', form.page)
      const status = request.params.requiredText('status')
      if (status !== 'ACTIVE' && status !== 'ARCHIVED')
        throw invalid(`Param status must be one of {ACTIVE, ARCHIVED} - got "${status}".`, {
          blame: ['status'],
        })
      request.social.leadForms[form.id] = { ...form, status }
      request.exchange.effect('lead_form_updated', form.id, { status })
      return { success: true }
    },
  },
})
