// The ad sets of a campaign on Meta.

import { useRead } from '../../calls/read.ts'
import { PartTable, readCursor } from '../../parts/campaignParts.tsx'
import { ReadView } from '../../parts/states.tsx'
import type { CampaignPartsProps } from '../platformScreens.ts'

export function AdSets({ userId, campaignId }: CampaignPartsProps) {
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
