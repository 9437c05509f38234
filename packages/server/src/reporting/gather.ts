// Asks the accounts of several users on several platforms for their figures: side by side, each for itself, so that one
// that fails is named and does not fail the others.

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
  /** Without them, all that a user has linked. */
  readonly platforms?: readonly Platform[] | undefined
  readonly question: FiguresQuestion
  /** What was read within so many milliseconds is as good as asked. */
  readonly maxAgeMs: number
}

/** An account that was asked. */
export interface Whose {
  readonly userId: string
  readonly platform: Platform
}

export interface Answered extends Whose {
  readonly figures: AccountFigures
  readonly asOf: number
  /** The day that it was then where the account is: what has come since is not in the figures. */
  readonly today: string
}

export interface Gathered<Told> {
  readonly told: readonly Told[]
  readonly failed: readonly (Whose & { readonly error: ServiceError })[]
  /** Platforms that do not have the level. */
  readonly skipped: readonly Whose[]
}

export interface Parts {
  readonly accounts: Accounts
  /** The time that it is at each platform. */
  readonly runtimeAt: Readonly<Record<Platform, Runtime>>
  readonly store: Store
}

/** Of each platform. */
const accountsAtOnce = 6
const mostRows = 500_000

/** What accounts answered is told at once, so that their figures need not be held until the last of them has. */
export async function gather<Told>(
  asked: Asked,
  parts: Parts,
  tell: (answered: Answered) => Promise<Told>,
): Promise<Gathered<Told>> {
  const { userIds, platforms = allPlatforms } = asked
  const all = userIds.flatMap((userId) => platforms.map((platform) => ({ userId, platform })))
  const outcomes: (Outcome<Told> | undefined)[] = all.map(() => undefined)
  // Accounts are read side by side: too many rows are refused while they come, not once all of them are here.
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
      // Then it is the report that fails, and not the account. Otherwise what it tells is all that counts.
      if (rows > mostRows) throw tooManyRows()
      rows -= coming
      if (outcome === 'unlinked' || !('figures' in outcome)) outcomes[index] = outcome
      else {
        count(outcome.figures.rows.length)
        outcomes[index] = { told: await tell(outcome) }
      }
    }
  }
  // Platforms beside each other: one that is slow keeps the others from nothing.
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
    // Who did not ask for the platform by name does not miss it, unless it was still linked when the report began.
    if (error.code === 'ACCOUNT_NOT_LINKED' && platforms === undefined && !wasLinked) return 'unlinked'
    return { ...whose, error }
  }
}

function tooManyRows(): ServiceError {
  const message = `level gives more than ${mostRows.toLocaleString('en')} rows here. Ask for fewer days or users, or for a higher level.`
  return invalidBody([{ field: 'level', code: 'OUT_OF_RANGE', message }])
}
