// Lead forms of a page.
// https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms

import { addressed, plain } from '../graph/nodeKind.ts'
import type { LeadForm } from '../state.ts'
import { universalTime } from '../times.ts'

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
    follow_up_action_url: () => undefined,
    questions: () => [
      { key: 'full_name', label: 'Full name', type: 'FULL_NAME', id: '1' },
      { key: 'email', label: 'Email', type: 'EMAIL', id: '2' },
    ],
  },
})
