// Reads the metrics of several users' accounts on several platforms concurrently. An account that fails is
// reported and does not fail the others.

import { platforms as allPlatforms, type Platform } from '@adrail/contract'
import { invalidBody, ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import { dayIn } from '../base/zoneTimes.ts'
import type { Accounts } from '../linking/accounts.ts'
import type { AccountFigures, FiguresQuestion } from '../platforms/kit/figures.ts'
import type { Store } from '../store/tables.ts'
import { mirroredFigures } from './mirrored.ts'

export interface Asked {
  readonly workspaceId: string
  readonly userIds: readonly string[]
  /** All linked platforms of a user if absent. */
  readonly platforms?: readonly Platform[] | undefined
  readonly question: FiguresQuestion
  /** Metrics that are at most this old may come from the mirror. */
  readonly maxAgeMs: number
}

/** A user's account on a platform. */
export interface Whose {
  readonly userId: string
  readonly platform: Platform
}

export interface Answered extends Whose {
  readonly figures: AccountFigures
  readonly asOf: number
  /** The local date of the account at `asOf`. The metrics contain nothing later. */
  readonly today: string
}

export interface Gathered<Told> {
  readonly told: readonly Told[]
  readonly failed: readonly (Whose & { readonly error: ServiceError })[]
  /** Platforms that do not support the level. */
  readonly skipped: readonly Whose[]
}

export interface Parts {
  readonly accounts: Accounts
  /** Runtimes with the current time of each platform. */
  readonly runtimeAt: Readonly<Record<Platform, Runtime>>
  readonly store: Store
}

/** The maximum number of concurrent reads per platform. */
const accountsAtOnce = 6
const mostRows = 500_000

/**
 * Builds each account's report as soon as its metrics are read, so that the metrics need not stay in memory.
 */
export async function gather<Told>(
  asked: Asked,
  parts: Parts,
  tell: (answered: Answered) => Promise<Told>,
): Promise<Gathered<Told>> {
  const { userIds, platforms = allPlatforms } = asked
  const all = userIds.flatMap((userId) => platforms.map((platform) => ({ userId, platform })))
  const outcomes: (Outcome<Told> | undefined)[] = all.map(() => undefined)
  // Accounts are read concurrently, so the limit of rows is enforced while rows arrive, not after all reads.
  let rows = 0
  const count = (more: number) => {
    rows += more
    if (rows > mostRows) throw tooManyRows()
  }
  const work = async (waiting: Iterable<readonly [number, Whose]>) => {
    for (const [index, whose] of waiting) {
      let coming = 0
      const onRows = (more: number) => {
        coming += more
        count(more)
      }
      const outcome = await ask(whose, { ...asked, question: { ...asked.question, onRows } }, parts)
      // With too many rows, the whole report fails, not the account. Otherwise only the rows of the result
      // count.
      if (rows > mostRows) throw tooManyRows()
      rows -= coming
      if (outcome === 'unlinked' || !('figures' in outcome)) outcomes[index] = outcome
      else {
        count(outcome.figures.rows.length)
        outcomes[index] = { told: await tell(outcome) }
      }
    }
  }
  // Each platform has its own queue, so that a slow platform does not delay the others.
  const queues = platforms.map((platform) =>
    [...all.entries()].filter(([, whose]) => whose.platform === platform).values(),
  )
  await Promise.all(queues.flatMap((queue) => Array.from({ length: accountsAtOnce }, () => work(queue))))
  const found = outcomes.filter((outcome) => outcome !== undefined && outcome !== 'unlinked')
  return {
    told: found.flatMap((outcome) => ('told' in outcome ? [outcome.told] : [])),
    failed: found.filter((outcome) => 'error' in outcome),
    skipped: found.filter((outcome) => 'isSkipped' in outcome),
  }
}

type Silent = (Whose & { readonly error: ServiceError }) | (Whose & { readonly isSkipped: true }) | 'unlinked'
type Outcome<Told> = { readonly told: Told } | Silent

async function ask(
  whose: Whose,
  { workspaceId, platforms, question, maxAgeMs }: Asked,
  { accounts, runtimeAt, store }: Parts,
): Promise<Answered | Silent> {
  const { userId, platform } = whose
  let wasLinked = false
  try {
    const now = runtimeAt[platform].now()
    const known =
      maxAgeMs > 0 && (await mirroredFigures(store.db, { workspaceId, ...whose }, question, now - maxAgeMs))
    if (known) return { ...whose, ...known, today: dayIn(known.figures.timeZone, known.asOf) }
    const { connector } = await accounts.connect(workspaceId, userId, platform)
    wasLinked = true
    const figures = await connector.figures(question)
    if (figures === undefined) return { ...whose, isSkipped: true }
    const asOf = figures.asOf ?? runtimeAt[platform].now()
    return { ...whose, figures, asOf, today: dayIn(figures.timeZone, asOf) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // A caller who did not name the platform does not expect an unlinked account in the report. If the
    // account was linked when the report started, the error is reported.
    if (error.code === 'ACCOUNT_NOT_LINKED' && platforms === undefined && !wasLinked) return 'unlinked'
    return { ...whose, error }
  }
}

function tooManyRows(): ServiceError {
  const message = `level gives more than ${mostRows.toLocaleString('en')} rows here. Ask for fewer days or users, or for a higher level.`
  return invalidBody([{ field: 'level', code: 'OUT_OF_RANGE', message }])
}
