// The parts of a campaign, with the issues that prevent delivery.

import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { asked, given } from '../parts/filters.tsx'
import { Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { campaignStatus } from '../words/statuses.ts'
import type { NamedCampaign } from './campaignList.tsx'

export function AdSets({ userId, campaignId }: NamedCampaign) {
  const reading = useRead('social/get_ad_sets', { userId, campaignId, ...pageAt('adSetsAt') })
  return (
    <section class="stack">
      <h2>Ad sets</h2>
      <Shown reading={reading}>
        {({ adSets, pagination }) => (
          <Parts cursor="adSetsAt" name="Ad sets" parts={adSets} pagination={pagination} />
        )}
      </Shown>
    </section>
  )
}

export function AdGroups({
  userId,
  platform,
  campaignId,
}: NamedCampaign & { readonly platform: 'search' | 'pro' }) {
  const reading = useRead(`${platform}/get_ad_groups`, { userId, campaignId, ...pageAt('adGroupsAt') })
  return (
    <section class="stack">
      <h2>Ad groups</h2>
      <Shown reading={reading}>
        {({ adGroups, pagination }) => (
          <Parts cursor="adGroupsAt" name="Ad groups" parts={adGroups} pagination={pagination} />
        )}
      </Shown>
    </section>
  )
}

export function Ads({ userId, platform, campaignId }: NamedCampaign) {
  const reading = useRead(`${platform}/get_ads`, { userId, campaignId, ...pageAt('adsAt') })
  return (
    <section class="stack">
      <h2>Ads</h2>
      <Shown reading={reading}>
        {({ ads, pagination }) => <Parts cursor="adsAt" name="Ads" parts={ads} pagination={pagination} />}
      </Shown>
    </section>
  )
}

interface Part {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly effectiveStatus: string
  readonly servingStatus?: string
  readonly issues: readonly string[]
}

/** Every list on the page has its own cursor in the URL. */
function pageAt(cursor: string): { readonly pagination?: string } {
  return given({ pagination: asked(cursor) })
}

function Parts({
  cursor,
  name,
  parts,
  pagination,
}: {
  readonly cursor: string
  readonly name: string
  readonly parts: readonly Part[]
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
          idOf={({ id }) => id}
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
            { label: 'Status', cell: (part) => <Badge {...campaignStatus(part)} /> },
            { label: 'What hinders it', cell: ({ issues }) => issues.join(' ') },
          ]}
        />
      )}
      <Pager
        pagination={pagination}
        words={['Back', 'More']}
        name={`Pages of ${name.toLowerCase()}`}
        cursor={cursor}
      />
    </>
  )
}
