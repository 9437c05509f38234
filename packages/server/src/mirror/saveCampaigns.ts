// Compares the campaigns of an account with the stored ones, stores the changes, and emits events about them.

import { emitEvents, makeEvent } from '../events/emit.ts'
import type { AccountFacts, CampaignState } from '../platforms/connector-kit/campaignState.ts'
import { listMirrorCampaigns, type MirrorCampaign, upsertCampaigns } from '../store/mirrorCampaigns.ts'
import { type Mirror, updateLeasedMirror } from '../store/mirrors.ts'
import { type MirrorDeps, MirrorLeaseLost } from './mirrorDeps.ts'
import { isUnchanged, toCampaignRow, toDeletedCampaign } from './storedRows.ts'

/** Databases limit the number of values per statement. */
const batchSize = 200

export async function storeCampaigns(
  { linking }: MirrorDeps,
  mirror: Mirror,
  account: AccountFacts,
  states: readonly CampaignState[],
  now: number,
): Promise<void> {
  const { store, runtime } = linking
  await store.db.transaction().execute(async (transaction) => {
    const accountColumns = {
      account_name: account.name,
      currency_code: account.currencyCode,
      time_zone: account.timeZone,
      read_at: now,
      problem: '',
    }
    if (!(await updateLeasedMirror(transaction, mirror, accountColumns))) throw new MirrorLeaseLost()
    const storedById = new Map<string, MirrorCampaign>()
    for (const row of await listMirrorCampaigns(transaction, mirror.id)) storedById.set(row.campaign_id, row)
    const rows = [
      ...states.map((state) => toCampaignRow(mirror, state, storedById.get(state.id)?.recent ?? '')),
      ...toDeletedCampaigns(states, storedById, now),
    ]
    const changed = rows.filter((row) => !isUnchanged(row, storedById.get(row.campaign_id)))
    for (let from = 0; from < changed.length; from += batchSize)
      await upsertCampaigns(transaction, changed.slice(from, from + batchSize))
    const events = changed.flatMap((row) => {
      const stored = storedById.get(row.campaign_id)
      if (!stored || !hasStatusChanged(row, stored)) return []
      return makeEvent(runtime, 'campaign.status_changed', mirror.user_id, {
        platform: mirror.platform,
        accountId: mirror.account_id,
        campaignId: row.campaign_id,
        status: row.status,
        effectiveStatus: row.effective_status,
        previousStatus: stored.status,
        previousEffectiveStatus: stored.effective_status,
      })
    })
    await emitEvents(transaction, mirror.workspace_id, events)
  })
}

/** A campaign that the platform no longer lists was deleted: the list is complete, or reading fails. */
function toDeletedCampaigns(
  states: readonly CampaignState[],
  storedById: ReadonlyMap<string, MirrorCampaign>,
  now: number,
): MirrorCampaign[] {
  const listedIds = new Set(states.map(({ id }) => id))
  return [...storedById.values()]
    .filter(({ campaign_id, gone_at }) => gone_at === null && !listedIds.has(campaign_id))
    .map((row) => toDeletedCampaign(row, now))
}

function hasStatusChanged(row: MirrorCampaign, stored: MirrorCampaign): boolean {
  return row.status !== stored.status || row.effective_status !== stored.effective_status
}
