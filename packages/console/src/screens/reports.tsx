// Cost and results of advertising over users and platforms, for a period that the reader chooses.

import type { Body, Results, User } from '@adrail/client'
import { toHref } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { formatError, formatWarning } from '../form/errorText.ts'
import { userLookup } from '../form/nameLookups.ts'
import { type Filter, Filters, readQueryParameter } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { daysAgo } from '../words/clock.ts'
import { formatCount, formatDay } from '../words/formats.ts'
import { formatPlatform, platforms } from '../words/platforms.ts'
import { describeAttribution } from './campaignResults.tsx'
import { CsvButton } from './csvButton.tsx'
import { describeAccount, describeSharedAccounts, isInTotals } from './reportAccounts.ts'
import { metricNames, metrics } from './reportMetrics.ts'

type Report = Results<'report/get_report'>
type Row = Report['rows'][number]
type Account = Report['accounts'][number]
type Level = Row['level']

/** The maximum of one report. */
const maxUsers = 20
/** More rows would make the page slow. The CSV file contains all rows. */
const maxRows = 500

const levelTexts: Readonly<Record<Level, string>> = {
  ACCOUNT: 'Ad account',
  CAMPAIGN: 'Campaign',
  AD_GROUP: 'Ad group or ad set',
  AD: 'Ad',
  KEYWORD: 'Keyword',
}
// The cast is safe, because the table has exactly one key per level.
const levelNames = Object.keys(levelTexts) as Level[]

const filters: readonly Filter[] = [
  { name: 'from', label: 'From', isDay: true, getDefaultValue: () => daysAgo(28) },
  { name: 'until', label: 'Until', isDay: true, getDefaultValue: () => daysAgo(1) },
  {
    name: 'level',
    label: 'Group by',
    emptyLabel: levelTexts.CAMPAIGN,
    choices: levelNames.filter((level) => level !== 'CAMPAIGN').map((level) => [level, levelTexts[level]]),
  },
  { name: 'by', label: 'Rows', emptyLabel: 'Whole period', choices: [['DAY', 'By day']] },
  {
    name: 'platform',
    label: 'Platform',
    choices: platforms.map((platform) => [platform, formatPlatform(platform)]),
  },
  { name: 'userId', label: 'User', lookup: userLookup, emptyLabel: `Newest ${maxUsers}` },
]

export function ReportsPage() {
  const selectedUserId = readQueryParameter('userId')
  const userListReadState = useRead('user/list_users', {}, selectedUserId === '')
  const profileReadState = useRead('user/get_profile', { userId: selectedUserId }, selectedUserId !== '')
  const users =
    selectedUserId === ''
      ? userListReadState.results?.users
      : profileReadState.results && [profileReadState.results.user]
  const linkedUsers = (users ?? []).filter(({ connections }) => connections.length > 0).slice(0, maxUsers)
  const body = buildReportBody(linkedUsers.map(({ userId }) => userId))
  const readState = useRead('report/get_report', body, linkedUsers.length > 0)
  return (
    <Page
      title="Reports"
      description="Cost and results of advertising. Each amount is in the currency of its ad account."
      calls={readState.calls}
      actions={linkedUsers.length > 0 && <CsvButton body={body} />}
    >
      <Filters filters={filters} />
      <ReadView<unknown> readState={selectedUserId === '' ? userListReadState : profileReadState}>
        {() =>
          linkedUsers.length === 0 ? (
            <Empty title="No results yet">
              <p>Results appear when a user links an ad account.</p>
            </Empty>
          ) : (
            <ReadView readState={readState}>
              {(report) => <ReportMetrics report={report} users={linkedUsers} />}
            </ReadView>
          )
        }
      </ReadView>
    </Page>
  )
}

function buildReportBody(userIds: readonly string[]): Body<'report/get_report'> {
  const platform = platforms.find((each) => each === readQueryParameter('platform'))
  const level = levelNames.find((each) => each === readQueryParameter('level')) ?? 'CAMPAIGN'
  return {
    userIds: [...userIds],
    ...(platform ? { platforms: [platform] } : {}),
    level,
    startDate: readQueryParameter('from') || daysAgo(28),
    endDate: readQueryParameter('until') || daysAgo(1),
    granularity: readQueryParameter('by') === 'DAY' ? 'DAY' : 'TOTAL',
    // Data that the service read within the hour is recent enough, and the response is immediate.
    ...(level === 'ACCOUNT' || level === 'CAMPAIGN' ? { maxAgeSeconds: 3600 } : {}),
  }
}

