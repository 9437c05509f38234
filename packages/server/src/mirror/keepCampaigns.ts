// Compares the campaigns of an account with the stored ones, stores the changes, and emits events about them.

import { makeEvent, tell } from '../events/tell.ts'
import type { AccountFacts, CampaignState } from '../platforms/kit/campaignState.ts'
import { campaignsOfMirror, type MirrorCampaign, putCampaigns } from '../store/mirrorCampaigns.ts'
import { type Mirror, updateHeldMirror } from '../store/mirrors.ts'
import { type MirrorParts, NotHeld } from './mirrorParts.ts'
import { campaignRow, deletedCampaign, isKnown } from './storedRows.ts'

/** Databases limit the number of values per statement. */
const mostAtOnce = 200

export async function keepCampaigns(
  { linking }: MirrorParts,
  held: Mirror,
  account: AccountFacts,
  seen: readonly CampaignState[],
  now: number,
): Promise<void> {
  const { store, runtime } = linking
  await store.db.transaction().execute(async (transaction) => {
    const told = {
      account_name: account.name,
      currency_code: account.currencyCode,
      time_zone: account.timeZone,
      read_at: now,
      problem: '',
    }
    if (!(await updateHeldMirror(transaction, held, told))) throw new NotHeld()
    const before = new Map<string, MirrorCampaign>()
    for (const row of await campaignsOfMirror(transaction, held.id)) before.set(row.campaign_id, row)
    const after = [
      ...seen.map((state) => campaignRow(held, state, before.get(state.id)?.recent ?? '')),
      ...gone(seen, before, now),
    ]
    const changed = after.filter((row) => !isKnown(row, before.get(row.campaign_id)))
    for (let from = 0; from < changed.length; from += mostAtOnce)
      await putCampaigns(transaction, changed.slice(from, from + mostAtOnce))
    const events = changed.flatMap((row) => {
      const known = before.get(row.campaign_id)
      if (!known || !isOtherStatus(row, known)) return []
      return makeEvent(runtime, 'campaign.status_changed', held.user_id, {
        platform: held.platform,
        accountId: held.account_id,
        campaignId: row.campaign_id,
        status: row.status,
        effectiveStatus: row.effective_status,
        previousStatus: known.status,
        previousEffectiveStatus: known.effective_status,
      })
    })
    await tell(transaction, held.workspace_id, events)
  })
}

/** A campaign that the platform no longer lists was deleted: the list is complete, or reading fails. */
function gone(
  seen: readonly CampaignState[],
  before: ReadonlyMap<string, MirrorCampaign>,
  now: number,
): MirrorCampaign[] {
  const present = new Set(seen.map(({ id }) => id))
  return [...before.values()]
    .filter(({ campaign_id, gone_at }) => gone_at === null && !present.has(campaign_id))
    .map((row) => deletedCampaign(row, now))
}

function isOtherStatus(row: MirrorCampaign, known: MirrorCampaign): boolean {
  return row.status !== known.status || row.effective_status !== known.effective_status
}
