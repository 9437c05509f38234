// The least campaign on each platform: what is asked, the requests that look, make and switch on, and what is made.

import type { Sandbox } from '@adrail/sandbox'
import { leastProCampaign } from '@adrail/server/testing/proCampaign'
import { leastCampaign } from '@adrail/server/testing/searchCampaign'
import { leastSocialCampaign } from '@adrail/server/testing/socialCampaign'
import { type Answer, effects, userId } from '@adrail/server/testing/worlds'

export const mutate = { platform: 'search', call: 'googleAds:mutate' } as const

export const creations = [
  {
    operation: 'search/create_search_campaign',
    bodyOf: (name: string): object => leastCampaign(userId, name),
    looks: { platform: 'search', call: 'googleAds:search' },
    makes: mutate,
    ends: { ...mutate, skip: 1 },
    idOf: (results: Answer['results']) => String(results['campaignResourceName']),
  },
  {
    operation: 'social/create_campaign',
    bodyOf: (name: string): object => leastSocialCampaign(name),
    looks: { platform: 'social', call: 'batch' },
    makes: { platform: 'social', call: 'batch', skip: 1 },
    ends: { platform: 'social', call: 'campaign.update' },
    idOf: (results: Answer['results']) => String(results['campaignId']),
  },
  {
    operation: 'pro/create_campaign',
    bodyOf: (name: string): object => leastProCampaign(name),
    looks: { platform: 'pro', call: 'audienceCounts.targetingCriteriaV2' },
    makes: { platform: 'pro', call: 'adCampaignGroups.create' },
    ends: { platform: 'pro', call: 'adCampaignGroups.update' },
    idOf: (results: Answer['results']) => String(results['campaignId']),
  },
] as const

/** The id of every campaign that was made on any platform; what the professional network calls a group is one. */
export function campaignsMade(sandbox: Sandbox): string[] {
  return [...effects(sandbox, 'campaign.create '), ...effects(sandbox, 'adCampaignGroup.created ')].map(
    (effect) => effect.slice(effect.indexOf(' ') + 1),
  )
}
