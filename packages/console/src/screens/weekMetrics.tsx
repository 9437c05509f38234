// Spend and results of the last seven days, compared with the seven days before. Each platform and currency
// has its own row, because no amount is converted.

import type { Results, User } from '@adrail/client'
import { useRead } from '../calls/read.ts'
import { ReadView } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { daysAgo } from '../words/clock.ts'
import { formatChange } from '../words/formats.ts'
import { formatPlatform, platforms } from '../words/platforms.ts'
import { describeAccount, describeSharedAccounts, isInTotals } from './reportAccounts.ts'
import { type MetricName, metrics } from './reportMetrics.ts'

type Report = Results<'report/get_report'>
type Account = Report['accounts'][number]

/** The maximum of one report. */
const maxUsers = 20
const shownMetrics: readonly MetricName[] = ['spend', 'clicks', 'results', 'costPerResult']

export function WeekMetrics({ users }: { readonly users: readonly User[] }) {
  const linkedUsers = users.filter(({ connections }) => connections.length > 0)
  const reportedUsers = linkedUsers.slice(0, maxUsers)
  return (
    <section class="stack" aria-label="This week">
      <h2>{linkedUsers.length > maxUsers ? `This week, of the newest ${maxUsers} users` : 'This week'}</h2>
      <p class="muted">The last seven days, compared with the seven days before.</p>
      {reportedUsers.length === 0 ? (
        <p class="muted">No results yet. Results appear when a user links an ad account.</p>
      ) : (
        <WeekReport users={reportedUsers} />
      )}
    </section>
  )
}

function WeekReport({ users }: { readonly users: readonly User[] }) {
  const userIds = users.map(({ userId }) => userId)
  // Stored data is sufficient. The service only calls the platform for accounts that it has not read yet.
  const body = { userIds, level: 'ACCOUNT', maxAgeSeconds: 86_400 } as const
  const currentState = useRead('report/get_report', { ...body, startDate: daysAgo(7), endDate: daysAgo(1) })
  const previousState = useRead('report/get_report', { ...body, startDate: daysAgo(14), endDate: daysAgo(8) })
  return (
    <ReadView readState={currentState}>
      {({ accounts, errors }) => (
        <>
          <WeekComparison
            currentAccounts={accounts}
            previousAccounts={previousState.results?.accounts ?? []}
          />
          {describeSharedAccounts(accounts, users).map((sentence) => (
            <p class="note" key={sentence}>
              {sentence}
            </p>
          ))}
          {errors.length > 0 && (
            <p class="note warn">
              {`No results from ${errors.map((each) => describeAccount(each, users)).join(', ')}.`}
            </p>
          )}
        </>
      )}
    </ReadView>
  )
}

function WeekComparison({
  currentAccounts,
  previousAccounts,
}: {
  readonly currentAccounts: readonly Account[]
  readonly previousAccounts: readonly Account[]
}) {
  const accountsByPlatform = platforms.flatMap((each) =>
    currentAccounts.filter(({ platform }) => platform === each),
  )
  const groups = [...Map.groupBy(accountsByPlatform.filter(isInTotals), toGroupKey)]
  const previousGroups = Map.groupBy(previousAccounts.filter(isInTotals), toGroupKey)
  if (groups.length === 0) return <p class="muted">No ad account returned results.</p>
  return (
    <Table
      name="This week compared with the previous week"
      rows={groups}
      getId={([group]) => group}
      columns={[
        {
          label: 'Platform',
          cell: ([, [account]]) => <strong>{formatPlatform(account?.platform ?? '')}</strong>,
        },
        ...shownMetrics.map((name) => ({
          label: metrics[name].name,
          isRightAligned: true as const,
          cell: ([group, accounts]: (typeof groups)[number]) => {
            const { compute, format } = metrics[name]
            const value = compute(accounts.map(({ totals }) => totals))
            const previousValue = compute((previousGroups.get(group) ?? []).map(({ totals }) => totals))
            const changeText = formatChange(value, previousValue)
            return (
              <span>
                {format(value, accounts[0]?.currencyCode ?? '') || '–'}
                {changeText !== '' && <small>{changeText}</small>}
              </span>
            )
          },
        })),
      ]}
    />
  )
}

function toGroupKey({ platform, currencyCode }: Account): string {
  return `${platform} ${currencyCode}`
}
