// Whether the campaigns of a report can run now, by the dates that the mirror last read. Reports of the
// platforms have no dates, so a campaign that the mirror never read has no serving status.

import { eachInTurns } from '../base/longWork.ts'
import type { Runtime } from '../base/runtime.ts'
import { servingStatus } from '../platforms/kit/servingStatus.ts'
import { runTimesOf } from '../store/mirrorCampaigns.ts'
import type { Db } from '../store/tables.ts'
import type { Answered } from './gather.ts'

export type ServingStatuses = ReadonlyMap<string, string>

const idsPerStatement = 500

/** Returns the status by campaign ID. `now` is the platform's time. */
export async function servingStatuses(
  db: Db,
  workspaceId: string,
  { userId, platform, figures }: Answered,
  now: number,
  runtime: Runtime,
): Promise<ServingStatuses> {
  const wanted = new Set<string>()
  await eachInTurns(figures.rows, runtime, ({ campaignId }) => {
    if (campaignId !== undefined) wanted.add(campaignId)
  })
  const ids = [...wanted]
  const found = new Map<string, string>()
  for (let at = 0; at < ids.length; at += idsPerStatement) {
    const some = ids.slice(at, at + idsPerStatement)
    const whose = { workspaceId, userId, platform }
    for (const row of await runTimesOf(db, whose, figures.accountId, some)) {
      const schedule = { startsAt: row.starts_at ?? undefined, endsAt: row.ends_at ?? undefined }
      found.set(row.campaign_id, servingStatus(row.status, schedule, now))
    }
  }
  return found
}
