// Conversion actions and the goals that follow from them.
// https://developers.google.com/google-ads/api/docs/conversions/goals/overview

import { lastSegment } from '../../resources.ts'
import { asString, type WireObject } from '../../wire.ts'
import type { Draft } from '../draft.ts'
import type { ResourceRules } from '../rule.ts'
import { checkUniqueName } from './names.ts'

/** The origin by action type. The API cannot create actions of other types. */
const originByType: Readonly<Record<string, string>> = {
  WEBPAGE: 'WEBSITE',
  WEBSITE_CALL: 'WEBSITE',
  AD_CALL: 'CALL_FROM_ADS',
  CLICK_TO_CALL: 'WEBSITE',
  UPLOAD_CALLS: 'CALL_FROM_ADS',
  UPLOAD_CLICKS: 'WEBSITE',
}

export const conversionActionRules: ResourceRules = {
  create(context, action) {
    const { draft } = context
    const origin = originByType[asString(action['type'])]
    if (origin === undefined) {
      context.report('conversionActionError.CREATION_NOT_SUPPORTED', ['type'])
      return undefined
    }
    action['id'] = draft.nextId('conversionAction')
    action['status'] ??= 'ENABLED'
    action['category'] ??= 'DEFAULT'
    action['origin'] = origin
    action['primaryForGoal'] ??= true
    action['countingType'] ??= 'MANY_PER_CLICK'
    action['includeInConversionsMetric'] ??= true
    action['ownerCustomer'] = `customers/${draft.customerId}`
    action['clickThroughLookbackWindowDays'] ??= '30'
    action['viewThroughLookbackWindowDays'] ??= '1'
    checkUniqueName(context, 'conversion_action', action, 'conversionActionError.DUPLICATE_NAME')
    return undefined
  },
  update: (context, action) =>
    checkUniqueName(context, 'conversion_action', action, 'conversionActionError.DUPLICATE_NAME'),
  afterCreate(context, action) {
    const { draft } = context
    const id = `${asString(action['category'])}~${asString(action['origin'])}`
    const name = draft.toResourceName('customerConversionGoals', id)
    if (draft.get('customer_conversion_goal', name) !== undefined) return
    draft.put('customer_conversion_goal', name, {
      resourceName: name,
      category: asString(action['category']),
      origin: asString(action['origin']),
      biddable: true,
    })
  },
}

export const campaignConversionGoalRules: ResourceRules = {
  findImplied: (draft, name) => {
    const [campaign = '', category = '', origin = ''] = lastSegment(name).split('~')
    const campaignResource = draft.get('campaign', draft.toResourceName('campaigns', campaign))
    const goal = draft.get(
      'customer_conversion_goal',
      draft.toResourceName('customerConversionGoals', `${category}~${origin}`),
    )
    if (campaignResource === undefined || goal === undefined) return undefined
    return inheritedCampaignGoal(draft, asString(campaignResource['resourceName']), goal)
  },
}

/** Returns the goal of a campaign that no one has overridden: it inherits the account's goal. */
export function inheritedCampaignGoal(
  naming: Pick<Draft, 'toResourceName'>,
  campaign: string,
  goal: WireObject,
): WireObject {
  const id = `${lastSegment(campaign)}~${asString(goal['category'])}~${asString(goal['origin'])}`
  const inheritedGoal: WireObject = {
    resourceName: naming.toResourceName('campaignConversionGoals', id),
    campaign,
    category: goal['category'],
    origin: goal['origin'],
  }
  if (goal['biddable'] === true) inheritedGoal['biddable'] = true
  return inheritedGoal
}
