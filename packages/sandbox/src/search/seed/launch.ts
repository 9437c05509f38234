// A campaign as its owner planned it, carried out operation by operation.

import type { State } from '../../core/state.ts'
import { dateText, zoneOf } from '../../delivery/zone.ts'
import { text, type Wire } from '../wire.ts'
import { apply, dayMs, seededAccount } from './apply.ts'

/** Ads are shown by the search engine itself and nowhere else. */
export const searchAlone = {
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
  /** In units of the account's currency. */
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
  /** Budget in units, changed so many days ago. */
  readonly budgetChange?: readonly [daysAgo: number, dailyBudget: number]
  /** Made before the rule: without a declaration about EU political advertising. */
  readonly undeclared?: boolean
}

export function launch(state: State, plan: CampaignPlan): void {
  const { customer: customerId } = plan
  const account = seededAccount(state, customerId)
  const root = `customers/${customerId}`
  const launched = state.seededAt - plan.startedDaysAgo * dayMs
  const zone = zoneOf(text(account.customer['timeZone']))
  const today = zone.dayOf(launched)
  const campaign = `${root}/campaigns/-2`
  const end =
    plan.endsInDays === undefined
      ? {}
      : { endDateTime: `${dateText(zone.dayOf(state.seededAt) + plan.endsInDays)} 23:59:59` }
  const operations: [string, Wire][] = [
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
          networkSettings: searchAlone,
          [plan.bidding]: {},
          geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE', negativeGeoTargetType: 'PRESENCE' },
          startDateTime: `${dateText(today)} 00:00:00`,
          ...end,
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        },
      },
    ],
    ...criteriaOf(plan, campaign),
    ...plan.adGroups.flatMap((adGroup, index) =>
      adGroupOf(adGroup, campaign, `${root}/adGroups/-${index + 3}`),
    ),
    ...assetsOf(plan, campaign, root),
  ]
  const names = apply(state, customerId, launched, operations)
  const name = names[1] ?? ''
  if (plan.budgetChange !== undefined) {
    const [daysAgo, amount] = plan.budgetChange
    apply(state, customerId, state.seededAt - daysAgo * dayMs, [
      [
        'campaign_budget',
        {
          updateMask: 'amountMicros',
          update: { resourceName: names[0], amountMicros: String(amount * 1_000_000) },
        },
      ],
    ])
  }
  if (plan.pausedDaysAgo !== undefined) {
    apply(state, customerId, state.seededAt - plan.pausedDaysAgo * dayMs, [
      ['campaign', { updateMask: 'status', update: { resourceName: name, status: 'PAUSED' } }],
    ])
  }
  if (plan.undeclared === true) {
    delete account.resources['campaign']?.[name]?.['containsEuPoliticalAdvertising']
    account.revision++
  }
}

function criteriaOf(plan: CampaignPlan, campaign: string): [string, Wire][] {
  const criteria: Wire[] = [
    ...plan.locations.map((id): Wire => ({ location: { geoTargetConstant: `geoTargetConstants/${id}` } })),
    ...(plan.languages ?? ['1000']).map(
      (id): Wire => ({ language: { languageConstant: `languageConstants/${id}` } }),
    ),
    ...(plan.negativeKeywords ?? []).map(
      (words): Wire => ({ negative: true, keyword: { text: words, matchType: 'BROAD' } }),
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

function adGroupOf(plan: AdGroupPlan, campaign: string, adGroup: string): [string, Wire][] {
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
    ...plan.keywords.map((words, index): [string, Wire] => [
      'ad_group_criterion',
      {
        create: {
          adGroup,
          status: 'ENABLED',
          keyword: { text: words, matchType: matchTypes[index % matchTypes.length] ?? 'BROAD' },
        },
      },
    ]),
    ...plan.ads.map((ad): [string, Wire] => [
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

function assetsOf(plan: CampaignPlan, campaign: string, root: string): [string, Wire][] {
  const operations: [string, Wire][] = []
  const link = (asset: string, fieldType: string) =>
    operations.push(['campaign_asset', { create: { campaign, asset, fieldType } }])
  for (const [index, words] of (plan.callouts ?? []).entries()) {
    const asset = `${root}/assets/-${100 + index}`
    operations.push(['asset', { create: { resourceName: asset, calloutAsset: { calloutText: words } } }])
    link(asset, 'CALLOUT')
  }
  if (plan.phone !== undefined) {
    const [countryCode, phoneNumber] = plan.phone
    const asset = `${root}/assets/-99`
    operations.push(['asset', { create: { resourceName: asset, callAsset: { countryCode, phoneNumber } } }])
    link(asset, 'CALL')
  }
  if (plan.leadForm !== undefined) link(`${root}/assets/${plan.leadForm}`, 'LEAD_FORM')
  return operations
}
