// The campaigns of all users on all platforms, as the service last read them.

import type { Results } from '@adrail/client'
import { toHref } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { userLookup } from '../form/nameLookups.ts'
import { Badge } from '../parts/badge.tsx'
import { type Filter, Filters, omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { type Column, Pager, Table } from '../parts/table.tsx'
import { formatTimestamp } from '../words/formats.ts'
import { formatPlatform, platforms } from '../words/platforms.ts'
import { formatCode, toCampaignBadge } from '../words/statuses.ts'
import { createBudgetColumn, notDeletedLabel, statusChoices, toStatusFilter } from './campaignList.tsx'
import { type MetricName, metrics } from './reportMetrics.ts'

type Campaign = Results<'campaign/list_campaigns'>['campaigns'][number]

const filters: readonly Filter[] = [
  { name: 'search', label: 'Name', placeholder: 'Part of the name' },
  {
    name: 'platform',
    label: 'Platform',
    choices: platforms.map((platform) => [platform, formatPlatform(platform)]),
  },
  {
    name: 'status',
    label: 'Status',
    emptyLabel: notDeletedLabel,
    choices: statusChoices.map((status) => [status, formatCode(status)]),
  },
  { name: 'userId', label: 'User', lookup: userLookup },
]

const sortOrders = ['NAME', 'STATUS'] as const

export function CampaignsPage() {
  const platform = platforms.find((each) => each === readQueryParameter('platform'))
  const status = statusChoices.find((each) => each === readQueryParameter('status'))
  const sort = sortOrders.find((each) => each === readQueryParameter('sort'))
  const readState = useRead('campaign/list_campaigns', {
    ...(platform ? { platform } : {}),
    ...toStatusFilter(status),
    ...(sort ? { sort, descending: readQueryParameter('down') !== '' } : {}),
    ...omitEmpty({
      search: readQueryParameter('search'),
      userId: readQueryParameter('userId'),
      pagination: readQueryParameter('at'),
    }),
  })
  const isFiltered = filters.some(({ name }) => readQueryParameter(name) !== '')
  return (
    <Page
      title="Campaigns"
      description="Campaigns of all users on all platforms, with their results of the last 30 days."
      calls={readState.calls}
    >
      <Filters filters={filters} />
      <ReadView readState={readState}>
        {({ campaigns, pagination }) => (
          <>
            {campaigns.length > 0 ? (
              <>
                <Table name="Campaigns" rows={campaigns} getId={toCampaignPath} columns={columns} />
                <small>{`All data on this page is from ${formatTimestamp(findEarliestAsOf(campaigns))} or later.`}</small>
              </>
            ) : pagination.next !== '' ? (
              <p class="note">
                No campaign on this page matches the filters. To search further, select “Next”.
              </p>
            ) : (
              <Empty title={isFiltered ? 'No such campaigns' : 'No campaigns yet'}>
                <p>
                  {isFiltered
                    ? 'No campaign matches the filters.'
                    : 'Campaigns appear soon after a user links an ad account.'}
                </p>
              </Empty>
            )}
            <Pager pagination={pagination} labels={['Previous', 'Next']} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

/** Matches issues that only repeat the status of the campaign. */
const statusIssuePattern =
  /^(It is not switched on|The campaign is paused|The campaign has not begun yet|The campaign has ended)\.$/

const columns: readonly Column<Campaign>[] = [
  {
    label: 'Campaign',
    sort: 'NAME',
    cell: (campaign) => (
      <span>
        <a href={toHref(`users/${toCampaignPath(campaign)}`)}>{campaign.name}</a>
        <small>{formatPlatform(campaign.platform)}</small>
      </span>
    ),
  },
  {
    label: 'User',
    cell: ({ userId, userName, duplicateOf }) => (
      <span>
        <a class="name" href={toHref(`users/${userId}`)}>
          {userName}
        </a>
        {duplicateOf !== undefined && (
          <small>
            {'Same ad account as '}
            <a href={toHref(`users/${duplicateOf}`)}>another user</a>
          </small>
        )}
      </span>
    ),
  },
  {
    label: 'Status',
    sort: 'STATUS',
    cell: (campaign) => (
      <span>
        <Badge {...toCampaignBadge(campaign)} />
        {campaign.issues
          .filter((issue) => !statusIssuePattern.test(issue))
          .map((issue) => (
            <small key={issue}>{issue}</small>
          ))}
      </span>
    ),
  },
  createBudgetColumn(({ platform }) => platform),
  createMetricColumn('spend'),
  createMetricColumn('clicks'),
  createMetricColumn('results'),
]

/** Shows a metric of the last 30 days, or a dash before the first read. */
function createMetricColumn(name: MetricName): Column<Campaign> {
  const { name: label, compute, format } = metrics[name]
  return {
    label,
    isRightAligned: true,
    cell: ({ last30Days, currencyCode }) => (last30Days ? format(compute([last30Days]), currencyCode) : ''),
  }
}

/** Timestamps of the service are texts that sort by time. */
function findEarliestAsOf(campaigns: readonly Campaign[]): string {
  return campaigns.reduce((earliest, { asOf }) => (earliest === '' || asOf < earliest ? asOf : earliest), '')
}

function toCampaignPath({ userId, platform, campaignId }: Campaign): string {
  return `${userId}/${platform}/${campaignId}`
}
