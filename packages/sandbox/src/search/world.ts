// What a query sees: the resources of one account, and what the platform derives from them when they are read.

import type { State } from '../core/state.ts'
import { zoneOf } from '../delivery/zone.ts'
import { treeOf } from './access.ts'
import { currencies } from './catalogue/currencies.ts'
import { geoTarget, geoTargets } from './catalogue/geoTargets.ts'
import { language, languages } from './catalogue/languages.ts'
import type { CompiledQuery } from './gaql/compile.ts'
import type { QueryWorld, ReportRow } from './gaql/execute.ts'
import type { QueryField } from './gaql/fields.ts'
import { leadsIn } from './leads/collect.ts'
import { campaignGoal } from './mutate/rules/goals.ts'
import { reportOf } from './report.ts'
import { lastPart, type ResourceKind } from './resources.ts'
import type { AdsAccount } from './state.ts'
import { text, type Wire, type WireValue, wire } from './wire.ts'

export class AccountWorld implements QueryWorld {
  readonly #state: State
  readonly #customerId: string
  readonly #account: AdsAccount
  readonly #now: number
  readonly #origin: string
  readonly #lists = new Map<string, readonly Wire[]>()

  constructor(state: State, customerId: string, account: AdsAccount, now: number, origin: string) {
    this.#state = state
    this.#origin = origin
    this.#customerId = customerId
    this.#account = account
    this.#now = now
  }

