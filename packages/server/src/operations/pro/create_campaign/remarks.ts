// Collects serving issues of a new campaign for the response's warnings.

import { adState, servedState } from '../../../platforms/pro/holdReasons.ts'
import type { CampaignRow, CreativeRow } from '../../../platforms/pro/rows.ts'

/** A new campaign has these states temporarily, so they need no attention. */
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
