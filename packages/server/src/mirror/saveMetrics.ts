// Stores the daily metrics of an account: only new or changed rows,
// in batches, so that no transaction takes long.

import { inBatches } from '../concurrency/inBatches.ts'
import { formatDecimal } from '../money/money.ts'
import { type AdditiveMetrics, addMetrics, zeroMetrics } from '../platforms/connector-kit/additiveMetrics.ts'
import type { MetricsRow } from '../platforms/connector-kit/adMetrics.ts'
import type { CampaignState } from '../platforms/connector-kit/campaignState.ts'
import { dayMs } from '../runtime/durations.ts'
import {
  deleteMirrorCampaigns,
  listMirrorCampaigns,
  type MirrorCampaign,
  upsertCampaigns,
} from '../store/mirrorCampaigns.ts'
import {
  deleteDay,
  deleteMirrorDays,
  listDaysBetween,
  type MirrorDay,
  upsertDays,
} from '../store/mirrorDays.ts'
import { type Mirror, updateLeasedMirror } from '../store/mirrors.ts'
import type { Db, Store } from '../store/tables.ts'
import { type MirrorDeps, MirrorLeaseLost } from './mirrorDeps.ts'
import { type MirrorMetrics, recentDays, retainedDays, shiftDay } from './readMetrics.ts'
import { isUnchanged, toCampaignRow, toDeletedCampaign } from './storedRows.ts'

const batchSize = 100
const daysPerBatch = 7

export async function storeMetrics(
  { linking }: MirrorDeps,
  mirror: Mirror,
  metrics: MirrorMetrics,
  now: number,
): Promise<void> {
  const { store, runtime } = linking
  for (let from = metrics.since; from <= metrics.until; from = shiftDay(from, daysPerBatch))
    await storeDays(linking, mirror, metrics, from)
  await withMirrorLease(store, mirror, async (transaction) => {
    const campaigns = findRecentChanges(
      mirror,
      await listMirrorCampaigns(transaction, mirror.id),
      metrics,
      now,
    )
    for (let at = 0; at < campaigns.length; at += batchSize)
      await upsertCampaigns(transaction, campaigns.slice(at, at + batchSize))
    const { asOf: figures_at, oldest: figures_since, openDays: open_days, levels } = metrics
    await updateLeasedMirror(transaction, mirror, { figures_at, figures_since, open_days, ...levels })
  })
  await inBatches(runtime.yieldInBackground, (limit) =>
    deleteMirrorDays(store.db, mirror.id, metrics.oldest, limit),
  )
  await inBatches(runtime.yieldInBackground, (limit) =>
    deleteMirrorCampaigns(store.db, mirror.id, now - retainedDays * dayMs, limit),
  )
}

async function storeDays(
  { store, runtime }: MirrorDeps['linking'],
  mirror: Mirror,
  { rows, until }: MirrorMetrics,
  from: string,
): Promise<void> {
  const last = shiftDay(from, daysPerBatch - 1)
  const to = last < until ? last : until
  const storedByKey = new Map<string, MirrorDay>()
  for (const row of await listDaysBetween(store.db, mirror.id, from, to)) storedByKey.set(dayKey(row), row)
  const dayRows = rows
    .filter(({ date = '' }) => date >= from && date <= to)
    .map((row) => toMirrorDay(mirror.id, row))
  const changed = dayRows.filter((row) => !isUnchanged(row, storedByKey.get(dayKey(row))))
  for (let at = 0; at < changed.length; at += batchSize) {
    const batch = changed.slice(at, at + batchSize)
    await withMirrorLease(store, mirror, (transaction) => upsertDays(transaction, batch))
    await runtime.yieldInBackground()
  }
  // Rows that the platform no longer returns are deleted here too.
  for (const row of dayRows) storedByKey.delete(dayKey(row))
  for (const row of storedByKey.values())
    await withMirrorLease(store, mirror, (transaction) => deleteDay(transaction, row))
}

async function withMirrorLease(
  { db }: Store,
  mirror: Mirror,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await updateLeasedMirror(transaction, mirror, { look_at: mirror.look_at })))
      throw new MirrorLeaseLost()
    await work(transaction)
  })
}

/**
 * Returns campaigns whose recent metrics changed. Campaigns that appear only in the metrics count as deleted.
 */
function findRecentChanges(
  mirror: Mirror,
  stored: readonly MirrorCampaign[],
  { rows, until }: MirrorMetrics,
  now: number,
): MirrorCampaign[] {
  const since = shiftDay(until, 1 - recentDays)
  const sumsById = new Map<string, AdditiveMetrics>()
  for (const { campaignId = '', date = '', ...row } of rows)
    if (date >= since) sumsById.set(campaignId, addMetrics(sumsById.get(campaignId) ?? zeroMetrics, row))
  const storedIds = new Set(stored.map(({ campaign_id }) => campaign_id))
  const deletedById = new Map<string, MirrorCampaign>()
  for (const { campaignId = '', campaignName = '', status = 'DELETED' } of rows)
    if (campaignId !== '' && !storedIds.has(campaignId) && status === 'DELETED')
      deletedById.set(
        campaignId,
        toDeletedCampaign(toCampaignRow(mirror, emptyState(campaignId, campaignName), ''), now),
      )
  const previousRecent = new Map(stored.map((row) => [row.campaign_id, row.recent]))
  return [...stored, ...deletedById.values()]
    .map((row) => ({
      ...row,
      recent: JSON.stringify(toMetricTexts(sumsById.get(row.campaign_id) ?? zeroMetrics)),
    }))
    .filter(({ campaign_id, recent }) => recent !== previousRecent.get(campaign_id))
}

function emptyState(id: string, name: string): CampaignState {
  const emptyFields = { status: '', effectiveStatus: '', issues: [], dailyBudget: '', lifetimeBudget: '' }
  return { id, name, ...emptyFields, schedule: {} }
}

function toMirrorDay(mirrorId: string, row: MetricsRow): MirrorDay {
  const { conversionsValue: conversions_value, ...texts } = toMetricTexts(row)
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

function toMetricTexts({
  impressions,
  clicks,
  spend,
  conversions,
  conversionsValue,
  leads,
}: AdditiveMetrics) {
  return {
    impressions,
    clicks,
    spend: formatDecimal(spend),
    conversions: formatDecimal(conversions),
    conversionsValue: formatDecimal(conversionsValue),
    leads: formatDecimal(leads),
  }
}

const dayKey = ({ day, campaign_id }: MirrorDay) => `${day} ${campaign_id}`
