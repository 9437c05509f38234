// Builds and compares rows of the mirror's tables.

import type { CampaignState } from '../platforms/connector-kit/campaignState.ts'
import type { MirrorCampaign } from '../store/mirrorCampaigns.ts'
import type { Mirror } from '../store/mirrors.ts'

/**
 * Campaigns are sorted by this many letters of the name, because an index limits the length of its values.
 */
const sortNameLength = 200

export function toCampaignRow(mirror: Mirror, state: CampaignState, recent: string): MirrorCampaign {
  const { id: mirror_id, workspace_id, user_id, platform } = mirror
  return {
    mirror_id,
    campaign_id: state.id,
    workspace_id,
    user_id,
    platform,
    name: state.name,
    sort_name: state.name.slice(0, sortNameLength).toLowerCase(),
    status: state.status,
    effective_status: state.effectiveStatus,
    issues: JSON.stringify(state.issues),
    daily_budget: state.dailyBudget,
    lifetime_budget: state.lifetimeBudget,
    recent,
    gone_at: null,
    starts_at: state.schedule.startsAt ?? null,
    ends_at: state.schedule.endsAt ?? null,
  }
}

export function toDeletedCampaign(row: MirrorCampaign, now: number): MirrorCampaign {
  return { ...row, status: 'DELETED', effective_status: 'DELETED', issues: '[]', gone_at: now }
}

/** Compares every column. Both rows have exactly the columns of their table. */
export function isUnchanged<Row extends object>(row: Row, stored: Row | undefined): boolean {
  if (!stored) return false
  return (Object.keys(row) as (keyof Row)[]).every((column) => row[column] === stored[column])
}
