// Creates a campaign from a plan, operation by operation.

import { dayMs } from '../../../core/durations.ts'
import type { State } from '../../../core/state.ts'
import { formatIsoDay, getZone } from '../../../delivery/zone.ts'
import { asString, type WireObject } from '../wire.ts'
import { applyOperations, getSeededAccount } from './apply.ts'

/** Ads appear in the search engine's own results and on no other network. */
export const searchOnlyNetworks = {
  targetGoogleSearch: true,
  targetSearchNetwork: false,
  targetContentNetwork: false,
  targetPartnerSearchNetwork: false,
}

interface AdText {
  readonly url: string
  readonly headlines: readonly string[]
  readonly descriptions: readonly string[]
}

interface AdGroupPlan {
  readonly name: string
  readonly keywords: readonly string[]
  readonly ads: readonly AdText[]
}

export interface CampaignPlan {
  readonly customer: string
  readonly name: string
  /** The amount is in units of the account's currency. */
  readonly dailyBudget: number
  readonly bidding: 'maximizeConversions' | 'targetSpend' | 'manualCpc'
  readonly startedDaysAgo: number
  readonly endsInDays?: number
  readonly locations: readonly string[]
  readonly languages?: readonly string[]
  readonly negativeKeywords?: readonly string[]
  readonly proximity?: { readonly latitude: number; readonly longitude: number; readonly miles: number }
  readonly callouts?: readonly string[]
  readonly phone?: readonly [country: string, number: string]
  readonly leadForm?: string
  readonly adGroups: readonly AdGroupPlan[]
  readonly pausedDaysAgo?: number
  /** The budget in units, and how many days ago it changed. */
  readonly budgetChange?: readonly [daysAgo: number, dailyBudget: number]
  /** The campaign predates the rule: it has no declaration about EU political advertising. */
  readonly undeclared?: boolean
}

export function launchCampaign(state: State, plan: CampaignPlan): void {
  const { customer: customerId } = plan
  const account = getSeededAccount(state, customerId)
  const root = `customers/${customerId}`
  const launchedAt = state.seededAt - plan.startedDaysAgo * dayMs
  const zone = getZone(asString(account.customer['timeZone']))
  const today = zone.dayAt(launchedAt)
  const campaign = `${root}/campaigns/-2`
  const end =
    plan.endsInDays === undefined
      ? {}
      : { endDateTime: `${formatIsoDay(zone.dayAt(state.seededAt) + plan.endsInDays)} 23:59:59` }
  const operations: [string, WireObject][] = [
    [
      'campaign_budget',
      {
        create: {
          resourceName: `${root}/campaignBudgets/-1`,
          name: plan.name,
          amountMicros: String(plan.dailyBudget * 1_000_000),
          explicitlyShared: false,
        },
      },
    ],
    [
      'campaign',
      {
        create: {
          resourceName: campaign,
          name: plan.name,
          status: 'ENABLED',
          advertisingChannelType: 'SEARCH',
          campaignBudget: `${root}/campaignBudgets/-1`,
          networkSettings: searchOnlyNetworks,
          [plan.bidding]: {},
          geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE', negativeGeoTargetType: 'PRESENCE' },
          startDateTime: `${formatIsoDay(today)} 00:00:00`,
          ...end,
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        },
      },
    ],
    ...criterionOperations(plan, campaign),
    ...plan.adGroups.flatMap((adGroup, index) =>
      adGroupOperations(adGroup, campaign, `${root}/adGroups/-${index + 3}`),
    ),
    ...assetOperations(plan, campaign, root),
  ]
  const resourceNames = applyOperations(state, customerId, launchedAt, operations)
  const campaignName = resourceNames[1] ?? ''
  if (plan.budgetChange !== undefined) {
    const [daysAgo, amount] = plan.budgetChange
    applyOperations(state, customerId, state.seededAt - daysAgo * dayMs, [
      [
        'campaign_budget',
        {
          updateMask: 'amountMicros',
          update: { resourceName: resourceNames[0], amountMicros: String(amount * 1_000_000) },
        },
      ],
    ])
  }
  if (plan.pausedDaysAgo !== undefined) {
    applyOperations(state, customerId, state.seededAt - plan.pausedDaysAgo * dayMs, [
      ['campaign', { updateMask: 'status', update: { resourceName: campaignName, status: 'PAUSED' } }],
    ])
  }
  if (plan.undeclared === true) {
    delete account.resources['campaign']?.[campaignName]?.['containsEuPoliticalAdvertising']
    account.revision++
  }
}

