// The run period of a campaign, derived from its ad sets.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group#fields: `start_time` and
// `stop_time` are "merging of start_times for the ad sets belonging to this campaign", read-only at the
// campaign. A recorded campaign starts at the second in which its ad set was created, not in its own
// (vsouto/vue-front-platform, mocks/campaign.js). `stop_time` is absent from a campaign without an end
// (facebook-python-business-sdk issue 120). The status stays ACTIVE after `stop_time`
// (pipeboard-co/meta-ads-mcp issue 34).

import { listAdSets } from './relations.ts'
import { type Campaign, currentStatus, type SocialState } from './state.ts'

interface RunPeriod {
  readonly startAt: number
  readonly stopAt: number | undefined
}

/**
 * A campaign's own times apply while it has no ad sets. Its own end also applies where a lifetime budget
 * needs one.
 */
export function computeRunPeriod(social: SocialState, campaign: Campaign): RunPeriod {
  const { startAt, stopAt } = campaign
  const adSets = listAdSets(social, campaign.id).filter((adSet) => {
    const status = currentStatus(adSet)
    return status !== 'DELETED' && status !== 'ARCHIVED'
  })
  if (adSets.length === 0) return { startAt, stopAt }
  const ends = adSets.flatMap(({ endAt }) => endAt ?? [])
  return {
    startAt: Math.min(...adSets.map((adSet) => adSet.startAt)),
    stopAt: stopAt ?? (ends.length === adSets.length ? Math.max(...ends) : undefined),
  }
}
