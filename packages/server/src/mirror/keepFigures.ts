// Stores the daily metrics of an account: only new or changed rows,
// in batches, so that no transaction takes long.

import { decimalText } from '../base/money.ts'
import { inPieces } from '../base/pieces.ts'
import type { CampaignState } from '../platforms/kit/campaignState.ts'
import type { FiguresRow } from '../platforms/kit/figures.ts'
import { noSums, plus, type Sums } from '../platforms/kit/sums.ts'
import {
  campaignsOfMirror,
  deleteCampaignsOf,
  type MirrorCampaign,
  putCampaigns,
} from '../store/mirrorCampaigns.ts'
import { daysBetween, deleteDay, deleteDaysOf, type MirrorDay, putDays } from '../store/mirrorDays.ts'
import { type Mirror, updateHeldMirror } from '../store/mirrors.ts'
import type { Db, Store } from '../store/tables.ts'
import { type MirrorParts, NotHeld } from './mirrorParts.ts'
import { dayMs, daysKept, recentDays, type SeenFigures, shifted } from './readFigures.ts'
import { campaignRow, deletedCampaign, isKnown } from './storedRows.ts'

const mostAtOnce = 100
const daysAtOnce = 7

export async function keepFigures(
  { linking }: MirrorParts,
  held: Mirror,
  seen: SeenFigures,
  now: number,
): Promise<void> {
  const { store, runtime } = linking
  for (let from = seen.since; from <= seen.until; from = shifted(from, daysAtOnce))
    await keepDays(linking, held, seen, from)
  await whileHeld(store, held, async (transaction) => {
    const campaigns = lately(held, await campaignsOfMirror(transaction, held.id), seen, now)
    for (let at = 0; at < campaigns.length; at += mostAtOnce)
      await putCampaigns(transaction, campaigns.slice(at, at + mostAtOnce))
    const { asOf: figures_at, oldest: figures_since, openDays: open_days, levels } = seen
    await updateHeldMirror(transaction, held, { figures_at, figures_since, open_days, ...levels })
  })
  await inPieces(runtime.rest, (most) => deleteDaysOf(store.db, held.id, seen.oldest, most))
  await inPieces(runtime.rest, (most) => deleteCampaignsOf(store.db, held.id, now - daysKept * dayMs, most))
}

async function keepDays(
  { store, runtime }: MirrorParts['linking'],
  held: Mirror,
  { rows, until }: SeenFigures,
  from: string,
): Promise<void> {
  const last = shifted(from, daysAtOnce - 1)
  const to = last < until ? last : until
  const known = new Map<string, MirrorDay>()
  for (const row of await daysBetween(store.db, held.id, from, to)) known.set(keyOf(row), row)
  const present = rows.filter(({ date = '' }) => date >= from && date <= to).map((row) => dayOf(held.id, row))
  const changed = present.filter((row) => !isKnown(row, known.get(keyOf(row))))
  for (let at = 0; at < changed.length; at += mostAtOnce) {
    const some = changed.slice(at, at + mostAtOnce)
    await whileHeld(store, held, (transaction) => putDays(transaction, some))
    await runtime.rest()
  }
  // Rows that the platform no longer returns are deleted here too.
  for (const row of present) known.delete(keyOf(row))
  for (const row of known.values()) await whileHeld(store, held, (transaction) => deleteDay(transaction, row))
}

async function whileHeld({ db }: Store, held: Mirror, work: (db: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await updateHeldMirror(transaction, held, { look_at: held.look_at }))) throw new NotHeld()
    await work(transaction)
  })
}

/**
 * Returns campaigns whose recent metrics changed. Campaigns that appear only in the metrics count as deleted.
 */
function lately(
  held: Mirror,
  known: readonly MirrorCampaign[],
  { rows, until }: SeenFigures,
  now: number,
): MirrorCampaign[] {
  const since = shifted(until, 1 - recentDays)
  const sums = new Map<string, Sums>()
  for (const { campaignId = '', date = '', ...row } of rows)
    if (date >= since) sums.set(campaignId, plus(sums.get(campaignId) ?? noSums, row))
  const ids = new Set(known.map(({ campaign_id }) => campaign_id))
  const others = new Map<string, MirrorCampaign>()
  for (const { campaignId = '', campaignName = '', status = 'DELETED' } of rows)
    if (campaignId !== '' && !ids.has(campaignId) && status === 'DELETED')
      others.set(campaignId, deletedCampaign(campaignRow(held, unseen(campaignId, campaignName), ''), now))
  const before = new Map(known.map((row) => [row.campaign_id, row.recent]))
  return [...known, ...others.values()]
    .map((row) => ({ ...row, recent: JSON.stringify(textsOf(sums.get(row.campaign_id) ?? noSums)) }))
    .filter(({ campaign_id, recent }) => recent !== before.get(campaign_id))
}

function unseen(id: string, name: string): CampaignState {
  const nothingSet = { status: '', effectiveStatus: '', issues: [], dailyBudget: '', lifetimeBudget: '' }
  return { id, name, ...nothingSet, schedule: {} }
}

function dayOf(mirrorId: string, row: FiguresRow): MirrorDay {
  const { conversionsValue: conversions_value, ...texts } = textsOf(row)
  return {
    mirror_id: mirrorId,
    day: row.date ?? '',
    campaign_id: row.campaignId ?? '',
    ...texts,
    conversions_value,
    video_views: row.videoViews ?? null,
    attribution: row.attribution,
  }
}

function textsOf({ impressions, clicks, spend, conversions, conversionsValue, leads }: Sums) {
  return {
    impressions,
    clicks,
    spend: decimalText(spend),
    conversions: decimalText(conversions),
    conversionsValue: decimalText(conversionsValue),
    leads: decimalText(leads),
  }
}

const keyOf = ({ day, campaign_id }: MirrorDay) => `${day} ${campaign_id}`
