// Whether the campaigns of a report can run now, by the dates that the mirror last read. Reports of the
// platforms have no dates, so a campaign that the mirror never read has no serving status.

import { toServingStatus } from '../platforms/connector-kit/servingStatus.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { forEachYielding } from '../runtime/yieldingBatches.ts'
import { listRunTimes } from '../store/mirrorCampaigns.ts'
import type { Db } from '../store/tables.ts'
import type { AccountMetricsResult } from './gatherReports.ts'

export type ServingStatuses = ReadonlyMap<string, string>

const idsPerStatement = 500

/** Returns the status by campaign ID. `now` is the platform's time. */
export async function loadServingStatuses(
  db: Db,
  workspaceId: string,
  { userId, platform, metrics }: AccountMetricsResult,
  now: number,
  runtime: Runtime,
): Promise<ServingStatuses> {
  const campaignIds = new Set<string>()
  await forEachYielding(metrics.rows, runtime, ({ campaignId }) => {
    if (campaignId !== undefined) campaignIds.add(campaignId)
  })
  const ids = [...campaignIds]
  const statuses = new Map<string, string>()
  for (let offset = 0; offset < ids.length; offset += idsPerStatement) {
    const batch = ids.slice(offset, offset + idsPerStatement)
    const owner = { workspaceId, userId, platform }
    for (const row of await listRunTimes(db, owner, metrics.accountId, batch)) {
      const schedule = { startsAt: row.starts_at ?? undefined, endsAt: row.ends_at ?? undefined }
      statuses.set(row.campaign_id, toServingStatus(row.status, schedule, now))
    }
  }
  return statuses
}
