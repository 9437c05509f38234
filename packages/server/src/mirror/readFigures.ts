// What the days of an account brought, asked of its platform: of the account itself, and of each of its campaigns.

import { eachInTurns } from '../base/longWork.ts'
import type { Runtime } from '../base/runtime.ts'
import { dayIn } from '../base/zoneTimes.ts'
import type { AccountFacts } from '../platforms/kit/campaignState.ts'
import type { AccountFigures, FiguresQuestion, FiguresRow } from '../platforms/kit/figures.ts'
import type { Mirror } from '../store/mirrors.ts'

/** So many days are kept, and so many make up what a campaign brought lately. */
export const daysKept = 90
export const recentDays = 30

export const dayMs = 86_400_000

interface Source {
  readonly account: AccountFacts
  figures(question: FiguresQuestion): Promise<AccountFigures | undefined>
}

export interface SeenFigures {
  /** The days that were asked about, both included, and the first that is kept. */
  readonly since: string
  readonly until: string
  readonly oldest: string
  readonly openDays: number
  /** The time of the older ones among them. */
  readonly asOf: number
  readonly levels: { readonly account_level: string; readonly campaign_level: string }
  /** By day: of the account itself, which name no campaign, and of its campaigns, deleted ones too. */
  readonly rows: readonly FiguresRow[]
}

/** Asks about every day that is kept the first time, later about those that can have changed since. */
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

/** The first day that could still change when it was last looked at; empty before the first time. */
function firstOpen({ figures_at, open_days }: Mirror, timeZone: string): string {
  if (figures_at === null) return ''
  return shifted(dayIn(timeZone, figures_at), -Math.max(open_days + 1, recentDays))
}

export function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
