// Collects serving issues of a new campaign for the response's warnings.

import { toAdServingState, toGroupServingState } from '../../../platforms/pro/holdReasons.ts'
import type { CreativeRow, ProCampaignRow } from '../../../platforms/pro/rows.ts'

/** A new campaign has these states temporarily, so they need no attention. */
const expectedHolds = new Set([
  'STOPPED',
  'CAMPAIGN_STOPPED',
  'CAMPAIGN_START_DATE_HOLD',
  'CAMPAIGN_GROUP_START_DATE_HOLD',
  'CAMPAIGN_GROUP_STATUS_HOLD',
  'UNDER_REVIEW',
])

export function collectProRemarks(
  { servingStatuses = [] }: ProCampaignRow,
  ads: readonly CreativeRow[],
): string[] {
  const dropExpected = (states: readonly string[]) => states.filter((state) => !expectedHolds.has(state))
  return [
    ...toGroupServingState(dropExpected(servingStatuses)).issues,
    ...ads.flatMap((ad) => {
      const holds = dropExpected(ad.servingHoldReasons ?? [])
      const { issues } = toAdServingState({ ...ad, servingHoldReasons: holds })
      return issues.map((issue) => `${JSON.stringify(ad.name ?? '')}: ${issue}`)
    }),
  ]
}
