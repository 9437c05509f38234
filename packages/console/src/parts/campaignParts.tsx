// The parts of a campaign, with the issues that prevent delivery.

import type { OperationName, Results } from '@adrail/client'
import { useRead } from '../calls/read.ts'
import { formatDay, formatMoney } from '../words/formats.ts'
import { formatCode, toCampaignBadge } from '../words/statuses.ts'
import { Badge } from './badge.tsx'
import { omitEmpty, readQueryParameter } from './filters.tsx'
import { ReadView } from './states.tsx'
import { Pager, Table } from './table.tsx'

export function AdGroups({
  userId,
  campaignId,
  operation,
}: {
  readonly userId: string
  readonly campaignId: string
  readonly operation: Extract<OperationName, `${string}/get_ad_groups`>
}) {
  const readState = useRead(operation, { userId, campaignId, ...readCursor('adGroupsAt') })
  return (
    <section class="stack">
      <h2>Ad groups</h2>
      <ReadView readState={readState}>
        {({ adGroups, pagination }) => (
          <PartTable cursorParameter="adGroupsAt" name="Ad groups" parts={adGroups} pagination={pagination} />
        )}
      </ReadView>
    </section>
  )
}

type Settings = Pick<
  Results<'search/get_ad_groups'>['adGroups'][number],
  'audience' | 'bid' | 'budget' | 'currencyCode' | 'startDate' | 'endDate'
>

/** An ad group, with its settings where the platform's list has them. */
interface CampaignPart extends Partial<Settings> {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly effectiveStatus: string
  readonly servingStatus?: string
  readonly issues: readonly string[]
}

/** Every list on the page has its own cursor in the URL. */
export function readCursor(cursorParameter: string): { readonly pagination?: string } {
  return omitEmpty({ pagination: readQueryParameter(cursorParameter) })
}

export function PartTable({
  cursorParameter,
  name,
  parts,
  pagination,
}: {
  readonly cursorParameter: string
  readonly name: string
  readonly parts: readonly CampaignPart[]
  readonly pagination: { readonly next: string; readonly previous: string }
}) {
  return (
    <>
      {parts.length === 0 ? (
        <p class="muted">{`No ${name.toLowerCase()} yet.`}</p>
      ) : (
        <Table
          name={name}
          rows={parts}
          getId={({ id }) => id}
          columns={[
            {
              label: 'Name',
              cell: ({ id, name }) => (
                <span>
                  <strong>{name === '' ? 'No name' : name}</strong>
                  <small>{id}</small>
                </span>
              ),
            },
            {
              label: 'Status',
              cell: (part) => (
                <div class="lines">
                  <span>
                    <Badge {...toCampaignBadge(part)} />
                  </span>
                  {part.issues.map((issue) => (
                    <span key={issue}>{issue}</span>
                  ))}
                </div>
              ),
            },
            { label: 'Audience', cell: ({ audience }) => <Lines texts={audience?.summary ?? []} /> },
            { label: 'Budget', isRightAligned: true, cell: (part) => <Budget {...part} /> },
            { label: 'Bid', isRightAligned: true, cell: (part) => <Bid {...part} /> },
          ]}
        />
      )}
      <Pager
        pagination={pagination}
        labels={['Previous', 'Next']}
        name={`Pages of ${name.toLowerCase()}`}
        cursorParameter={cursorParameter}
      />
    </>
  )
}

/** Shows a dash for missing values. */
function Lines({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return <>–</>
  return (
    <ul class="lines">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Budget({ budget, currencyCode = '', startDate, endDate }: Partial<Settings>) {
  if (budget === undefined) return <>–</>
  const { level, daily, lifetime } = budget
  const amount = formatMoney(daily || lifetime, currencyCode)
  const kind = daily === '' ? 'lifetime' : 'a day'
  return (
    <span>
      {amount || '–'}
      {amount !== '' && <small>{level === 'CAMPAIGN' ? `${kind}, of the campaign` : kind}</small>}
      <small>{formatRunDates(startDate, endDate)}</small>
    </span>
  )
}

function Bid({ bid, currencyCode = '' }: Partial<Settings>) {
  if (bid === undefined || bid.strategy === '') return <>–</>
  const { strategy, amount, targetRoas } = bid
  return (
    <span>
      {formatMoney(amount, currencyCode) ||
        (targetRoas === '' ? 'Automatic' : `${targetRoas} times the spend`)}
      <small>{formatCode(strategy)}</small>
    </span>
  )
}

function formatRunDates(startDate = '', endDate = ''): string {
  if (startDate === '' && endDate === '') return ''
  return `${formatDay(startDate)} – ${endDate === '' ? 'no end' : formatDay(endDate)}`
}
