// https://developers.google.com/google-ads/api/docs/campaigns/create-campaigns

import { formatIsoDay, parseIsoDay } from '../../../../delivery/zone.ts'
import { asArray, asObject, asString, type WireObject } from '../../wire.ts'
import { isRemoved } from '../draft.ts'
import type { ResourceRules, RuleContext } from '../rule.ts'
import { budgetKey } from './budgets.ts'
import { checkCountLimit, countLimits } from './limits.ts'
import { checkFinalUrlSuffix, checkTrackingTemplate } from './urls.ts'

/** The bidding strategy type that the platform derives, by the JSON field of the strategy. */
export const biddingTypeByField: Readonly<Record<string, string>> = {
  manualCpc: 'MANUAL_CPC',
  maximizeConversions: 'MAXIMIZE_CONVERSIONS',
  maximizeConversionValue: 'MAXIMIZE_CONVERSION_VALUE',
  targetCpa: 'TARGET_CPA',
  targetImpressionShare: 'TARGET_IMPRESSION_SHARE',
  targetRoas: 'TARGET_ROAS',
  targetSpend: 'TARGET_SPEND',
}

const conversionBiddingTypes: ReadonlySet<string> = new Set([
  'MAXIMIZE_CONVERSIONS',
  'MAXIMIZE_CONVERSION_VALUE',
  'TARGET_CPA',
  'TARGET_ROAS',
])

export const campaignRules: ResourceRules = {
  create(context, campaign) {
    const { draft } = context
    campaign['id'] = draft.nextId('campaign')
    campaign['status'] ??= 'ENABLED'
    campaign['adServingOptimizationStatus'] ??= 'OPTIMIZE'
    campaign['experimentType'] = 'BASE'
    campaign['baseCampaign'] = draft.toResourceName('campaigns', campaign['id'])
    campaign['paymentMode'] ??= 'CLICKS'
    applyDefaultSettings(campaign)
    checkName(context, campaign)
    checkChannel(context, campaign)
    checkBidding(context, campaign)
    checkNetworks(context, campaign)
    checkUrlOptions(context, campaign)
    campaign['startDateTime'] ??= `${formatIsoDay(context.today)} 00:00:00`
    checkStart(context, campaign)
    checkEnd(context, campaign)
    checkBudget(context, campaign)
    const liveCount = draft.countByKey(
      'campaign',
      'alive',
      (other) => (isRemoved(other) ? undefined : ''),
      '',
    )
    checkCountLimit(context, countLimits.campaigns, liveCount, draft.customerId)
    return undefined
  },

  update(context, campaign, previous, changed) {
    if (changed.has('name')) checkName(context, campaign)
    if (changed.has('campaign_budget')) checkBudget(context, campaign)
    if (changed.has('start_date_time')) {
      if (campaign['startDateTime'] === previous['startDateTime']) {
        // The value is unchanged, so there is nothing to check.
      } else if (parseDay(previous['startDateTime']) <= context.today) {
        context.report('dateRangeError.CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED', ['start_date_time'])
      } else checkStart(context, campaign)
    }
    if (changed.has('end_date_time')) checkEnd(context, campaign)
    if (campaign['containsEuPoliticalAdvertising'] === undefined) {
      context.report('mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED', [])
    }
    checkBidding(context, campaign)
    checkNetworks(context, campaign)
    checkUrlOptions(context, campaign)
  },

  afterCreate(context, campaign) {
    renameBudget(context, campaign)
  },

  remove(context, campaign) {
    // The platform removes a budget that is not shared together with its campaign.
    const { draft } = context
    const name = asString(campaign['campaignBudget'])
    const budget = draft.get('campaign_budget', name)
    if (budget !== undefined && budget['explicitlyShared'] !== true) {
      draft.put('campaign_budget', name, { ...budget, status: 'REMOVED' })
      draft.effects.push({ verb: 'remove', kind: 'campaign_budget', name })
    }
  },
}

/** A budget that is not shared takes the name of its campaign. */
function renameBudget(context: RuleContext, campaign: WireObject): void {
  const name = asString(campaign['campaignBudget'])
  const budget = context.draft.get('campaign_budget', name)
  if (budget === undefined || budget['explicitlyShared'] === true) return
  context.draft.put('campaign_budget', name, { ...budget, name: campaign['name'] })
}

export function applyDefaultSettings(campaign: WireObject): void {
  campaign['networkSettings'] = {
    targetGoogleSearch: true,
    targetSearchNetwork: true,
    targetContentNetwork: false,
    targetPartnerSearchNetwork: false,
    ...asObject(campaign['networkSettings']),
  }
  campaign['geoTargetTypeSetting'] = {
    positiveGeoTargetType: 'PRESENCE_OR_INTEREST',
    negativeGeoTargetType: 'PRESENCE',
    ...asObject(campaign['geoTargetTypeSetting']),
  }
}

function liveNameKey(campaign: WireObject): string | undefined {
  return isRemoved(campaign) ? undefined : asString(campaign['name'])
}

function checkName(context: RuleContext, campaign: WireObject): void {
  const name = asString(campaign['name'])
  if (/[\0\n\r]/.test(name)) {
    context.report('campaignError.INVALID_CAMPAIGN_NAME', ['name'], { trigger: name })
  }
  const duplicates = context.draft.findByKey('campaign', 'name', liveNameKey, name)
  if (duplicates.some((other) => other['resourceName'] !== campaign['resourceName'])) {
    context.report('campaignError.DUPLICATE_CAMPAIGN_NAME', ['name'], { trigger: name })
  }
}

