// Reads the daily metrics of an account from its platform, for the account and for each of its campaigns.

import type { AccountMetrics, MetricsQuery, MetricsRow } from '../platforms/connector-kit/adMetrics.ts'
import type { AccountFacts } from '../platforms/connector-kit/campaignState.ts'
import { dayMs } from '../runtime/durations.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { dateInZone } from '../runtime/timeZones.ts'
import { forEachYielding } from '../runtime/yieldingBatches.ts'
import type { Mirror } from '../store/mirrors.ts'

/** Metrics of this many days are stored. A campaign's recent metrics cover the last `recentDays`. */
export const retainedDays = 90
export const recentDays = 30

interface MetricsSource {
  readonly account: AccountFacts
  metrics(query: MetricsQuery): Promise<AccountMetrics | undefined>
}

export interface MirrorMetrics {
  /** The requested days are `since` to `until`, both included. `oldest` is the first retained day. */
  readonly since: string
  readonly until: string
  readonly oldest: string
  readonly openDays: number
  /** When the two levels have different times, this is the earlier one. */
  readonly asOf: number
  readonly levels: { readonly account_level: string; readonly campaign_level: string }
  /** Rows per day: those of the account have no campaign, and those of campaigns include deleted ones. */
  readonly rows: readonly MetricsRow[]
}

/** The first read requests all retained days. Later reads request the days that can have changed since. */
export async function readMetrics(
  mirror: Mirror,
  source: MetricsSource,
  now: number,
  runtime: Runtime,
): Promise<MirrorMetrics | undefined> {
  const { timeZone } = source.account
  const until = dateInZone(timeZone, now)
  const oldest = shiftDay(until, 1 - retainedDays)
  const firstOpenDay = findFirstOpenDay(mirror, timeZone)
  const since = firstOpenDay > oldest && firstOpenDay <= until ? firstOpenDay : oldest
  const query = { since, until, byDay: true, campaignIds: [], includeDeleted: true }
  const fetchLevel = (level: 'ACCOUNT' | 'CAMPAIGN') =>
    source.metrics({ ...query, level, withoutTotals: true })
  const [accountMetrics, campaignMetrics] = await Promise.all([fetchLevel('ACCOUNT'), fetchLevel('CAMPAIGN')])
  if (!accountMetrics || !campaignMetrics) return undefined
  const rows = [...accountMetrics.rows]
  await forEachYielding(campaignMetrics.rows, runtime, (row) => rows.push(row))
  return {
    since,
    until,
    oldest,
    openDays: accountMetrics.openDays,
    asOf: Math.min(accountMetrics.asOf ?? now, campaignMetrics.asOf ?? now),
    levels: { account_level: accountMetrics.platformLevel, campaign_level: campaignMetrics.platformLevel },
    rows,
  }
}

/** Returns the first day that could still change at the last read, or an empty text before the first read. */
function findFirstOpenDay({ figures_at, open_days }: Mirror, timeZone: string): string {
  if (figures_at === null) return ''
  return shiftDay(dateInZone(timeZone, figures_at), -Math.max(open_days + 1, recentDays))
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
