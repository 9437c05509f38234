import type { HandlerOutput } from '@adrail/contract'
import { handler } from '../../pipeline/handler.ts'
import { keysetPage } from '../../pipeline/keyset.ts'
import { toConfiguredStatus, toServingStatusFields } from '../../platforms/connector-kit/servingStatus.ts'
import { formatSums, makeCostFormat } from '../../reporting/metricTexts.ts'
import { parseSums, type StoredSums } from '../../reporting/mirroredMetrics.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import { type ListedCampaign, listCampaigns } from '../../store/mirrorCampaigns.ts'

export const list_campaigns = handler('campaign/list_campaigns', async (body, ctx) => {
  const { userId, platform, servingStatus, search, sort = 'USER', descending = false } = body
  const status = body.status ?? toConfiguredStatus(servingStatus)
  const searchText = search?.toLowerCase()
  const isFiltered = platform !== undefined || searchText !== undefined || servingStatus !== undefined
  const servingFilter = servingStatus === undefined ? [] : [servingStatus]
  const paging = ctx.page.forList(
    JSON.stringify([platform, body.status, search, sort, descending, ...servingFilter]),
  )
  const getServingFields = (row: ListedCampaign) =>
    toServingFields(row, ctx.runtimeByPlatform[row.platform].now())
  const campaignPage = await keysetPage(paging, {
    size: 100,
    // Cursors are encrypted and authenticated, so a position contains exactly what `toPosition` returned.
    decodeKey: ({
      userId: user_id = '',
      platform: platformName,
      campaignId: campaign_id = '',
      name = '',
      status = '',
    }) => ({
      user_id,
      platform: platformName as ListedCampaign['platform'],
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
    toPosition: (row) => ({
      userId: row.user_id,
      platform: row.platform,
      campaignId: row.campaign_id,
      ...(sort === 'USER' ? {} : { name: row.sort_name, status: row.status }),
    }),
    matches: isFiltered
      ? (row) =>
          (platform === undefined || row.platform === platform) &&
          (searchText === undefined || row.name.toLowerCase().includes(searchText)) &&
          (servingStatus === undefined || getServingFields(row).servingStatus === servingStatus)
      : undefined,
  })
  const campaigns = campaignPage.rows.map((row) => toCampaignRecord(row, getServingFields(row)))
  return { campaigns, pagination: paging.neighborCursors(campaignPage) }
})

function toServingFields({ status, starts_at, ends_at, time_zone }: ListedCampaign, now: number) {
  return toServingStatusFields(
    status,
    { startsAt: starts_at ?? undefined, endsAt: ends_at ?? undefined },
    time_zone,
    now,
  )
}

function toCampaignRecord(
  row: ListedCampaign,
  servingFields: ReturnType<typeof toServingFields>,
): HandlerOutput<'campaign/list_campaigns'>['campaigns'][number] {
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
    ...servingFields,
    // The mirror writes issues as a JSON list of sentences.
    issues: JSON.parse(row.issues) as string[],
    dailyBudget: row.daily_budget,
    lifetimeBudget: row.lifetime_budget,
    currencyCode: row.currency_code,
    asOf: formatTime(row.read_at),
    ...(row.recent === '' ? {} : { last30Days: toRecentMetrics(row) }),
  }
}

function toRecentMetrics({ recent, currency_code, figures_at }: ListedCampaign) {
  // The mirror writes recent metrics with the fields of `StoredSums`.
  const sums = parseSums(JSON.parse(recent) as StoredSums)
  const { conversionsValue: _, ...texts } = formatSums(sums, makeCostFormat(currency_code, undefined))
  return { ...texts, asOf: formatTime(figures_at) }
}
