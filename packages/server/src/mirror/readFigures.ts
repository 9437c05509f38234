// Reads the daily metrics of an account from its platform, for the account and for each of its campaigns.

import { eachInTurns } from '../base/longWork.ts'
import type { Runtime } from '../base/runtime.ts'
import { dayIn } from '../base/zoneTimes.ts'
import type { AccountFacts } from '../platforms/kit/campaignState.ts'
import type { AccountFigures, FiguresQuestion, FiguresRow } from '../platforms/kit/figures.ts'
import type { Mirror } from '../store/mirrors.ts'

/** Metrics of this many days are stored. A campaign's recent metrics cover the last `recentDays`. */
export const daysKept = 90
export const recentDays = 30

export const dayMs = 86_400_000

interface Source {
  readonly account: AccountFacts
  figures(question: FiguresQuestion): Promise<AccountFigures | undefined>
}

export interface SeenFigures {
  /** The requested days are `since` to `until`, both included. `oldest` is the first retained day. */
  readonly since: string
  readonly until: string
  readonly oldest: string
  readonly openDays: number
  /** When the two levels have different times, this is the earlier one. */
  readonly asOf: number
  readonly levels: { readonly account_level: string; readonly campaign_level: string }
  /** Rows per day: those of the account have no campaign, and those of campaigns include deleted ones. */
  readonly rows: readonly FiguresRow[]
}

/** The first read requests all retained days. Later reads request the days that can have changed since. */
export async function readFigures(
  held: Mirror,
  source: Source,
  now: number,
  runtime: Runtime,
): Promise<SeenFigures | undefined> {
  const { timeZone } = source.account
  const until = dayIn(timeZone, now)
  const oldest = shifted(until, 1 - daysKept)
  const open = firstOpen(held, timeZone)
  const since = open > oldest && open <= until ? open : oldest
  const days = { since, until, byDay: true, campaignIds: [], includeDeleted: true }
  const ask = (level: 'ACCOUNT' | 'CAMPAIGN') => source.figures({ ...days, level, withoutTotals: true })
  const [ofAccount, ofCampaigns] = await Promise.all([ask('ACCOUNT'), ask('CAMPAIGN')])
  if (!ofAccount || !ofCampaigns) return undefined
  const rows = [...ofAccount.rows]
  await eachInTurns(ofCampaigns.rows, runtime, (row) => rows.push(row))
  return {
    since,
    until,
    oldest,
    openDays: ofAccount.openDays,
    asOf: Math.min(ofAccount.asOf ?? now, ofCampaigns.asOf ?? now),
    levels: { account_level: ofAccount.platformLevel, campaign_level: ofCampaigns.platformLevel },
    rows,
  }
}

/** Returns the first day that could still change at the last read, or an empty text before the first read. */
function firstOpen({ figures_at, open_days }: Mirror, timeZone: string): string {
  if (figures_at === null) return ''
  return shifted(dayIn(timeZone, figures_at), -Math.max(open_days + 1, recentDays))
}

export function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
