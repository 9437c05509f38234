// Describes the smallest campaign on each platform: its request, the platform calls that look up, create and
// activate it, and its id.

import type { Sandbox } from '@adrail/sandbox'
import {
  listEffects,
  minimalProCampaign,
  minimalSearchCampaign,
  minimalSocialCampaign,
  type ServiceResponse,
  userId,
} from '@adrail/server/testing'

export const mutate = { platform: 'search', call: 'googleAds:mutate' } as const

export const creations = [
  {
    operation: 'search/create_search_campaign',
    buildBody: (name: string): object => minimalSearchCampaign(userId, name),
    looks: { platform: 'search', call: 'googleAds:search' },
    makes: mutate,
    ends: { ...mutate, skip: 1 },
    readId: (results: ServiceResponse['results']) => String(results['campaignResourceName']),
  },
  {
    operation: 'social/create_campaign',
    buildBody: (name: string): object => minimalSocialCampaign(name),
    looks: { platform: 'social', call: 'batch' },
    makes: { platform: 'social', call: 'batch', skip: 1 },
    ends: { platform: 'social', call: 'campaign.update' },
    readId: (results: ServiceResponse['results']) => String(results['campaignId']),
  },
  {
    operation: 'pro/create_campaign',
    buildBody: (name: string): object => minimalProCampaign(name),
    looks: { platform: 'pro', call: 'audienceCounts.targetingCriteriaV2' },
    makes: { platform: 'pro', call: 'adCampaignGroups.create' },
    ends: { platform: 'pro', call: 'adCampaignGroups.update' },
    readId: (results: ServiceResponse['results']) => String(results['campaignId']),
  },
] as const

/**
 * Returns the id of every campaign that was created on any platform. On LinkedIn, a campaign group counts as
 * a campaign.
 */
export function listCreatedCampaigns(sandbox: Sandbox): string[] {
  return [
    ...listEffects(sandbox, 'campaign.create '),
    ...listEffects(sandbox, 'adCampaignGroup.created '),
  ].map((effect) => effect.slice(effect.indexOf(' ') + 1))
}
