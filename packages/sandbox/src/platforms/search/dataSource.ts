// The data that queries read: the stored resources of one account, and the values that the platform derives.

import type { State } from '../../core/state.ts'
import { hashText } from '../../delivery/seededRandom.ts'
import { getZone } from '../../delivery/zone.ts'
import { listAccountTree } from './access.ts'
import { listCurrencies } from './catalog/currencies.ts'
import { findGeoTarget, listGeoTargets } from './catalog/geoTargets.ts'
import { findLanguage, listLanguages } from './catalog/languages.ts'
import type { CompiledQuery } from './gaql/compile.ts'
import type { QueryDataSource, ReportRow } from './gaql/execute.ts'
import type { QueryField } from './gaql/fields.ts'
import { listSearchLeads } from './leads/collect.ts'
import { isRemoved } from './mutate/draft.ts'
import { inheritedCampaignGoal } from './mutate/rules/goals.ts'
import { countLinks } from './mutate/rules/sharedSets.ts'
import { buildReport } from './report.ts'
import { lastSegment, type ResourceKind } from './resources.ts'
import type { AdsAccount } from './state.ts'
import { asObject, asString, type WireObject, type WireValue } from './wire.ts'

export class AccountDataSource implements QueryDataSource {
  readonly #state: State
  readonly #customerId: string
  readonly #account: AdsAccount
  readonly #now: number
  readonly #origin: string
  readonly #lists = new Map<string, readonly WireObject[]>()

  constructor(state: State, customerId: string, account: AdsAccount, now: number, origin: string) {
    this.#state = state
    this.#origin = origin
    this.#customerId = customerId
    this.#account = account
    this.#now = now
  }

