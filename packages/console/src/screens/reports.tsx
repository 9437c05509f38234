// Cost and results of advertising over users and platforms, for a period that the reader chooses.

import type { Body, Results, User } from '@adrail/client'
import { to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { errorText, warningText } from '../form/errorText.ts'
import { users as userLookup } from '../form/nameLookups.ts'
import { asked, type Filter, Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { daysAgo } from '../words/clock.ts'
import { count, day } from '../words/figures.ts'
import { nameOf, platforms } from '../words/platforms.ts'
import { counted } from './campaignResults.tsx'
import { CsvButton } from './csvButton.tsx'
import { countsOnce, missing, sharedAccounts } from './reportAccounts.ts'
import { figureNames, figures } from './reportFigures.ts'

type Report = Results<'report/get_report'>
type Row = Report['rows'][number]
type Account = Report['accounts'][number]
type Level = Row['level']

/** The maximum of one report. */
const maxUsers = 20
/** More rows would make the page slow. The CSV file contains all rows. */
const maxRows = 500

const levels: Readonly<Record<Level, string>> = {
  ACCOUNT: 'Ad account',
  CAMPAIGN: 'Campaign',
  AD_GROUP: 'Ad group or ad set',
  AD: 'Ad',
  KEYWORD: 'Keyword',
}
// The keys of the table are exactly its declared keys.
const levelNames = Object.keys(levels) as Level[]

const filters: readonly Filter[] = [
  { name: 'from', label: 'From', day: true, preset: () => daysAgo(28) },
  { name: 'until', label: 'Until', day: true, preset: () => daysAgo(1) },
  {
    name: 'level',
    label: 'Group by',
    all: levels.CAMPAIGN,
    choices: levelNames.filter((level) => level !== 'CAMPAIGN').map((level) => [level, levels[level]]),
  },
  { name: 'by', label: 'Rows', all: 'Whole period', choices: [['DAY', 'By day']] },
  {
    name: 'platform',
    label: 'Platform',
    choices: platforms.map((platform) => [platform, nameOf(platform)]),
  },
  { name: 'userId', label: 'User', lookup: userLookup, all: `Newest ${maxUsers}` },
]

export function ReportsPage() {
  const chosen = asked('userId')
  const list = useRead('user/list_users', {}, chosen === '')
  const one = useRead('user/get_profile', { userId: chosen }, chosen !== '')
  const users = chosen === '' ? list.results?.users : one.results && [one.results.user]
  const linked = (users ?? []).filter(({ connections }) => connections.length > 0).slice(0, maxUsers)
  const body = reportBody(linked.map(({ userId }) => userId))
  const reading = useRead('report/get_report', body, linked.length > 0)
  return (
    <Page
      title="Reports"
      says="What advertising cost and brought. Nothing is converted: every amount has its own currency."
      calls={reading.calls}
      actions={linked.length > 0 && <CsvButton body={body} />}
    >
      <Filters filters={filters} />
      <Shown<unknown> reading={chosen === '' ? list : one}>
        {() =>
          linked.length === 0 ? (
            <Empty title="No figures yet">
              <p>Figures appear when a user has linked an ad account.</p>
            </Empty>
          ) : (
            <Shown reading={reading}>{(report) => <ReportFigures report={report} users={linked} />}</Shown>
          )
        }
      </Shown>
    </Page>
  )
}

function reportBody(userIds: readonly string[]): Body<'report/get_report'> {
  const platform = platforms.find((each) => each === asked('platform'))
  const level = levelNames.find((each) => each === asked('level')) ?? 'CAMPAIGN'
  return {
    userIds: [...userIds],
    ...(platform ? { platforms: [platform] } : {}),
    level,
    startDate: asked('from') || daysAgo(28),
    endDate: asked('until') || daysAgo(1),
    granularity: asked('by') === 'DAY' ? 'DAY' : 'TOTAL',
    // Data that the service read within the hour is recent enough, and the response is immediate.
    ...(level === 'ACCOUNT' || level === 'CAMPAIGN' ? { maxAgeSeconds: 3600 } : {}),
  }
}

function ReportFigures({ report, users }: { readonly report: Report; readonly users: readonly User[] }) {
  const { rows, accounts, errors, skipped, warnings = [] } = report
  const shared = sharedAccounts(accounts, users)
  // The sentences about shared accounts already name the users.
  const others = warnings.filter((warning) => shared.length === 0 || !warning.startsWith('SHARED_ACCOUNT'))
  const notes = [...shared, ...others.map((each) => warningText(each, 'report/get_report'))]
  return (
    <>
      {notes.map((note) => (
        <p class="note warn" key={note}>
          {note}
        </p>
      ))}
      {errors.map((each) => (
        <p class="note warn" key={`${each.userId} ${each.platform}`}>
          {`Not in these figures: ${missing(each, users)}. ${errorText(each.error, 'report/get_report')}`}
        </p>
      ))}
      {skipped.length > 0 && (
        <p class="note">
          {`Without such rows: ${[...new Set(skipped.map(({ platform }) => nameOf(platform)))].join(', ')}.`}
        </p>
      )}
      <Totals accounts={accounts} />
      <section class="stack" aria-label="Rows">
        <h2>{rows.length === 1 ? '1 row' : `${count(rows.length)} rows`}</h2>
        {rows.length === 0 ? (
          <Empty title="Nothing was shown or spent">
            <p>Choose other days, or group by ad account.</p>
          </Empty>
        ) : (
          <Rows rows={rows.slice(0, maxRows)} accounts={accounts} users={users} />
        )}
        {rows.length > maxRows && (
          <p class="note">{`These are the first ${count(maxRows)} rows. The CSV file has all of them.`}</p>
        )}
      </section>
    </>
  )
}

/** One row per platform and currency, because results of several platforms must not be added up. */
function Totals({ accounts }: { readonly accounts: readonly Account[] }) {
  const groups = platforms.flatMap((each) => {
    const own = accounts.filter((account) => account.platform === each && countsOnce(account))
    return [...Map.groupBy(own, ({ currencyCode }) => currencyCode)]
  })
  if (groups.length === 0) return null
  return (
    <section class="stack" aria-label="Totals">
      <h2>Totals</h2>
      <Table
        name="Totals by platform and currency"
        rows={groups}
        idOf={([currency, [account]]) => `${account?.platform} ${currency}`}
        columns={[
          {
            label: 'Platform',
            cell: ([, [account]]) => (
              <span>
                <strong>{nameOf(account?.platform ?? '')}</strong>
                {account && (
                  <small>{`Days in ${account.timeZone}, results counted ${counted(account.attribution)}`}</small>
                )}
              </span>
            ),
          },
          ...figureColumns((group: (typeof groups)[number]) => ({
            told: group[1].map(({ totals }) => totals),
            currencyCode: group[0],
          })),
        ]}
      />
    </section>
  )
}

function Rows({
  rows,
  accounts,
  users,
}: {
  readonly rows: readonly Row[]
  readonly accounts: readonly Account[]
  readonly users: readonly User[]
}) {
  const nameOfUser = new Map(users.map(({ userId, name }) => [userId, name]))
  const nameOfAccount = new Map(
    accounts.map(({ platform, accountId, accountName }) => [`${platform} ${accountId}`, accountName]),
  )
  const byDay = rows.some(({ date }) => date !== undefined)
  const columns: Column<Row>[] = [
    {
      label: levels[rows[0]?.level ?? 'CAMPAIGN'],
      cell: (row) => (
        <Subject row={row} account={nameOfAccount.get(`${row.platform} ${row.accountId}`) || row.accountId} />
      ),
    },
    ...(byDay ? [{ label: 'Day', figure: true as const, cell: ({ date = '' }: Row) => day(date) }] : []),
    {
      label: 'User',
      cell: ({ userId, duplicateOf }) => (
        <span>
          <UserLink userId={userId} name={nameOfUser.get(userId)} />
          {duplicateOf !== undefined && <small>Same ad account as another user</small>}
        </span>
      ),
    },
    ...figureColumns((row: Row) => ({ told: [row], currencyCode: row.currencyCode })),
  ]
  return (
    <Table
      name="Report"
      rows={rows}
      idOf={(row) =>
        [row.userId, row.platform, row.campaignId, row.adGroupId, row.adId, row.keywordId, row.date].join(' ')
      }
      columns={columns}
    />
  )
}

/** The object of a row, with its campaign. */
function Subject({ row, account }: { readonly row: Row; readonly account: string }) {
  const { userId, platform, campaignId = '', campaignName = '', adGroupName, adName, keywordText } = row
  const inner = keywordText ?? adName ?? adGroupName
  const campaign = campaignId !== '' && (
    <a href={to(`users/${userId}/${platform}/${campaignId}`)}>{campaignName || campaignId}</a>
  )
  return (
    <span>
      {inner ?? (campaign || <strong>{account}</strong>)}
      {inner !== undefined && campaign && <small>{campaign}</small>}
      <small>{nameOf(platform)}</small>
    </span>
  )
}

function figureColumns<Shown>(
  figuresOf: (shown: Shown) => {
    readonly told: Parameters<(typeof figures)['spend']['of']>[0]
    readonly currencyCode: string
  },
): Column<Shown>[] {
  return figureNames.map((name) => {
    const { name: label, of, write } = figures[name]
    return {
      label,
      figure: true as const,
      cell: (shown) => {
        const { told, currencyCode } = figuresOf(shown)
        return write(of(told), currencyCode)
      },
    }
  })
}
