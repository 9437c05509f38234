// The parts of a campaign, with the issues that prevent delivery.

import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { toCampaignBadge } from '../words/statuses.ts'
import type { CampaignRef } from './campaignList.tsx'

export function AdSets({ userId, campaignId }: CampaignRef) {
  const readState = useRead('social/get_ad_sets', { userId, campaignId, ...readCursor('adSetsAt') })
  return (
    <section class="stack">
      <h2>Ad sets</h2>
      <ReadView readState={readState}>
        {({ adSets, pagination }) => (
          <PartTable cursorParameter="adSetsAt" name="Ad sets" parts={adSets} pagination={pagination} />
        )}
      </ReadView>
    </section>
  )
}

export function AdGroups({
  userId,
  platform,
  campaignId,
}: CampaignRef & { readonly platform: 'search' | 'pro' }) {
  const readState = useRead(`${platform}/get_ad_groups`, { userId, campaignId, ...readCursor('adGroupsAt') })
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

export function Ads({ userId, platform, campaignId }: CampaignRef) {
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
function readCursor(cursorParameter: string): { readonly pagination?: string } {
  return omitEmpty({ pagination: readQueryParameter(cursorParameter) })
}

function PartTable({
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
        <p class="muted">There are none.</p>
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
                  <strong>{name === '' ? 'Without a name' : name}</strong>
                  <small>{id}</small>
                </span>
              ),
            },
            { label: 'Status', cell: (part) => <Badge {...toCampaignBadge(part)} /> },
            { label: 'What hinders it', cell: ({ issues }) => issues.join(' ') },
          ]}
        />
      )}
      <Pager
        pagination={pagination}
        labels={['Back', 'More']}
        name={`Pages of ${name.toLowerCase()}`}
        cursorParameter={cursorParameter}
      />
    </>
  )
}
