// Conversion actions and the goals that follow from them.
// https://developers.google.com/google-ads/api/docs/conversions/goals/overview

import { lastPart } from '../../resources.ts'
import { text, type Wire } from '../../wire.ts'
import type { Draft } from '../draft.ts'
import type { ResourceRules } from '../rule.ts'
import { checkNameFree } from './names.ts'

/** Where an action of a type happens; other types cannot be created through the API. */
const origins: Readonly<Record<string, string>> = {
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
    const origin = origins[text(action['type'])]
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
    checkNameFree(context, 'conversion_action', action, 'conversionActionError.DUPLICATE_NAME')
    return undefined
  },
  update: (context, action) =>
    checkNameFree(context, 'conversion_action', action, 'conversionActionError.DUPLICATE_NAME'),
  created(context, action) {
    const { draft } = context
    const id = `${text(action['category'])}~${text(action['origin'])}`
    const name = draft.nameOf('customerConversionGoals', id)
    if (draft.get('customer_conversion_goal', name) !== undefined) return
    draft.put('customer_conversion_goal', name, {
      resourceName: name,
      category: text(action['category']),
      origin: text(action['origin']),
      biddable: true,
    })
  },
}

export const campaignConversionGoalRules: ResourceRules = {
  implied: (draft, name) => {
    const [campaign = '', category = '', origin = ''] = lastPart(name).split('~')
    const found = draft.get('campaign', draft.nameOf('campaigns', campaign))
    const goal = draft.get(
      'customer_conversion_goal',
      draft.nameOf('customerConversionGoals', `${category}~${origin}`),
    )
    if (found === undefined || goal === undefined) return undefined
    return campaignGoal(draft, text(found['resourceName']), goal)
  },
}

/** A campaign's goal as it is while nobody has changed it: what the account says. */
export function campaignGoal(names: Pick<Draft, 'nameOf'>, campaign: string, goal: Wire): Wire {
  const id = `${lastPart(campaign)}~${text(goal['category'])}~${text(goal['origin'])}`
  const implied: Wire = {
    resourceName: names.nameOf('campaignConversionGoals', id),
    campaign,
    category: goal['category'],
    origin: goal['origin'],
  }
  if (goal['biddable'] === true) implied['biddable'] = true
  return implied
}