function criterionOperations(plan: CampaignPlan, campaign: string): [string, WireObject][] {
  const criteria: WireObject[] = [
    ...plan.locations.map(
      (id): WireObject => ({ location: { geoTargetConstant: `geoTargetConstants/${id}` } }),
    ),
    ...(plan.languages ?? ['1000']).map(
      (id): WireObject => ({ language: { languageConstant: `languageConstants/${id}` } }),
    ),
    ...(plan.negativeKeywords ?? []).map(
      (words): WireObject => ({ negative: true, keyword: { text: words, matchType: 'BROAD' } }),
    ),
  ]
  if (plan.proximity !== undefined) {
    const { latitude, longitude, miles } = plan.proximity
    criteria.push({
      proximity: {
        geoPoint: {
          longitudeInMicroDegrees: Math.round(longitude * 1_000_000),
          latitudeInMicroDegrees: Math.round(latitude * 1_000_000),
        },
        radius: miles,
        radiusUnits: 'MILES',
      },
    })
  }
  return criteria.map((criterion) => ['campaign_criterion', { create: { campaign, ...criterion } }])
}

const matchTypes = ['PHRASE', 'EXACT', 'BROAD']

function adGroupOperations(plan: AdGroupPlan, campaign: string, adGroup: string): [string, WireObject][] {
  return [
    [
      'ad_group',
      {
        create: {
          resourceName: adGroup,
          name: plan.name,
          campaign,
          status: 'ENABLED',
          type: 'SEARCH_STANDARD',
        },
      },
    ],
    ...plan.keywords.map((words, index): [string, WireObject] => [
      'ad_group_criterion',
      {
        create: {
          adGroup,
          status: 'ENABLED',
          keyword: { text: words, matchType: matchTypes[index % matchTypes.length] ?? 'BROAD' },
        },
      },
    ]),
    ...plan.ads.map((ad): [string, WireObject] => [
      'ad_group_ad',
      {
        create: {
          adGroup,
          status: 'ENABLED',
          ad: {
            finalUrls: [ad.url],
            responsiveSearchAd: {
              headlines: ad.headlines.map((words) => ({ text: words })),
              descriptions: ad.descriptions.map((words) => ({ text: words })),
            },
          },
        },
      },
    ]),
  ]
}

function assetOperations(plan: CampaignPlan, campaign: string, root: string): [string, WireObject][] {
  const operations: [string, WireObject][] = []
  const linkAsset = (asset: string, fieldType: string) =>
    operations.push(['campaign_asset', { create: { campaign, asset, fieldType } }])
  for (const [index, words] of (plan.callouts ?? []).entries()) {
    const asset = `${root}/assets/-${100 + index}`
    operations.push(['asset', { create: { resourceName: asset, calloutAsset: { calloutText: words } } }])
    linkAsset(asset, 'CALLOUT')
  }
  if (plan.phone !== undefined) {
    const [countryCode, phoneNumber] = plan.phone
    const asset = `${root}/assets/-99`
    operations.push(['asset', { create: { resourceName: asset, callAsset: { countryCode, phoneNumber } } }])
    linkAsset(asset, 'CALL')
  }
  if (plan.leadForm !== undefined) linkAsset(`${root}/assets/${plan.leadForm}`, 'LEAD_FORM')
  return operations
}
