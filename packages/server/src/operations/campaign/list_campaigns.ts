import type { ResultsWithoutRecord } from '@adrail/contract'
import { timeText } from '../../base/timeText.ts'
import { served, statusBehind } from '../../platforms/kit/servingStatus.ts'
import { mannerOf, sumsText } from '../../reporting/figureTexts.ts'
import { type StoredSums, sumsIn } from '../../reporting/mirrored.ts'
import { type ListedCampaign, listCampaigns } from '../../store/mirrorCampaigns.ts'
import { handler } from '../../waist/handler.ts'
import { keysetPage } from '../../waist/keyset.ts'

export const list_campaigns = handler('campaign/list_campaigns', async (asked, ctx) => {
  const { userId, platform, servingStatus, search, sort = 'USER', descending = false } = asked
  const status = asked.status ?? statusBehind(servingStatus)
  const part = search?.toLowerCase()
  const isFiltered = platform !== undefined || part !== undefined || servingStatus !== undefined
  const serving = servingStatus === undefined ? [] : [servingStatus]
  const own = ctx.page.of(JSON.stringify([platform, asked.status, search, sort, descending, ...serving]))
  const dates = (row: ListedCampaign) => datesOf(row, ctx.runtimeAt[row.platform].now())
  const found = await keysetPage(own, {
    size: 100,
    // Cursors are encrypted and authenticated, so a position contains exactly what `nameOf` returned.
    entryOf: ({
      userId: user_id = '',
      platform: on,
      campaignId: campaign_id = '',
      name = '',
      status = '',
    }) => ({
      user_id,
      platform: on as ListedCampaign['platform'],
      campaign_id,
      sort_name: name,
      status,
    }),
    read: (from, limit) =>
      listCampaigns(
        ctx.store.db,
        ctx.caller.workspaceId,
        { userId, status, order: sort, descending, ...from },
        limit,
      ),
    nameOf: (row) => ({
      userId: row.user_id,
      platform: row.platform,
      campaignId: row.campaign_id,
      ...(sort === 'USER' ? {} : { name: row.sort_name, status: row.status }),
    }),
    fits: isFiltered
      ? (row) =>
          (platform === undefined || row.platform === platform) &&
          (part === undefined || row.name.toLowerCase().includes(part)) &&
          (servingStatus === undefined || dates(row).servingStatus === servingStatus)
      : undefined,
  })
  const campaigns = found.rows.map((row) => campaignRecord(row, dates(row)))
  return { campaigns, pagination: own.around(found) }
})

function datesOf({ status, starts_at, ends_at, time_zone }: ListedCampaign, now: number) {
  return served(status, { startsAt: starts_at ?? undefined, endsAt: ends_at ?? undefined }, time_zone, now)
}

function campaignRecord(
  row: ListedCampaign,
  dates: ReturnType<typeof datesOf>,
): ResultsWithoutRecord<'campaign/list_campaigns'>['campaigns'][number] {
  return {
    userId: row.user_id,
    userName: row.user_name ?? '',
    platform: row.platform,
    accountId: row.account_id,
    ...(row.duplicate_of === null ? {} : { duplicateOf: row.duplicate_of }),
    campaignId: row.campaign_id,
    name: row.name,
    status: row.status,
    effectiveStatus: row.effective_status,
    ...dates,
    // The mirror writes issues as a JSON list of sentences.
    issues: JSON.parse(row.issues) as string[],
    dailyBudget: row.daily_budget,
    lifetimeBudget: row.lifetime_budget,
    currencyCode: row.currency_code,
    asOf: timeText(row.read_at),
    ...(row.recent === '' ? {} : { last30Days: recentRecord(row) }),
  }
}

function recentRecord({ recent, currency_code, figures_at }: ListedCampaign) {
  // The mirror writes recent metrics with the fields of `StoredSums`.
  const sums = sumsIn(JSON.parse(recent) as StoredSums)
  const { conversionsValue: _, ...texts } = sumsText(sums, mannerOf(currency_code, undefined))
  return { ...texts, asOf: timeText(figures_at) }
}
