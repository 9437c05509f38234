// Seeds the campaign groups, campaigns and ads of the demo account.

import { readJson } from '../../../core/dataFiles.ts'
import { dayMs } from '../../../core/durations.ts'
import type { State } from '../../../core/state.ts'
import { withPastVersion } from '../pastVersions.ts'
import type { CampaignGroup, ProCampaign, ProCreative } from '../state.ts'
import { campaignDefaults } from './defaultCampaigns.ts'
import { daysAgo } from './times.ts'

interface GroupSeed {
  readonly id: number
  readonly name: string
  readonly status: CampaignGroup['status']
  readonly startedDaysAgo: number
  readonly endsInDays?: number
  readonly total?: string
}

interface CampaignSeed {
  readonly id: number
  readonly group: number
  readonly name: string
  readonly status: ProCampaign['status']
  readonly startedDaysAgo: number
  readonly endsInDays?: number
  readonly daily?: string
  readonly total?: string
  readonly holds?: readonly string[]
  readonly shape?: Partial<ProCampaign>
}

interface CreativeSeed {
  readonly campaign: number
  readonly name: string
  readonly ageDays: number
  readonly status?: ProCreative['intendedStatus']
  readonly rejected?: readonly string[]
  readonly textAd?: { readonly headline: string; readonly description: string; readonly landingPage: string }
}

/** People in the United States who use LinkedIn in English. */
const defaultTargeting = {
  include: {
    and: [
      { or: { 'urn:li:adTargetingFacet:interfaceLocales': ['urn:li:locale:en_US'] } },
      { or: { 'urn:li:adTargetingFacet:locations': ['urn:li:geo:103644278'] } },
    ],
  },
}

/** The button of ads in campaigns that collect leads. */
const leadButton = { destination: 'urn:li:adForm:8100101', label: 'SIGN_UP' }

interface CampaignSeeds {
  readonly groups: readonly GroupSeed[]
  readonly campaigns: readonly CampaignSeed[]
  readonly creatives: readonly CreativeSeed[]
}

export function addDemoCampaigns(state: State, account: number): void {
  const { pro } = state
  const { groups, campaigns, creatives } = readJson<CampaignSeeds>('pro/world/campaigns.json')
  for (const group of groups) {
    const start = daysAgo(state, group.startedDaysAgo)
    pro.groups[group.id] = withPastVersion({
      id: group.id,
      account,
      name: group.name,
      status: group.status,
      runSchedule: {
        start,
        ...(group.endsInDays === undefined ? {} : { end: daysAgo(state, -group.endsInDays) }),
      },
      ...(group.total === undefined ? {} : { totalBudget: { amount: group.total, currencyCode: 'USD' } }),
      test: false,
      created: daysAgo(state, group.startedDaysAgo + 3),
      lastModified: daysAgo(state, Math.max(0, group.startedDaysAgo / 4)),
      versionTag: 5,
    })
  }
  for (const campaign of campaigns) {
    const start = daysAgo(state, campaign.startedDaysAgo)
    const schedule =
      campaign.endsInDays === undefined ? { start } : { start, end: daysAgo(state, -campaign.endsInDays) }
    pro.campaigns[campaign.id] = withPastVersion({
      ...campaignDefaults('USD'),
      targetingCriteria: defaultTargeting,
      ...campaign.shape,
      id: campaign.id,
      account,
      name: campaign.name,
      status: campaign.status,
      campaignGroup: campaign.group,
      associatedEntity: 'urn:li:organization:2414183',
      ...(campaign.daily === undefined
        ? {}
        : { dailyBudget: { amount: campaign.daily, currencyCode: 'USD' } }),
      ...(campaign.total === undefined
        ? {}
        : { totalBudget: { amount: campaign.total, currencyCode: 'USD' } }),
      runSchedule: schedule,
      holds: [...(campaign.holds ?? [])],
      created: daysAgo(state, campaign.startedDaysAgo + 2),
      lastModified: daysAgo(state, Math.max(0, campaign.startedDaysAgo / 4)),
      versionTag: 8,
    })
  }
  const member = state.people['ada']?.ids.pro ?? ''
  for (const [index, creative] of creatives.entries()) {
    const created = daysAgo(state, creative.ageDays)
    const id = 295104001 + index
    pro.creatives[id] = {
      id,
      account,
      campaign: creative.campaign,
      name: creative.name,
      content: creative.textAd
        ? { textAd: creative.textAd }
        : { reference: `urn:li:share:${7180000000 + index}` },
      ...(pro.campaigns[creative.campaign]?.objectiveType === 'LEAD_GENERATION'
        ? { leadgenCallToAction: leadButton }
        : {}),
      intendedStatus: creative.status ?? 'ACTIVE',
      created,
      createdBy: member,
      lastModified: created,
      lastModifiedBy: member,
      reviewedAt: created + dayMs,
      ...(creative.rejected === undefined ? {} : { rejectionReasons: [...creative.rejected] }),
      test: false,
    }
  }
}
