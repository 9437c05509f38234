// The campaigns of all users on all platforms, as the service last read them.

import type { Results } from '@adrail/client'
import { to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { users } from '../form/nameLookups.ts'
import { Badge } from '../parts/badge.tsx'
import { asked, type Filter, Filters, given } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { type Column, Pager, Table } from '../parts/table.tsx'
import { moment } from '../words/figures.ts'
import { nameOf, platforms } from '../words/platforms.ts'
import { campaignStatus, sentence } from '../words/statuses.ts'
import { allButDeleted, budgetColumn, ofStatus, statusChoices } from './campaignList.tsx'
import { type FigureName, figures } from './reportFigures.ts'

type Campaign = Results<'campaign/list_campaigns'>['campaigns'][number]

const filters: readonly Filter[] = [
  { name: 'search', label: 'Name', placeholder: 'Part of it' },
  {
    name: 'platform',
    label: 'Platform',
    choices: platforms.map((platform) => [platform, nameOf(platform)]),
  },
  {
    name: 'status',
    label: 'Status',
    all: allButDeleted,
    choices: statusChoices.map((status) => [status, sentence(status)]),
  },
  { name: 'userId', label: 'User', lookup: users },
]

const sorts = ['NAME', 'STATUS'] as const

export function CampaignsPage() {
  const platform = platforms.find((each) => each === asked('platform'))
  const status = statusChoices.find((each) => each === asked('status'))
  const sort = sorts.find((each) => each === asked('sort'))
  const reading = useRead('campaign/list_campaigns', {
    ...(platform ? { platform } : {}),
    ...ofStatus(status),
    ...(sort ? { sort, descending: asked('down') !== '' } : {}),
    ...given({ search: asked('search'), userId: asked('userId'), pagination: asked('at') }),
  })
  const isNarrowed = filters.some(({ name }) => asked(name) !== '')
  return (
    <Page
      title="Campaigns"
      says="Of all users on all platforms, as they were last seen, with what the last 30 days brought."
      calls={reading.calls}
    >
      <Filters filters={filters} />
      <Shown reading={reading}>
        {({ campaigns, pagination }) => (
          <>
            {campaigns.length > 0 ? (
              <>
                <Table name="Campaigns" rows={campaigns} idOf={placeOf} columns={columns} />
                <small>{`All of these were seen since ${moment(oldest(campaigns))}.`}</small>
              </>
            ) : pagination.next !== '' ? (
              <p class="note">There is none among these. The search goes on with the next ones.</p>
            ) : (
              <Empty title={isNarrowed ? 'No such campaigns' : 'No campaigns yet'}>
                <p>
                  {isNarrowed
                    ? 'No campaign matches the filters.'
                    : 'Soon after an ad account is linked, its campaigns stand here.'}
                </p>
              </Empty>
            )}
            <Pager pagination={pagination} words={['Back', 'More']} />
          </>
        )}
      </Shown>
    </Page>
  )
}

/** Matches issues that only repeat the status of the campaign. */
const saidByStatus =
  /^(It is not switched on|The campaign is paused|The campaign has not begun yet|The campaign has ended)\.$/

const columns: readonly Column<Campaign>[] = [
  {
    label: 'Campaign',
    sort: 'NAME',
    cell: (campaign) => (
      <span>
        <a href={to(`users/${placeOf(campaign)}`)}>{campaign.name}</a>
        <small>{nameOf(campaign.platform)}</small>
      </span>
    ),
  },
  {
    label: 'User',
    cell: ({ userId, userName, duplicateOf }) => (
      <span>
        <a class="name" href={to(`users/${userId}`)}>
          {userName}
        </a>
        {duplicateOf !== undefined && (
          <small>
            {'Same ad account as '}
            <a href={to(`users/${duplicateOf}`)}>another user</a>
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
        <Badge {...campaignStatus(campaign)} />
        {campaign.issues
          .filter((issue) => !saidByStatus.test(issue))
          .map((issue) => (
            <small key={issue}>{issue}</small>
          ))}
      </span>
    ),
  },
  budgetColumn(({ platform }) => platform),
  recent('spend'),
  recent('clicks'),
  recent('results'),
]

/** Shows a metric of the last 30 days, or a dash before the first read. */
function recent(name: FigureName): Column<Campaign> {
  const { name: label, of, write } = figures[name]
  return {
    label,
    figure: true,
    cell: ({ last30Days, currencyCode }) => (last30Days ? write(of([last30Days]), currencyCode) : ''),
  }
}

/** Timestamps of the service are texts that sort by time. */
function oldest(campaigns: readonly Campaign[]): string {
  return campaigns.reduce((first, { asOf }) => (first === '' || asOf < first ? asOf : first), '')
}

function placeOf({ userId, platform, campaignId }: Campaign): string {
  return `${userId}/${platform}/${campaignId}`
}
