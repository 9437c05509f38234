// Lead forms of a page, and their leads.
// https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms

import { hasScope } from '../access.ts'
import { GraphError, invalidParameter, permissionDenied } from '../errors.ts'
import { matchesFilter, readFilters } from '../graph/filtering.ts'
import { createNodeKindWithId, type Edge, plainFields } from '../graph/nodeKind.ts'
import { chargeUsage } from '../graph/usage.ts'
import type { LeadForm } from '../state.ts'
import { formatUtcTime } from '../times.ts'
import { getQuestions } from './answers.ts'
import { createLead, getStoredLeads, listFormLeads } from './collect.ts'
import { requireLeadsScope } from './lead.ts'
import { pushLeads } from './webhooks.ts'

/** https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving */
const leadsEdge: Edge<LeadForm> = {
  docsUrl: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving',
  params: ['filtering'],
  limit: { defaultLimit: 25, maxLimit: 1000 },
  list(form, request, params) {
    requireLeadsScope(request)
    chargeUsage(request, 'leadgen', form.page)
    // The filter's name differs from the field's. The platform silently ignores a time that is no number.
    const filters = readFilters(params, ['time_created']).filter(({ value }) => /^\d+$/.test(String(value)))
    const items = listFormLeads(request.exchange.state, form, request.now).filter(({ createdAt }) =>
      filters.every((filter) => matchesFilter(filter, Math.floor(createdAt / 1000))),
    )
    return { kind: 'lead', items }
  },
}

/**
 * One test lead per form at a time.
 * https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting
 */
const testLeadsEdge: Edge<LeadForm> = {
  docsUrl: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting',
  list(form, request) {
    requireLeadsScope(request)
    chargeUsage(request, 'leadgen', form.page)
    return { kind: 'lead', items: listTestLeads(form, request) }
  },
  create: {
    params: ['field_data', 'custom_disclaimer_responses'],
    run(form, request) {
      requireLeadsScope(request)
      if (!hasScope(request, 'pages_manage_ads'))
        throw permissionDenied('Requires pages_manage_ads permission to manage the object')
      chargeUsage(request, 'leadgen', form.page)
      if (form.status !== 'ACTIVE') throw invalidParameter('Invalid parameter', { blame: ['form_id'] })
      if (listTestLeads(form, request).length > 0) throw testLeadExistsError()
      const answers = parseFieldData(request.params.json('field_data'))
      const createdLead = createLead(request.exchange.state, {
        form: form.id,
        createdAt: Math.floor(request.now / 1000) * 1000,
        test: true,
        ...(answers === undefined ? {} : { answers }),
      })
      request.exchange.effect('test_lead_created', createdLead.id, { form: form.id })
      // Test leads exist to trigger the webhooks of applications. The call does not wait for the webhooks.
      void pushLeads(request.exchange.state, [createdLead], request.now)
      return { id: createdLead.id }
    },
  },
}

/** Recorded in 2026: a refusal of this form under the code that elsewhere means an outage. */
const testLeadExistsError = () =>
  new GraphError({
    message: 'An unexpected error has occurred. Please retry your request later.',
    code: 2,
    subcode: 1892058,
    status: 500,
    transient: false,
    userTitle: 'Test lead already exists',
    userMessage: 'Test lead already exists for this form. Delete the existing one before you create another.',
  })

function listTestLeads(
  form: LeadForm,
  { social }: { readonly social: Parameters<typeof getStoredLeads>[0] },
) {
  return Object.values(getStoredLeads(social)).filter((lead) => lead.form === form.id && lead.test === true)
}

/** Parses `[{"name":"email","values":["ann@example.org"]}]`. */
export function parseFieldData(rawFieldData: unknown): Record<string, string> | undefined {
  if (rawFieldData === undefined) return undefined
  if (!Array.isArray(rawFieldData))
    throw invalidParameter('Param field_data must be an array.', { blame: ['field_data'] })
  return Object.fromEntries(
    rawFieldData.map((entry: { name?: unknown; values?: unknown[] } | null, index) => {
      const value = entry?.values?.[0]
      if (typeof entry?.name !== 'string' || typeof value !== 'string')
        throw invalidParameter(`Param field_data[${index}] must have the keys name and values.`, {
          blame: ['field_data'],
        })
      return [entry.name, value]
    }),
  )
}

export const leadFormKind = createNodeKindWithId<LeadForm>({
  type: 'LeadGenData',
  docsUrl: 'https://developers.facebook.com/docs/graph-api/reference/lead-gen-data',
  defaultFields: ['locale', 'name', 'status'],
  fields: {
    ...plainFields<LeadForm>('name', 'status', 'locale'),
    page_id: (form) => form.page,
    created_time: (form) => formatUtcTime(form.createdAt),
    leads_count: (form) => form.leads,
    expired_leads_count: () => 0,
    organic_leads_count: () => 0,
    follow_up_action_url: (form) => form.followUpUrl,
    questions: (form) =>
      getQuestions(form).map((question, index) => ({ id: String(index + 1), ...question })),
  },
  edges: { leads: leadsEdge, test_leads: testLeadsEdge },
  // Archiving is the only change of a form. Meta refuses DELETE with 100/33.
  // `status` of LeadgenForm.update in facebook/facebook-nodejs-business-sdk.
  update: {
    params: ['status'],
    run(form, request) {
      if (!hasScope(request, 'pages_manage_ads'))
        throw permissionDenied('Requires pages_manage_ads permission to manage the object')
      chargeUsage(request, 'leadgen', form.page)
      const status = request.params.requiredText('status')
      if (status !== 'ACTIVE' && status !== 'ARCHIVED')
        throw invalidParameter(`Param status must be one of {ACTIVE, ARCHIVED} - got "${status}".`, {
          blame: ['status'],
        })
      request.social.leadForms[form.id] = { ...form, status }
      request.exchange.effect('lead_form_updated', form.id, { status })
      return { success: true }
    },
  },
})
