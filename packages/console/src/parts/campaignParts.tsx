// The parts of a campaign, with the issues that prevent delivery.

import type { OperationName, Platform } from '@adrail/client'
import { useRead } from '../calls/read.ts'
import { toCampaignBadge } from '../words/statuses.ts'
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

export function Ads({
  userId,
  platform,
  campaignId,
}: {
  readonly userId: string
  readonly platform: Platform
  readonly campaignId: string
}) {
  const readState = useRead(`${platform}/get_ads`, { userId, campaignId, ...readCursor('adsAt') })
  return (
    <section class="stack">
      <h2>Ads</h2>
      <ReadView readState={readState}>
        {({ ads, pagination }) => (
          <PartTable cursorParameter="adsAt" name="Ads" parts={ads} pagination={pagination} />
        )}
      </ReadView>
    </section>
  )
}

interface CampaignPart {
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
            { label: 'Status', cell: (part) => <Badge {...toCampaignBadge(part)} /> },
            { label: 'Issues', cell: ({ issues }) => issues.join(' ') },
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
