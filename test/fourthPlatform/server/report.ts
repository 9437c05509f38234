// Reads the metrics of an account and of its campaigns from the newspaper's daily figures.

import { zero } from '../../money/money.ts'
import type { AccountSelection } from '../connector-kit/accountSelection.ts'
import { type AdditiveMetrics, addMetrics, zeroMetrics } from '../connector-kit/additiveMetrics.ts'
import type { AccountMetrics, MetricsQuery, MetricsRow } from '../connector-kit/adMetrics.ts'
import type { TownFigures } from './rows.ts'

/** The newspaper counts every reply to the ad that the reader answered. */
const attribution = 'TOWN:REPLY'

export function buildTownMetrics(
  { level, byDay, campaignIds, includeDeleted }: MetricsQuery & { readonly level: 'ACCOUNT' | 'CAMPAIGN' },
  { accountId, accountName, currencyCode, timeZone }: AccountSelection,
  allFigures: readonly TownFigures[],
): AccountMetrics {
  const figures = allFigures.filter(
    ({ campaign }) => campaignIds.length === 0 || campaignIds.includes(campaign),
  )
  const shown = figures.filter(({ status }) => level === 'ACCOUNT' || includeDeleted || status !== 'DELETED')
  const groups = Map.groupBy(shown, ({ campaign, day }) =>
    [level === 'CAMPAIGN' ? campaign : '', byDay ? day : ''].join(' '),
  )
  return {
    accountId,
    accountName,
    currencyCode,
    timeZone,
    platformLevel: level === 'CAMPAIGN' ? 'campaign' : 'account',
    attribution,
    openDays: 0,
    totals: sumFigures(figures),
    rows: [...groups.values()].flatMap((group) => toMetricsRow(group, level, byDay)),
  }
}

/** Returns the row of a group of figures, which have the same campaign at level CAMPAIGN and the same day by day. */
function toMetricsRow(group: readonly TownFigures[], level: string, byDay: boolean): MetricsRow[] {
  const [first] = group
  if (first === undefined) return []
  const { campaign: campaignId, name: campaignName, status, day: date } = first
  return [
    {
      ...(level === 'CAMPAIGN' ? { campaignId, campaignName, status } : {}),
      ...(byDay ? { date } : {}),
      ...sumFigures(group),
      attribution,
    },
  ]
}

const sumFigures = (figures: readonly TownFigures[]): AdditiveMetrics =>
  figures.map(toMetrics).reduce(addMetrics, zeroMetrics)

function toMetrics({ views, clicks, cost }: TownFigures): AdditiveMetrics {
  return {
    impressions: views,
    clicks,
    spend: { units: BigInt(cost), scale: 2 },
    conversions: zero,
    conversionsValue: zero,
    leads: zero,
  }
}
