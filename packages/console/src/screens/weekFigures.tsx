// Spend and results of the last seven days, compared with the seven days before. Each platform and currency
// has its own row, because no amount is converted.

import type { Results, User } from '@adrail/client'
import { useRead } from '../calls/read.ts'
import { Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { daysAgo } from '../words/clock.ts'
import { change } from '../words/figures.ts'
import { nameOf, platforms } from '../words/platforms.ts'
import { countsOnce, missing, sharedAccounts } from './reportAccounts.ts'
import { type FigureName, figures } from './reportFigures.ts'

type Report = Results<'report/get_report'>
type Account = Report['accounts'][number]

/** The maximum of one report. */
const mostUsers = 20
const shown: readonly FigureName[] = ['spend', 'clicks', 'results', 'costPerResult']

export function WeekFigures({ users }: { readonly users: readonly User[] }) {
  const linked = users.filter(({ connections }) => connections.length > 0)
  const asked = linked.slice(0, mostUsers)
  return (
    <section class="stack" aria-label="This week">
      <h2>{linked.length > mostUsers ? `This week, of the newest ${mostUsers} users` : 'This week'}</h2>
      <p class="muted">The last seven days, and how much more or less that is than in the seven before.</p>
      {asked.length === 0 ? (
        <p class="muted">When an ad account is linked, what it spends stands here.</p>
      ) : (
        <Weeks users={asked} />
      )}
    </section>
  )
}

function Weeks({ users }: { readonly users: readonly User[] }) {
  const userIds = users.map(({ userId }) => userId)
  // Stored data is sufficient. The service only calls the platform for accounts that it has not read yet.
  const body = { userIds, level: 'ACCOUNT', maxAgeSeconds: 86_400 } as const
  const now = useRead('report/get_report', { ...body, startDate: daysAgo(7), endDate: daysAgo(1) })
  const before = useRead('report/get_report', { ...body, startDate: daysAgo(14), endDate: daysAgo(8) })
  return (
    <Shown reading={now}>
      {({ accounts, errors }) => (
        <>
          <Compared now={accounts} before={before.results?.accounts ?? []} />
          {sharedAccounts(accounts, users).map((sentence) => (
            <p class="note" key={sentence}>
              {sentence}
            </p>
          ))}
          {errors.length > 0 && (
            <p class="note warn">
              {`Not in these figures: ${errors.map((each) => missing(each, users)).join(', ')}.`}
            </p>
          )}
        </>
      )}
    </Shown>
  )
}

function Compared({
  now,
  before,
}: {
  readonly now: readonly Account[]
  readonly before: readonly Account[]
}) {
  const ordered = platforms.flatMap((each) => now.filter(({ platform }) => platform === each))
  const groups = [...Map.groupBy(ordered.filter(countsOnce), groupOf)]
  const earlier = Map.groupBy(before.filter(countsOnce), groupOf)
  if (groups.length === 0) return <p class="muted">No ad account gave figures.</p>
  return (
    <Table
      name="This week against the week before"
      rows={groups}
      idOf={([group]) => group}
      columns={[
        {
          label: 'Platform',
          cell: ([, [account]]) => <strong>{nameOf(account?.platform ?? '')}</strong>,
        },
        ...shown.map((name) => ({
          label: figures[name].name,
          figure: true as const,
          cell: ([group, accounts]: (typeof groups)[number]) => {
            const { of, write } = figures[name]
            const value = of(accounts.map(({ totals }) => totals))
            const last = of((earlier.get(group) ?? []).map(({ totals }) => totals))
            const changed = change(value, last)
            return (
              <span>
                {write(value, accounts[0]?.currencyCode ?? '') || '–'}
                {changed !== '' && <small>{changed}</small>}
              </span>
            )
          },
        })),
      ]}
    />
  )
}

function groupOf({ platform, currencyCode }: Account): string {
  return `${platform} ${currencyCode}`
}
