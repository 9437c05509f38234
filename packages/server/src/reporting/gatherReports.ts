// Reads the metrics of several users' accounts on several platforms concurrently. An account that fails is
// reported and does not fail the others.

import { platforms as allPlatforms, type Platform } from '@adrail/contract'
import type { Accounts } from '../linking/accounts.ts'
import type { AccountMetrics, MetricsQuery } from '../platforms/connector-kit/adMetrics.ts'
import { invalidBodyError, ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { dateInZone } from '../runtime/timeZones.ts'
import type { Store } from '../store/tables.ts'
import { readMirroredMetrics } from './mirroredMetrics.ts'

export interface GatherRequest {
  readonly workspaceId: string
  readonly userIds: readonly string[]
  /** All linked platforms of a user if absent. */
  readonly platforms?: readonly Platform[] | undefined
  readonly query: MetricsQuery
  /** Metrics that are at most this old may come from the mirror. */
  readonly maxAgeMs: number
}

/** A user's account on a platform. */
export interface ReportedAccount {
  readonly userId: string
  readonly platform: Platform
}

export interface AccountMetricsResult extends ReportedAccount {
  readonly metrics: AccountMetrics
  readonly asOf: number
  /** The local date of the account at `asOf`. The metrics contain nothing later. */
  readonly today: string
}

export interface GatheredReports<Report> {
  readonly reports: readonly Report[]
  readonly failedAccounts: readonly (ReportedAccount & { readonly error: ServiceError })[]
  /** Platforms that do not support the level. */
  readonly skippedAccounts: readonly ReportedAccount[]
}

export interface GatherDeps {
  readonly accounts: Accounts
  /** Runtimes with the current time of each platform. */
  readonly runtimeByPlatform: Readonly<Record<Platform, Runtime>>
  readonly store: Store
}

/** The maximum number of concurrent reads per platform. */
const maxConcurrentReads = 6
const maxRows = 500_000

/**
 * Builds each account's report as soon as its metrics are read, so that the metrics need not stay in memory.
 */
export async function gatherReports<Report>(
  request: GatherRequest,
  deps: GatherDeps,
  buildReport: (result: AccountMetricsResult) => Promise<Report>,
): Promise<GatheredReports<Report>> {
  const { userIds, platforms = allPlatforms } = request
  const requestedAccounts = userIds.flatMap((userId) => platforms.map((platform) => ({ userId, platform })))
  const outcomes: (Outcome<Report> | undefined)[] = requestedAccounts.map(() => undefined)
  // Accounts are read concurrently, so the limit of rows is enforced while rows arrive, not after all reads.
  let rowCount = 0
  const addRows = (addedCount: number) => {
    rowCount += addedCount
    if (rowCount > maxRows) throw tooManyRowsError()
  }
  const runWorker = async (entries: Iterable<readonly [number, ReportedAccount]>) => {
    for (const [index, account] of entries) {
      let readCount = 0
      const onRows = (addedCount: number) => {
        readCount += addedCount
        addRows(addedCount)
      }
      const outcome = await readAccount(account, { ...request, query: { ...request.query, onRows } }, deps)
      // Too many rows fail the whole report, not only this account. Otherwise, the rows of the result replace
      // the rows that were read in the count.
      if (rowCount > maxRows) throw tooManyRowsError()
      rowCount -= readCount
      if (outcome === 'unlinked' || !('metrics' in outcome)) outcomes[index] = outcome
      else {
        addRows(outcome.metrics.rows.length)
        outcomes[index] = { report: await buildReport(outcome) }
      }
    }
  }
  // Each platform has its own queue, so that a slow platform does not delay the others.
  const queues = platforms.map((platform) =>
    [...requestedAccounts.entries()].filter(([, account]) => account.platform === platform).values(),
  )
  await Promise.all(
    queues.flatMap((queue) => Array.from({ length: maxConcurrentReads }, () => runWorker(queue))),
  )
  const results = outcomes.filter((outcome) => outcome !== undefined && outcome !== 'unlinked')
  return {
    reports: results.flatMap((outcome) => ('report' in outcome ? [outcome.report] : [])),
    failedAccounts: results.filter((outcome) => 'error' in outcome),
    skippedAccounts: results.filter((outcome) => 'isSkipped' in outcome),
  }
}

type NoMetrics =
  | (ReportedAccount & { readonly error: ServiceError })
  | (ReportedAccount & { readonly isSkipped: true })
  | 'unlinked'
type Outcome<Report> = { readonly report: Report } | NoMetrics

async function readAccount(
  account: ReportedAccount,
  { workspaceId, platforms, query, maxAgeMs }: GatherRequest,
  { accounts, runtimeByPlatform, store }: GatherDeps,
): Promise<AccountMetricsResult | NoMetrics> {
  const { userId, platform } = account
  let wasLinked = false
  try {
    const now = runtimeByPlatform[platform].now()
    const mirroredMetrics =
      maxAgeMs > 0 &&
      (await readMirroredMetrics(store.db, { workspaceId, ...account }, query, now - maxAgeMs))
    if (mirroredMetrics)
      return {
        ...account,
        ...mirroredMetrics,
        today: dateInZone(mirroredMetrics.metrics.timeZone, mirroredMetrics.asOf),
      }
    const { connector } = await accounts.connect(workspaceId, userId, platform)
    wasLinked = true
    const metrics = await connector.metrics(query)
    if (metrics === undefined) return { ...account, isSkipped: true }
    const asOf = metrics.asOf ?? runtimeByPlatform[platform].now()
    return { ...account, metrics, asOf, today: dateInZone(metrics.timeZone, asOf) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // A caller who did not name the platform does not expect an unlinked account in the report. If the
    // account was linked when the report started, the error is reported.
    if (error.code === 'ACCOUNT_NOT_LINKED' && platforms === undefined && !wasLinked) return 'unlinked'
    return { ...account, error }
  }
}

function tooManyRowsError(): ServiceError {
  const message = `level results in more than ${maxRows.toLocaleString('en')} rows. Request fewer days or users, or a higher level.`
  return invalidBodyError([{ field: 'level', code: 'OUT_OF_RANGE', message }])
}