function ReportMetrics({ report, users }: { readonly report: Report; readonly users: readonly User[] }) {
  const { rows, accounts, errors, skipped, warnings = [] } = report
  const sharedAccountNotes = describeSharedAccounts(accounts, users)
  // The sentences about shared accounts already name the users.
  const otherWarnings = warnings.filter(
    (warning) => sharedAccountNotes.length === 0 || !warning.startsWith('SHARED_ACCOUNT'),
  )
  const notes = [
    ...sharedAccountNotes,
    ...otherWarnings.map((each) => formatWarning(each, 'report/get_report')),
  ]
  return (
    <>
      {notes.map((note) => (
        <p class="note warn" key={note}>
          {note}
        </p>
      ))}
      {errors.map((each) => (
        <p class="note warn" key={`${each.userId} ${each.platform}`}>
          {`No results from ${describeAccount(each, users)}. ${formatError(each.error, 'report/get_report')}`}
        </p>
      ))}
      {skipped.length > 0 && (
        <p class="note">
          {`No rows at this level: ${[...new Set(skipped.map(({ platform }) => formatPlatform(platform)))].join(', ')}.`}
        </p>
      )}
      <Totals accounts={accounts} />
      <section class="stack" aria-label="Rows">
        <h2>{rows.length === 1 ? '1 row' : `${formatCount(rows.length)} rows`}</h2>
        {rows.length === 0 ? (
          <Empty title="No impressions and no spend">
            <p>Choose other days, or group by ad account.</p>
          </Empty>
        ) : (
          <ReportTable rows={rows.slice(0, maxRows)} accounts={accounts} users={users} />
        )}
        {rows.length > maxRows && (
          <p class="note">{`The table shows the first ${formatCount(maxRows)} rows. The CSV file contains all rows.`}</p>
        )}
      </section>
    </>
  )
}

/** One row per platform and currency, because results of several platforms must not be added up. */
function Totals({ accounts }: { readonly accounts: readonly Account[] }) {
  const groups = platforms.flatMap((each) => {
    const platformAccounts = accounts.filter((account) => account.platform === each && isInTotals(account))
    return [...Map.groupBy(platformAccounts, ({ currencyCode }) => currencyCode)]
  })
  if (groups.length === 0) return null
  return (
    <section class="stack" aria-label="Totals">
      <h2>Totals</h2>
      <Table
        name="Totals by platform and currency"
        rows={groups}
        getId={([currency, [account]]) => `${account?.platform} ${currency}`}
        columns={[
          {
            label: 'Platform',
            cell: ([, [account]]) => (
              <span>
                <strong>{formatPlatform(account?.platform ?? '')}</strong>
                {account && (
                  <small>{`Days in ${account.timeZone}, results counted ${describeAttribution(account.attribution)}`}</small>
                )}
              </span>
            ),
          },
          ...createMetricColumns((group: (typeof groups)[number]) => ({
            rows: group[1].map(({ totals }) => totals),
            currencyCode: group[0],
          })),
        ]}
      />
    </section>
  )
}

function ReportTable({
  rows,
  accounts,
  users,
}: {
  readonly rows: readonly Row[]
  readonly accounts: readonly Account[]
  readonly users: readonly User[]
}) {
  const userNames = new Map(users.map(({ userId, name }) => [userId, name]))
  const accountNames = new Map(
    accounts.map(({ platform, accountId, accountName }) => [`${platform} ${accountId}`, accountName]),
  )
  const hasDays = rows.some(({ date }) => date !== undefined)
  const columns: Column<Row>[] = [
    {
      label: levelTexts[rows[0]?.level ?? 'CAMPAIGN'],
      cell: (row) => (
        <ReportSubject
          row={row}
          account={accountNames.get(`${row.platform} ${row.accountId}`) || row.accountId}
        />
      ),
    },
    ...(hasDays
      ? [{ label: 'Day', isRightAligned: true as const, cell: ({ date = '' }: Row) => formatDay(date) }]
      : []),
    {
      label: 'User',
      cell: ({ userId, duplicateOf }) => (
        <span>
          <UserLink userId={userId} name={userNames.get(userId)} />
          {duplicateOf !== undefined && <small>Same ad account as another user</small>}
        </span>
      ),
    },
    ...createMetricColumns((row: Row) => ({ rows: [row], currencyCode: row.currencyCode })),
  ]
  return (
    <Table
      name="Report"
      rows={rows}
      getId={(row) =>
        [row.userId, row.platform, row.campaignId, row.adGroupId, row.adId, row.keywordId, row.date].join(' ')
      }
      columns={columns}
    />
  )
}

/** Names the innermost object that a row reports on, with its campaign and its platform. */
function ReportSubject({ row, account }: { readonly row: Row; readonly account: string }) {
  const { userId, platform, campaignId = '', campaignName = '', adGroupName, adName, keywordText } = row
  const innermostName = keywordText ?? adName ?? adGroupName
  const campaign = campaignId !== '' && (
    <a href={toHref(`users/${userId}/${platform}/${campaignId}`)}>{campaignName || campaignId}</a>
  )
  return (
    <span>
      {innermostName ?? (campaign || <strong>{account}</strong>)}
      {innermostName !== undefined && campaign && <small>{campaign}</small>}
      <small>{formatPlatform(platform)}</small>
    </span>
  )
}

function createMetricColumns<Item>(
  getMetricSource: (item: Item) => {
    readonly rows: Parameters<(typeof metrics)['spend']['compute']>[0]
    readonly currencyCode: string
  },
): Column<Item>[] {
  return metricNames.map((name) => {
    const { name: label, compute, format } = metrics[name]
    return {
      label,
      isRightAligned: true as const,
      cell: (item) => {
        const { rows, currencyCode } = getMetricSource(item)
        return format(compute(rows), currencyCode)
      },
    }
  })
}
