// Fills accounts the way an advertiser would: through the same operations the API offers, at instants that lie in the past.

import type { State } from '../../core/state.ts'
import { dateText, zoneOf } from '../../delivery/zone.ts'
import { Draft } from '../mutate/draft.ts'
import { Engine } from '../mutate/engine.ts'
import { kindOrFail } from '../resources.ts'
import { text, type Wire } from '../wire.ts'

export interface AdText {
  readonly url: string
  readonly headlines: readonly string[]
  readonly descriptions: readonly string[]
}

export interface AdGroupPlan {
  readonly name: string
  readonly keywords: readonly string[]
  readonly ads: readonly AdText[]
}

export interface CampaignPlan {
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
}

const dayMs = 86_400_000

/** Carries out operations at an instant; the starting world must not be refused by the rules it shows. */
export function apply(
  state: State,
  customerId: string,
  instant: number,
  operations: readonly (readonly [kind: string, body: Wire])[],
): string[] {
  const account = state.search.accounts[customerId]
  if (account === undefined) throw new Error(`The starting world has no account ${customerId}.`)
  const draft = new Draft(state, customerId, account, instant)
  const engine = new Engine(draft)
  const names = operations.map(([kind, body]) => {
    const outcome = engine.carryOut({ kind: kindOrFail(kind), body, path: [] })
    if ('findings' in outcome) {
      throw new Error(`The starting world is refused: ${kind} ${JSON.stringify(outcome.findings)}`)
    }
    return outcome.name
  })
  draft.commit()
  return names
}

/** Puts a resource in place under an id of its own. */
export function place(state: State, customerId: string, kind: string, resource: Wire): void {
  const account = state.search.accounts[customerId]
  if (account === undefined) throw new Error(`The starting world has no account ${customerId}.`)
  const stored = account.resources[kind] ?? {}
  account.resources[kind] = stored
  stored[text(resource['resourceName'])] = resource
  account.revision++
}

export function launch(state: State, customerId: string, plan: CampaignPlan): string {
  const root = `customers/${customerId}`
  const launched = state.seededAt - plan.startedDaysAgo * dayMs
  const zone = zoneOf(text(state.search.accounts[customerId]?.customer['timeZone']))
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
          networkSettings: {
            targetGoogleSearch: true,
            targetSearchNetwork: false,
            targetContentNetwork: false,
            targetPartnerSearchNetwork: false,
          },
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
  return name
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

/** Conversion actions, and the goals that follow from them. */
export function addConversions(
  state: State,
  customerId: string,
  actions: readonly (readonly [name: string, category: string, type: string, biddable: boolean])[],
): void {
  const instant = state.seededAt - 400 * dayMs
  for (const [index, [name, category, type, biddable]] of actions.entries()) {
    if (type === 'LEAD_FORM_SUBMIT') {
      hostedLeadForms(
        state,
        customerId,
        name,
        String(700_100_000 + Number(customerId.slice(-5)) * 100 + index),
      )
      continue
    }
    const [action = ''] = apply(state, customerId, instant, [
      [
        'conversion_action',
        {
          create: { name, category, type, valueSettings: { defaultValue: 1, alwaysUseDefaultValue: false } },
        },
      ],
    ])
    if (biddable) continue
    const origin = text(
      state.search.accounts[customerId]?.resources['conversion_action']?.[action]?.['origin'],
    )
    const goal = `customers/${customerId}/customerConversionGoals/${category}~${origin}`
    apply(state, customerId, instant, [
      ['customer_conversion_goal', { updateMask: 'biddable', update: { resourceName: goal } }],
    ])
  }
}

/** The platform itself makes the action that counts sent lead forms. */
function hostedLeadForms(state: State, customerId: string, name: string, id: string): void {
  const root = `customers/${customerId}`
  place(state, customerId, 'conversion_action', {
    resourceName: `${root}/conversionActions/${id}`,
    id,
    name,
    status: 'ENABLED',
    type: 'LEAD_FORM_SUBMIT',
    category: 'SUBMIT_LEAD_FORM',
    origin: 'GOOGLE_HOSTED',
    primaryForGoal: true,
    ownerCustomer: root,
    includeInConversionsMetric: true,
    clickThroughLookbackWindowDays: '30',
    viewThroughLookbackWindowDays: '1',
    countingType: 'ONE_PER_CLICK',
  })
  place(state, customerId, 'customer_conversion_goal', {
    resourceName: `${root}/customerConversionGoals/SUBMIT_LEAD_FORM~GOOGLE_HOSTED`,
    category: 'SUBMIT_LEAD_FORM',
    origin: 'GOOGLE_HOSTED',
    biddable: true,
  })
}