  get today(): number {
    return getZone(asString(this.#account.customer['timeZone'])).dayAt(this.#now)
  }

  all(kind: string): readonly WireObject[] {
    const cached = this.#lists.get(kind)
    if (cached !== undefined) return cached
    const resources = this.#list(kind)
    this.#lists.set(kind, resources)
    return resources
  }

  getByName(kind: string, name: string): WireObject | undefined {
    switch (kind) {
      case 'customer':
        return this.#account.customer
      case 'language_constant':
        return findLanguage(lastSegment(name))
      case 'geo_target_constant':
        return findGeoTarget(lastSegment(name))
      default:
        return this.#account.resources[kind]?.[name]
    }
  }

  derive(field: QueryField, resource: WireObject): WireValue | undefined {
    if (field.name === 'asset.image_asset.full_size.url') return this.#imageUrl(resource)
    return derivations[field.name]?.(resource, this.#account, this.#now)
  }

  report(kind: ResourceKind, resource: WireObject, query: CompiledQuery): readonly ReportRow[] {
    return buildReport(this.#state, this.#customerId, this.#account, this.#now, kind, resource, query)
  }

  #list(kind: string): readonly WireObject[] {
    switch (kind) {
      case 'customer':
        return [this.#account.customer]
      case 'customer_client':
        return this.#clients()
      case 'keyword_view':
        return this.#keywordViews()
      case 'campaign_conversion_goal':
        return this.#campaignGoals()
      // A removed keyword of a shared list has no status and is in no result.
      case 'shared_criterion':
        return Object.values(this.#account.resources[kind] ?? {}).filter((criterion) => !isRemoved(criterion))
      case 'lead_form_submission_data':
        return listSearchLeads(this.#state, this.#customerId, this.#account, this.#now)
      case 'language_constant':
        return listLanguages()
      case 'geo_target_constant':
        return listGeoTargets()
      case 'currency_constant':
        return listCurrencies()
      default:
        return Object.values(this.#account.resources[kind] ?? {})
    }
  }

  /** The URL of a placeholder picture that the sandbox renders in the size of the asset. */
  #imageUrl(asset: WireObject): string | undefined {
    const { widthPixels, heightPixels } = asObject(asObject(asset['imageAsset'])['fullSize'])
    if (widthPixels === undefined || heightPixels === undefined) return undefined
    const clampPixels = (pixels: WireValue) => Math.min(2_048, Number(pixels))
    return `${this.#origin}/_media/image/asset-${asString(asset['id'])}-${clampPixels(widthPixels)}x${clampPixels(heightPixels)}.png`
  }

  #clients(): WireObject[] {
    return listAccountTree(this.#state.search, this.#customerId).map(({ customerId, account, level }) => {
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

  #keywordViews(): WireObject[] {
    return this.all('ad_group_criterion')
      .filter((criterion) => criterion['keyword'] !== undefined && criterion['negative'] !== true)
      .map((criterion) => ({
        resourceName: asString(criterion['resourceName']).replace('/adGroupCriteria/', '/keywordViews/'),
        adGroupCriterion: criterion['resourceName'],
      }))
  }

  /** Every campaign has every goal of the account, either overridden or inherited. */
  #campaignGoals(): WireObject[] {
    const changedGoals = this.#account.resources['campaign_conversion_goal'] ?? {}
    const goals = this.all('customer_conversion_goal')
    const naming = {
      toResourceName: (collection: string, id: string) => `customers/${this.#customerId}/${collection}/${id}`,
    }
    return this.all('campaign').flatMap((campaign) =>
      goals.map((goal) => {
        const inheritedGoal = inheritedCampaignGoal(naming, asString(campaign['resourceName']), goal)
        return changedGoals[asString(inheritedGoal['resourceName'])] ?? inheritedGoal
      }),
    )
  }
}

type Derivation = (resource: WireObject, account: AdsAccount, now: number) => WireValue | undefined

/** The platform reviews a new ad for this long before the ad can run. */
const reviewMs = 20 * 60_000

const derivations: Readonly<Record<string, Derivation>> = {
  'campaign.serving_status': servingStatus,
  'campaign.primary_status': (campaign, account, now) => {
    const status = asString(campaign['status'])
    if (status === 'REMOVED' || status === 'PAUSED') return status
    const servingState = servingStatus(campaign, account, now)
    if (servingState === 'PENDING' || servingState === 'ENDED') return servingState
    return account.customer['status'] === 'SUSPENDED' ? 'NOT_ELIGIBLE' : 'ELIGIBLE'
  },
  'campaign.primary_status_reasons': (campaign, account, now) => {
    const status = asString(campaign['status'])
    if (status === 'REMOVED' || status === 'PAUSED') return [`CAMPAIGN_${status}`]
    const servingState = servingStatus(campaign, account, now)
    return servingState === 'PENDING' || servingState === 'ENDED' ? [`CAMPAIGN_${servingState}`] : undefined
  },
  'campaign.missing_eu_political_advertising_declaration': (campaign) =>
    campaign['containsEuPoliticalAdvertising'] === undefined ? true : undefined,
  'campaign_budget.reference_count': (budget, account) => {
    const name = budget['resourceName']
    const referencingCampaigns = Object.values(account.resources['campaign'] ?? {}).filter(
      (campaign) => campaign['campaignBudget'] === name && campaign['status'] !== 'REMOVED',
    )
    return String(referencingCampaigns.length)
  },
  'ad_group.primary_status': (adGroup, account, now) => {
    if (adGroup['status'] !== 'ENABLED') return asString(adGroup['status'])
    return campaignStatusReason(adGroup, account, now) === undefined ? 'ELIGIBLE' : 'NOT_ELIGIBLE'
  },
  'ad_group.primary_status_reasons': (adGroup, account, now) =>
    compactList(
      campaignStatusReason(adGroup, account, now),
      adGroup['status'] === 'ENABLED' ? undefined : `AD_GROUP_${asString(adGroup['status'])}`,
    ),
  'ad_group_ad.primary_status': (adGroupAd, account, now) => {
    if (adGroupAd['status'] !== 'ENABLED') return asString(adGroupAd['status'])
    const reason = parentStatusReasons(adGroupAd, account, now)?.[0]
    if (reason !== undefined) return reason.slice(reason.lastIndexOf('_') + 1)
    if (isUnderReview(adGroupAd, account, now)) return 'PENDING'
    return (
      { DISAPPROVED: 'NOT_ELIGIBLE', APPROVED_LIMITED: 'LIMITED' }[approvalStatus(adGroupAd)] ?? 'ELIGIBLE'
    )
  },
  'ad_group_ad.primary_status_reasons': (adGroupAd, account, now) =>
    compactList(
      ...(parentStatusReasons(adGroupAd, account, now) ?? []),
      adGroupAd['status'] === 'ENABLED' ? undefined : `AD_GROUP_AD_${asString(adGroupAd['status'])}`,
      isUnderReview(adGroupAd, account, now) ? 'AD_GROUP_AD_UNDER_REVIEW' : undefined,
      { DISAPPROVED: 'AD_GROUP_AD_DISAPPROVED', APPROVED_LIMITED: 'AD_GROUP_AD_APPROVED_LABELED' }[
        approvalStatus(adGroupAd)
      ],
    ),
  'ad_group_ad.ad_strength': (adGroupAd, account, now) =>
    isUnderReview(adGroupAd, account, now) ? 'PENDING' : 'GOOD',
  'ad_group_ad.policy_summary.review_status': (adGroupAd, account, now) =>
    isUnderReview(adGroupAd, account, now) ? 'REVIEW_IN_PROGRESS' : 'REVIEWED',
  'ad_group_ad.policy_summary.approval_status': (adGroupAd, account, now) =>
    isUnderReview(adGroupAd, account, now) ? undefined : approvalStatus(adGroupAd),
  'ad_group_criterion.primary_status': (criterion, account, now) => {
    if (criterion['keyword'] === undefined || criterion['negative'] === true) return undefined
    if (criterion['status'] !== 'ENABLED') return asString(criterion['status'])
    if (parentStatusReasons(criterion, account, now) !== undefined) return 'NOT_ELIGIBLE'
    return criterion['approvalStatus'] === 'DISAPPROVED' ? 'NOT_ELIGIBLE' : 'ELIGIBLE'
  },
  'ad_group_criterion.primary_status_reasons': (criterion, account, now) => {
    if (criterion['keyword'] === undefined || criterion['negative'] === true) return undefined
    return compactList(
      ...(parentStatusReasons(criterion, account, now) ?? []),
      criterion['status'] === 'ENABLED' ? undefined : `AD_GROUP_CRITERION_${asString(criterion['status'])}`,
      criterion['approvalStatus'] === 'DISAPPROVED' ? 'AD_GROUP_CRITERION_DISAPPROVED' : undefined,
    )
  },
  'ad_group_criterion.quality_info.quality_score': qualityScore,
  'ad_group_criterion.effective_cpc_bid_micros': (criterion, account) =>
    criterion['cpcBidMicros'] ??
    account.resources['ad_group']?.[asString(criterion['adGroup'])]?.['cpcBidMicros'],
  'shared_set.member_count': (set, account) =>
    countLinks(set, Object.values(account.resources['shared_criterion'] ?? {})),
  'shared_set.reference_count': (set, account) =>
    countLinks(set, Object.values(account.resources['campaign_shared_set'] ?? {})),
  'asset.policy_summary.review_status': () => 'REVIEWED',
  'asset.policy_summary.approval_status': () => 'APPROVED',
}

/**
 * The campaign status that prevents delivery, as the primary status reasons of an ad group report it.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/AdGroupPrimaryStatusReasonEnum.AdGroupPrimaryStatusReason
 */
function campaignStatusReason(adGroup: WireObject, account: AdsAccount, now: number): string | undefined {
  const campaign = account.resources['campaign']?.[asString(adGroup['campaign'])]
  if (campaign === undefined) return undefined
  const status = asString(campaign['status'])
  const effectiveStatus = status === 'ENABLED' ? servingStatus(campaign, account, now) : status
  return ['REMOVED', 'PAUSED', 'PENDING', 'ENDED'].includes(effectiveStatus)
    ? `CAMPAIGN_${effectiveStatus}`
    : undefined
}

/** The statuses of the campaign and of the ad group that prevent delivery of an ad. */
function parentStatusReasons(adGroupAd: WireObject, account: AdsAccount, now: number): string[] | undefined {
  const adGroup = account.resources['ad_group']?.[asString(adGroupAd['adGroup'])]
  if (adGroup === undefined) return undefined
  const adGroupReason =
    adGroup['status'] === 'ENABLED' ? undefined : `AD_GROUP_${asString(adGroup['status'])}`
  return compactList(campaignStatusReason(adGroup, account, now), adGroupReason)
}

/** Removes undefined values. Returns undefined for an empty list, because responses omit empty lists. */
function compactList(...values: readonly (string | undefined)[]): string[] | undefined {
  const presentValues = values.filter((value) => value !== undefined)
  return presentValues.length === 0 ? undefined : presentValues
}

function approvalStatus(adGroupAd: WireObject): string {
  return asString(asObject(adGroupAd['policySummary'])['approvalStatus'] ?? 'APPROVED')
}

/** Keywords have a score only after enough searches. */
function qualityScore(criterion: WireObject): WireValue | undefined {
  if (criterion['keyword'] === undefined || criterion['negative'] === true) return undefined
  const score = 3 + (hashText(asString(criterion['resourceName'])) % 9)
  return score > 10 ? undefined : score
}

function isUnderReview(adGroupAd: WireObject, account: AdsAccount, now: number): boolean {
  const createdAt = account.history[asString(adGroupAd['resourceName'])]?.[0]?.[0]
  return createdAt !== undefined && now - createdAt < reviewMs
}

function servingStatus(campaign: WireObject, account: AdsAccount, now: number): string {
  if (campaign['status'] === 'REMOVED') return 'ENDED'
  const zone = getZone(asString(account.customer['timeZone']))
  const localTime = zone.format(now).slice(0, 19).replace('T', ' ')
  if (asString(campaign['startDateTime']) > localTime) return 'PENDING'
  const endDateTime = campaign['endDateTime']
  if (typeof endDateTime === 'string' && endDateTime < localTime) return 'ENDED'
  return account.customer['status'] === 'SUSPENDED' ? 'SUSPENDED' : 'SERVING'
}
