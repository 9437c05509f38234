// Mirrors with their campaigns and days.

import * as connectionRows from '../../src/store/connectionOwnedRows.ts'
import * as mirrorCampaigns from '../../src/store/mirrorCampaigns.ts'
import * as mirrorDays from '../../src/store/mirrorDays.ts'
import * as mirrors from '../../src/store/mirrors.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, ownerColumns, platform, user_id, workspace_id } from './rows.ts'

const accountMirror = {
  ...ownerColumns,
  id: 'mir_1',
  platform,
  account_id: '1',
  account_name: '',
  currency_code: 'EUR',
  time_zone: 'UTC',
  look_at: at,
  read_at: null,
  figures_at: null,
  figures_since: '',
  open_days: 28,
  account_level: 'account',
  campaign_level: 'campaign',
  problem: '',
  ended_at: null,
} as const
const mirrorOwner = {
  workspaceId: ownerColumns.workspace_id,
  userId: ownerColumns.user_id,
  platform,
} as const
const mirrorCampaign = {
  ...ownerColumns,
  mirror_id: accountMirror.id,
  campaign_id: '1',
  platform,
  name: '',
  sort_name: '',
  status: 'ACTIVE',
  effective_status: 'ACTIVE',
  issues: '[]',
  daily_budget: '',
  lifetime_budget: '',
  starts_at: null,
  ends_at: null,
  recent: '',
  gone_at: null,
} as const
/** Queries by name and by status, for all or one user and status, forward and backward. */
const campaignQueries = (['NAME', 'STATUS'] as const).flatMap((order) =>
  [{}, { userId: user_id }].flatMap((userFilter) =>
    [{}, { status: 'ACTIVE' }].flatMap((statusFilter) =>
      [{}, { after: mirrorCampaign }, { descending: true, before: mirrorCampaign }].map((cursorFilter) => ({
        order,
        ...userFilter,
        ...statusFilter,
        ...cursorFilter,
      })),
    ),
  ),
)
const campaignDay = {
  mirror_id: accountMirror.id,
  day: '2026-01-01',
  campaign_id: mirrorCampaign.campaign_id,
  impressions: 1,
  clicks: 1,
  spend: '1',
  conversions: '0',
  conversions_value: '0',
  leads: '0',
  video_views: null,
  attribution: '',
} as const

export const listMirrorCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(mirrors.insertMirrors, db, [accountMirror]),
  call(mirrors.findMirror, db, workspace_id, user_id, platform),
  call(mirrors.listDueMirrors, db, platform, at, limit),
  call(mirrors.updateLeasedMirror, db, accountMirror, { problem: '' }),
  call(mirrors.wakeMirror, db, workspace_id, user_id, platform),
  call(connectionRows.wakeConnectionRows, db, 'mirrors', platform, at, limit),
  call(mirrorCampaigns.upsertCampaigns, db, [mirrorCampaign]),
  call(mirrorCampaigns.listMirrorCampaigns, db, accountMirror.id),
  call(mirrorCampaigns.listRunTimes, db, mirrorOwner, accountMirror.account_id, [mirrorCampaign.campaign_id]),
  call(mirrorCampaigns.listCampaigns, db, workspace_id, {}, limit),
  call(mirrorCampaigns.listCampaigns, db, workspace_id, { after: mirrorCampaign }, limit),
  call(mirrorCampaigns.listCampaigns, db, workspace_id, { status: 'ACTIVE', before: mirrorCampaign }, limit),
  call(mirrorCampaigns.listCampaigns, db, workspace_id, { userId: user_id, status: 'PAUSED' }, limit),
  ...campaignQueries.map((campaignQuery) =>
    call(mirrorCampaigns.listCampaigns, db, workspace_id, campaignQuery, limit),
  ),
  call(mirrorDays.upsertDays, db, [campaignDay]),
  call(mirrorDays.listDaysBetween, db, accountMirror.id, campaignDay.day, campaignDay.day),
  call(mirrorDays.deleteDay, db, campaignDay),
  call(mirrorDays.deleteMirrorDays, db, accountMirror.id, campaignDay.day, limit),
  call(mirrorDays.deleteMirrorDays, db, accountMirror.id, undefined, limit),
  call(mirrorCampaigns.deleteMirrorCampaigns, db, accountMirror.id, at, limit),
  call(mirrorCampaigns.deleteMirrorCampaigns, db, accountMirror.id, undefined, limit),
  call(connectionRows.endConnectionRow, db, 'mirrors', { ...ownerColumns, platform }, at),
  call(connectionRows.listEndedConnectionRows, db, 'mirrors', limit),
  call(connectionRows.deleteConnectionRow, db, 'mirrors', accountMirror.id),
]
