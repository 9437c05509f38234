// What a campaign consists of, and what hinders it.

import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { campaignStatus } from '../words/statuses.ts'
import type { NamedCampaign } from './campaignList.tsx'

export function AdSets({ userId, campaignId }: NamedCampaign) {
  const reading = useRead('social/get_ad_sets', { userId, campaignId })
  return (
    <section class="stack">
      <h2>Ad sets</h2>
      <Shown reading={reading}>{({ adSets }) => <Parts name="Ad sets" parts={adSets} />}</Shown>
    </section>
  )
}

export function AdGroups({
  userId,
  platform,
  campaignId,
}: NamedCampaign & { readonly platform: 'search' | 'pro' }) {
  const reading = useRead(`${platform}/get_ad_groups`, { userId, campaignId })
  return (
    <section class="stack">
      <h2>Ad groups</h2>
      <Shown reading={reading}>{({ adGroups }) => <Parts name="Ad groups" parts={adGroups} />}</Shown>
    </section>
  )
}

export function Ads({ userId, platform, campaignId }: NamedCampaign) {
  const reading = useRead(`${platform}/get_ads`, { userId, campaignId })
  return (
    <section class="stack">
      <h2>Ads</h2>
      <Shown reading={reading}>{({ ads }) => <Parts name="Ads" parts={ads} />}</Shown>
    </section>
  )
}

interface Part {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly effectiveStatus: string
  readonly issues: readonly string[]
}

function Parts({ name, parts }: { readonly name: string; readonly parts: readonly Part[] }) {
  if (parts.length === 0) return <p class="muted">There are none.</p>
  return (
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
  )
}
