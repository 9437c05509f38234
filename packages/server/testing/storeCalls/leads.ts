// Lead sources, leads and positions in their lists.

import * as connectionRows from '../../src/store/connectionOwnedRows.ts'
import * as leadPositions from '../../src/store/leadPositions.ts'
import * as leadSources from '../../src/store/leadSources.ts'
import * as leads from '../../src/store/leads.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, ownerColumns, platform, user_id, workspace_id } from './rows.ts'

const leadSource = {
  ...ownerColumns,
  id: 'lds_1',
  platform,
  subject: 'page',
  hook_token: 'hook',
  hook_key: '',
  ...leadSources.unreadSource,
  look_at: at,
  events_subject: 'page',
} as const
const leadFilter = { sourceIds: [leadSource.id], after: 0 }
const storedLead = {
  ...ownerColumns,
  id: 'led_1',
  source_id: leadSource.id,
  platform,
  upstream_id: '1',
  seq: 1,
  account_id: '1',
  form_id: '1',
  campaign_id: '1',
  ad_group_id: '1',
  ad_id: '1',
  is_test: 0,
  submitted_at: at,
  received_at: at,
  content: 'old.1',
  erase_at: at,
  forget_at: at,
} as const

export const listLeadCalls = ({ clock, db }: Store): readonly StoreFunctionCall[] => [
  call(leadSources.insertSource, db, leadSource),
  call(leadSources.findSource, db, workspace_id, user_id, platform),
  call(leadSources.listUserSources, db, workspace_id, user_id),
  call(leadSources.findSourceByHookToken, db, [leadSource.hook_token, '~mac']),
  call(leadSources.findLiveSource, db, leadSource.id),
  call(leadSources.hasPlaintextHookToken, db),
  call(leadSources.listPlaintextHookTokens, db, limit),
  call(leadSources.replaceHookToken, db, leadSource, '~mac'),
  call(leadSources.listDueSources, db, clock, platform, at, limit),
  call(leadSources.wakeSubject, db, platform, leadSource.subject),
  call(leadSources.rereadSubject, db, platform, leadSource.subject),
  call(connectionRows.wakeConnectionRows, db, 'lead_sources', platform, at, limit),
  call(leadSources.restartSource, db, leadSource, { told: 0 }),
  call(leadSources.changeSource, db, leadSource, { problem: '' }),
  call(leadSources.acquireSource, db, clock, leadSource, at),
  call(leadSources.renewSource, db, clock, leadSource, at),
  call(leadSources.updateLeasedSource, db, leadSource, { problem: '' }),
  call(leadSources.releaseSource, db, leadSource),
  call(leadSources.finishReading, db, leadSource, at, at, { problem: '' }),
  call(
    connectionRows.listConnectionsWithRow,
    db,
    'lead_sources',
    { workspace_id: '', user_id: '', platform },
    limit,
  ),
  call(
    connectionRows.listConnectionsWithRow,
    db,
    'mirrors',
    { workspace_id: '', user_id: '', platform },
    limit,
  ),
  call(leadSources.releaseAllSources, db),
  call(leads.listKnownLeadIds, db, leadSource.id, ['1', '2']),
  call(leads.insertLeads, db, [storedLead]),
  call(leads.listLeadsByUpstreamId, db, platform, leadSource.subject, ['1', '2']),
  call(leads.withdrawLead, db, storedLead.id),
  call(leads.listLeadsAfter, db, workspace_id, user_id, leadFilter, limit),
  call(leads.listLeadsAfter, db, workspace_id, user_id, { ...leadFilter, platform }, limit),
  call(leads.listLeadsAfter, db, workspace_id, user_id, { ...leadFilter, formId: '1' }, limit),
  call(leads.listLeadsAfter, db, workspace_id, user_id, { ...leadFilter, campaignId: '1' }, limit),
  ...([{}, { platform }, { formId: '1' }, { campaignId: '1' }] as const).flatMap((filter) =>
    [{}, { before: { submittedAt: at, id: storedLead.id } }].map((cursor) => {
      const { sourceIds } = leadFilter
      return call(
        leads.listNewestLeads,
        db,
        workspace_id,
        user_id,
        { sourceIds, upTo: at, ...filter, ...cursor },
        limit,
      )
    }),
  ),
  call(leads.findLeads, db, workspace_id, user_id, [storedLead.id, 'led_2']),
  call(leads.eraseAnswers, db, platform, at, limit),
  call(leads.deleteExpiredLeads, db, platform, at, limit),
  call(leads.deleteLeads, db, leadSource.id, limit),
  call(leadPositions.saveLeadPosition, db, { ...ownerColumns, platform }, null),
  call(leadPositions.saveReceivedLeads, db, { ...ownerColumns, platform }, at),
  call(leadPositions.findLeadPosition, db, leadSource),
  call(leadPositions.listFormerlyReceivedIds, db, leadSource, ['1', '2']),
  call(leadPositions.listIdsReceivedByOthers, db, leadSource, ['1', '2']),
  call(leadPositions.deleteExpiredReceivedIds, db, platform, at, limit),
  call(connectionRows.endConnectionRow, db, 'lead_sources', { ...ownerColumns, platform }, at),
  call(connectionRows.listEndedConnectionRows, db, 'lead_sources', limit),
  call(connectionRows.deleteConnectionRow, db, 'lead_sources', leadSource.id),
]