function checkChannel(context: RuleContext, campaign: WireObject): void {
  const channel = asString(campaign['advertisingChannelType'])
  if (channel === 'SEARCH') return
  context.report('campaignError.ADVERTISING_CHANNEL_TYPE_NOT_AVAILABLE_FOR_ACCOUNT_TYPE', [
    'advertising_channel_type',
  ])
}

function checkBidding(context: RuleContext, campaign: WireObject): void {
  if (campaign['biddingStrategy'] !== undefined) {
    context.report('mutateError.RESOURCE_NOT_FOUND', ['bidding_strategy'])
    return
  }
  const type = Object.entries(biddingTypeByField).find(([field]) => campaign[field] !== undefined)?.[1]
  if (type === undefined) {
    context.report('fieldError.REQUIRED', ['campaign_bidding_strategy'])
    return
  }
  campaign['biddingStrategyType'] = type
  campaign['biddingStrategySystemStatus'] = 'ENABLED'
  if (!conversionBiddingTypes.has(type)) return
  for (const action of context.draft.all('conversion_action')) if (action['status'] === 'ENABLED') return
  context.report('campaignError.CONVERSION_TRACKING_NOT_ENABLED', [type.toLowerCase()])
}

function checkNetworks(context: RuleContext, campaign: WireObject): void {
  const networks = asObject(campaign['networkSettings'])
  if (networks['targetSearchNetwork'] === true && networks['targetGoogleSearch'] !== true) {
    context.report('campaignError.CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH', [
      'network_settings',
      'target_search_network',
    ])
  } else if (networks['targetPartnerSearchNetwork'] === true) {
    context.report('campaignError.CANNOT_TARGET_PARTNER_SEARCH_NETWORK', [
      'network_settings',
      'target_partner_search_network',
    ])
  } else if (!Object.values(networks).includes(true)) {
    context.report('campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK', ['network_settings'])
  }
}

function checkUrlOptions(context: RuleContext, campaign: WireObject): void {
  checkFinalUrlSuffix(context, campaign)
  checkTrackingTemplate(context, campaign)
  for (const [index, parameter] of asArray(campaign['urlCustomParameters']).entries()) {
    if (/^[A-Za-z0-9]+$/.test(asString(asObject(parameter)['key']))) continue
    context.report('urlFieldError.INVALID_CHARACTERS_IN_URL_CUSTOM_PARAMETER_KEY', [
      { field: 'url_custom_parameters', index },
      'key',
    ])
  }
}

/** Returns the day of a date and time, or negative infinity for an absent value. */
function parseDay(value: WireObject[string]): number {
  return parseIsoDay(asString(value).slice(0, 10)) ?? Number.NEGATIVE_INFINITY
}

/** Checks `yyyy-MM-dd HH:mm:ss` in the account's time zone. Campaigns start and end at day boundaries. */
function checkDateTime(
  context: RuleContext,
  campaign: WireObject,
  jsonField: string,
  field: string,
  requiredTime: string,
  timeErrorCode: string,
): number | undefined {
  const value = asString(campaign[jsonField])
  const day = parseIsoDay(value.slice(0, 10))
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value) || day === undefined) {
    context.report('dateError.INVALID_STRING_DATE_TIME_SECONDS', [field], { trigger: value })
    return undefined
  }
  if (value.slice(11) !== requiredTime) {
    context.report(`dateError.${timeErrorCode}`, [field], { trigger: value })
    return undefined
  }
  if (day < context.today) {
    context.report('dateRangeError.CANNOT_SET_DATE_TO_PAST', [field], { trigger: value })
    return undefined
  }
  return day
}

function checkStart(context: RuleContext, campaign: WireObject): void {
  checkDateTime(
    context,
    campaign,
    'startDateTime',
    'start_date_time',
    '00:00:00',
    'DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY',
  )
}

function checkEnd(context: RuleContext, campaign: WireObject): void {
  if (campaign['endDateTime'] === undefined) return
  const day = checkDateTime(
    context,
    campaign,
    'endDateTime',
    'end_date_time',
    '23:59:59',
    'DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY',
  )
  if (day !== undefined && day < parseDay(campaign['startDateTime'])) {
    context.report('dateRangeError.START_DATE_AFTER_END_DATE', ['end_date_time'], {
      trigger: asString(campaign['endDateTime']),
    })
  }
}

function checkBudget(context: RuleContext, campaign: WireObject): void {
  const name = asString(campaign['campaignBudget'])
  const budget = context.draft.get('campaign_budget', name)
  if (budget === undefined || isRemoved(budget)) {
    context.report('campaignBudgetError.CAMPAIGN_BUDGET_REMOVED', ['campaign_budget'], { trigger: name })
    return
  }
  const others = context.draft
    .findByKey('campaign', 'budget', budgetKey, name)
    .filter((other) => other['resourceName'] !== campaign['resourceName'])
  if (budget['explicitlyShared'] !== true && others.length > 0) {
    context.report(
      'campaignBudgetError.CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS',
      ['campaign_budget'],
      { trigger: name },
    )
  }
}