  get today(): number {
    return zoneOf(text(this.#account.customer['timeZone'])).dayOf(this.#now)
  }

  all(kind: string): readonly Wire[] {
    const known = this.#lists.get(kind)
    if (known !== undefined) return known
    const found = this.#list(kind)
    this.#lists.set(kind, found)
    return found
  }

  named(kind: string, name: string): Wire | undefined {
    switch (kind) {
      case 'customer':
        return this.#account.customer
      case 'language_constant':
        return language(lastPart(name))
      case 'geo_target_constant':
        return geoTarget(lastPart(name))
      default:
        return this.#account.resources[kind]?.[name]
    }
  }

  derived(field: QueryField, resource: Wire): WireValue | undefined {
    if (field.name === 'asset.image_asset.full_size.url') return this.#imageUrl(resource)
    return derivations[field.name]?.(resource, this.#account, this.#now)
  }

  report(kind: ResourceKind, resource: Wire, query: CompiledQuery): readonly ReportRow[] {
    return reportOf(this.#state, this.#customerId, this.#account, this.#now, kind, resource, query)
  }

  #list(kind: string): readonly Wire[] {
    switch (kind) {
      case 'customer':
        return [this.#account.customer]
      case 'customer_client':
        return this.#clients()
      case 'keyword_view':
        return this.#keywordViews()
      case 'campaign_conversion_goal':
        return this.#campaignGoals()
      case 'lead_form_submission_data':
        return leadsIn(this.#state, this.#customerId, this.#account, this.#now)
      case 'language_constant':
        return languages()
      case 'geo_target_constant':
        return geoTargets()
      case 'currency_constant':
        return currencies()
      default:
        return Object.values(this.#account.resources[kind] ?? {})
    }
  }

  /** A picture of the asset's size, drawn by the sandbox. */
  #imageUrl(asset: Wire): string | undefined {
    const { widthPixels, heightPixels } = wire(wire(asset['imageAsset'])['fullSize'])
    if (widthPixels === undefined || heightPixels === undefined) return undefined
    const side = (pixels: WireValue) => Math.min(2_048, Number(pixels))
    return `${this.#origin}/_media/image/asset-${text(asset['id'])}-${side(widthPixels)}x${side(heightPixels)}.png`
  }

  #clients(): Wire[] {
    return treeOf(this.#state.search, this.#customerId).map(({ customerId, account, level }) => {
      const { customer } = account
      return {
        resourceName: `customers/${this.#customerId}/customerClients/${customerId}`,
        clientCustomer: `customers/${customerId}`,
        hidden: false,
        level: String(level),
        timeZone: customer['timeZone'],
        testAccount: customer['testAccount'],
        manager: customer['manager'],
        descriptiveName: customer['descriptiveName'],
        currencyCode: customer['currencyCode'],
        id: customerId,
        status: customer['status'],
      }
    })
  }

  #keywordViews(): Wire[] {
    return this.all('ad_group_criterion')
      .filter((criterion) => criterion['keyword'] !== undefined && criterion['negative'] !== true)
      .map((criterion) => ({
        resourceName: text(criterion['resourceName']).replace('/adGroupCriteria/', '/keywordViews/'),
        adGroupCriterion: criterion['resourceName'],
      }))
  }

  /** Every campaign has every goal of the account, changed or as inherited. */
  #campaignGoals(): Wire[] {
    const changed = this.#account.resources['campaign_conversion_goal'] ?? {}
    const goals = this.all('customer_conversion_goal')
    const names = {
      nameOf: (collection: string, id: string) => `customers/${this.#customerId}/${collection}/${id}`,
    }
    return this.all('campaign').flatMap((campaign) =>
      goals.map((goal) => {
        const implied = campaignGoal(names, text(campaign['resourceName']), goal)
        return changed[text(implied['resourceName'])] ?? implied
      }),
    )
  }
}

type Derivation = (resource: Wire, account: AdsAccount, now: number) => WireValue | undefined

/** A new ad is looked at for a while before it may run. */
const reviewMilliseconds = 20 * 60_000

const derivations: Readonly<Record<string, Derivation>> = {
  'campaign.serving_status': servingStatus,
  'campaign.primary_status': (campaign, account, now) => {
    const status = text(campaign['status'])
    if (status === 'REMOVED' || status === 'PAUSED') return status
    const serving = servingStatus(campaign, account, now)
    if (serving === 'PENDING' || serving === 'ENDED') return serving
    return account.customer['status'] === 'SUSPENDED' ? 'NOT_ELIGIBLE' : 'ELIGIBLE'
  },
  'campaign.primary_status_reasons': (campaign, account, now) => {
    const status = text(campaign['status'])
    if (status === 'REMOVED' || status === 'PAUSED') return [`CAMPAIGN_${status}`]
    const serving = servingStatus(campaign, account, now)
    return serving === 'PENDING' || serving === 'ENDED' ? [`CAMPAIGN_${serving}`] : undefined
  },
  'campaign.missing_eu_political_advertising_declaration': (campaign) =>
    campaign['containsEuPoliticalAdvertising'] === undefined ? true : undefined,
  'campaign_budget.reference_count': (budget, account) => {
    const name = budget['resourceName']
    const users = Object.values(account.resources['campaign'] ?? {}).filter(
      (campaign) => campaign['campaignBudget'] === name && campaign['status'] !== 'REMOVED',
    )
    return String(users.length)
  },
  'ad_group.primary_status': (adGroup, account, now) => {
    if (adGroup['status'] !== 'ENABLED') return text(adGroup['status'])
    return campaignReason(adGroup, account, now) === undefined ? 'ELIGIBLE' : 'NOT_ELIGIBLE'
  },
  'ad_group.primary_status_reasons': (adGroup, account, now) =>
    listed(
      campaignReason(adGroup, account, now),
      adGroup['status'] === 'ENABLED' ? undefined : `AD_GROUP_${text(adGroup['status'])}`,
    ),
  'ad_group_ad.primary_status': (adGroupAd, account, now) => {
    if (adGroupAd['status'] !== 'ENABLED') return text(adGroupAd['status'])
    const reason = reasonsAbove(adGroupAd, account, now)?.[0]
    if (reason !== undefined) return reason.slice(reason.lastIndexOf('_') + 1)
    return underReview(adGroupAd, account, now) ? 'PENDING' : 'ELIGIBLE'
  },
  'ad_group_ad.primary_status_reasons': (adGroupAd, account, now) =>
    listed(
      ...(reasonsAbove(adGroupAd, account, now) ?? []),
      adGroupAd['status'] === 'ENABLED' ? undefined : `AD_GROUP_AD_${text(adGroupAd['status'])}`,
      underReview(adGroupAd, account, now) ? 'AD_GROUP_AD_UNDER_REVIEW' : undefined,
    ),
  'ad_group_ad.ad_strength': (adGroupAd, account, now) =>
    underReview(adGroupAd, account, now) ? 'PENDING' : 'GOOD',
  'ad_group_ad.policy_summary.review_status': (adGroupAd, account, now) =>
    underReview(adGroupAd, account, now) ? 'REVIEW_IN_PROGRESS' : 'REVIEWED',
  'ad_group_ad.policy_summary.approval_status': (adGroupAd, account, now) =>
    underReview(adGroupAd, account, now) ? undefined : 'APPROVED',
  'asset.policy_summary.review_status': () => 'REVIEWED',
  'asset.policy_summary.approval_status': () => 'APPROVED',
}

/**
 * Why nothing of a campaign is served, as its ad groups tell it.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/AdGroupPrimaryStatusReasonEnum.AdGroupPrimaryStatusReason
 */
function campaignReason(adGroup: Wire, account: AdsAccount, now: number): string | undefined {
  const campaign = account.resources['campaign']?.[text(adGroup['campaign'])]
  if (campaign === undefined) return undefined
  const status = text(campaign['status'])
  const state = status === 'ENABLED' ? servingStatus(campaign, account, now) : status
  return ['REMOVED', 'PAUSED', 'PENDING', 'ENDED'].includes(state) ? `CAMPAIGN_${state}` : undefined
}

/** The same of an ad, whose ad group may be the reason as well. */
function reasonsAbove(adGroupAd: Wire, account: AdsAccount, now: number): string[] | undefined {
  const adGroup = account.resources['ad_group']?.[text(adGroupAd['adGroup'])]
  if (adGroup === undefined) return undefined
  const own = adGroup['status'] === 'ENABLED' ? undefined : `AD_GROUP_${text(adGroup['status'])}`
  return listed(campaignReason(adGroup, account, now), own)
}

/** A list without its gaps; empty lists are left out of answers. */
function listed(...values: readonly (string | undefined)[]): string[] | undefined {
  const present = values.filter((value) => value !== undefined)
  return present.length === 0 ? undefined : present
}

function underReview(adGroupAd: Wire, account: AdsAccount, now: number): boolean {
  const made = account.history[text(adGroupAd['resourceName'])]?.[0]?.[0]
  return made !== undefined && now - made < reviewMilliseconds
}

function servingStatus(campaign: Wire, account: AdsAccount, now: number): string {
  if (campaign['status'] === 'REMOVED') return 'ENDED'
  const zone = zoneOf(text(account.customer['timeZone']))
  const local = zone.text(now).slice(0, 19).replace('T', ' ')
  if (text(campaign['startDateTime']) > local) return 'PENDING'
  const end = campaign['endDateTime']
  if (typeof end === 'string' && end < local) return 'ENDED'
  return account.customer['status'] === 'SUSPENDED' ? 'SUSPENDED' : 'SERVING'
}
