// What deserves attention in a campaign that was made.

import { adState, servedState } from '../../../platforms/pro/holdReasons.ts'
import type { CampaignRow, CreativeRow } from '../../../platforms/pro/rows.ts'

/** States that a new campaign passes through by itself. */
const usual = new Set([
  'STOPPED',
  'CAMPAIGN_STOPPED',
  'CAMPAIGN_START_DATE_HOLD',
  'CAMPAIGN_GROUP_START_DATE_HOLD',
  'CAMPAIGN_GROUP_STATUS_HOLD',
  'UNDER_REVIEW',
])

export function remarksOn({ servingStatuses = [] }: CampaignRow, ads: readonly CreativeRow[]): string[] {
  const unusual = (states: readonly string[]) => states.filter((state) => !usual.has(state))
  return [
    ...servedState(unusual(servingStatuses)).issues,
    ...ads.flatMap((ad) => {
      const holds = unusual(ad.servingHoldReasons ?? [])
      const { issues } = adState({ ...ad, servingHoldReasons: holds })
      return issues.map((issue) => `${JSON.stringify(ad.name ?? '')}: ${issue}`)
    }),
  ]
}
