// Collects serving issues of a new campaign for the response's warnings.

import type { CreativeRow, ProCampaignRow } from '../../../platforms/pro/rows.ts'
import { toProAdServingState, toProServingState } from '../../../platforms/pro/servingState.ts'

/** A new campaign has these states temporarily, so they need no attention. */
const expectedHolds = new Set([
  'STOPPED',
  'CAMPAIGN_STOPPED',
  'CAMPAIGN_START_DATE_HOLD',
  'CAMPAIGN_GROUP_START_DATE_HOLD',
  'CAMPAIGN_GROUP_STATUS_HOLD',
  'UNDER_REVIEW',
])

export function collectProRemarks(campaign: ProCampaignRow, ads: readonly CreativeRow[]): string[] {
  const dropExpected = (states: readonly string[]) => states.filter((state) => !expectedHolds.has(state))
  return [
    ...toProServingState({ ...campaign, servingStatuses: dropExpected(campaign.servingStatuses ?? []) })
      .issues,
    ...ads.flatMap((ad) => {
      const holds = dropExpected(ad.servingHoldReasons ?? [])
      const { issues } = toProAdServingState({ ...ad, servingHoldReasons: holds })
      return issues.map((issue) => `${JSON.stringify(ad.name ?? '')}: ${issue}`)
    }),
  ]
}
