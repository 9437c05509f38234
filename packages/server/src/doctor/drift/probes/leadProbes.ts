// Probes of leads and lead forms. An app may lack the permissions for these reads.

import { dayMs } from '../../../runtime/durations.ts'
import { type Probe, storeFirst } from '../probe.ts'

/** The period is long enough for a response with leads, and short enough for one page. */
const days = 7
const form = 'a lead form in use'
const lead = 'a lead'
const campaign = 'a campaign'

export function buildLeadProbes(nowMs: number): {
  readonly social: readonly Probe<'social'>[]
  readonly search: readonly Probe<'search'>[]
  readonly pro: readonly Probe<'pro'>[]
} {
  const since = nowMs - days * dayMs
  return {
    social: [
      {
        name: 'questions of lead forms',
        operations: ['lead/list_leads', 'social/create_lead_form', 'social/create_test_lead'],
        async run(connector, { foundIds }) {
          storeFirst(
            foundIds,
            form,
            (await connector.leads.listForms()).find(({ status }) => status === 'ACTIVE')?.id,
          )
        },
      },
      {
        name: 'leads',
        operations: ['lead/list_leads'],
        neededKind: form,
        async run(connector, { id, foundIds }) {
          storeFirst(foundIds, lead, (await connector.leads.listCreatedSince(id, since / 1000))[0]?.id)
        },
      },
      {
        name: 'test leads',
        operations: ['lead/list_leads', 'social/create_test_lead'],
        neededKind: form,
        run: (connector, { id }) => connector.leads.listTestIds(id),
      },
      {
        name: 'lead',
        operations: ['lead/get_lead'],
        neededKind: lead,
        run: (connector, { id }) => connector.leads.readLead(id),
      },
    ],
    search: [
      {
        name: 'leads',
        operations: ['lead/list_leads', 'lead/get_lead'],
        run: (connector) => connector.leadsSince(new Date(since).toISOString().slice(0, 10)),
      },
    ],
    pro: [
      {
        name: 'leads',
        operations: ['lead/list_leads', 'lead/get_lead'],
        async run(connector) {
          for (const areTests of [false, true])
            await connector.leads.listSubmittedWithin({ start: since, end: nowMs }, areTests)
        },
      },
      {
        name: 'groups of campaigns',
        operations: ['lead/list_leads'],
        neededKind: campaign,
        run: (connector, { id }) => connector.leads.findGroupIds([id]),
      },
      {
        name: 'lead notifications',
        operations: ['lead/list_leads'],
        run: (connector) => connector.leads.notifications(),
      },
    ],
  }
}
