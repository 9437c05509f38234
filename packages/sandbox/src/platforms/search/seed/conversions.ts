// Seeds the conversion actions of the accounts.

import { readTable } from '../../../core/dataFiles.ts'
import { dayMs } from '../../../core/durations.ts'
import type { State } from '../../../core/state.ts'
import { asString } from '../wire.ts'
import { applyOperations, getSeededAccount, placeResource } from './apply.ts'

/** Creates the conversion actions. Their goals follow from the rules. */
export function addConversions(state: State): void {
  const instant = state.seededAt - 400 * dayMs
  const columns = ['customer', 'name', 'category', 'type', 'biddable', 'id'] as const
  const rows = readTable('search/world/conversions.tsv', columns)
  for (const { customer: customerId, name, category, type, biddable, id } of rows) {
    if (type === 'LEAD_FORM_SUBMIT') {
      addHostedLeadForms(state, customerId, name, id)
      continue
    }
    const [actionName = ''] = applyOperations(state, customerId, instant, [
      [
        'conversion_action',
        {
          create: { name, category, type, valueSettings: { defaultValue: 1, alwaysUseDefaultValue: false } },
        },
      ],
    ])
    if (biddable === 'yes') continue
    const origin = asString(
      getSeededAccount(state, customerId).resources['conversion_action']?.[actionName]?.['origin'],
    )
    const goalName = `customers/${customerId}/customerConversionGoals/${category}~${origin}`
    applyOperations(state, customerId, instant, [
      ['customer_conversion_goal', { updateMask: 'biddable', update: { resourceName: goalName } }],
    ])
  }
}

/** The platform itself creates the action that counts submitted lead forms. */
function addHostedLeadForms(state: State, customerId: string, name: string, id: string): void {
  const root = `customers/${customerId}`
  placeResource(state, customerId, 'conversion_action', {
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
  placeResource(state, customerId, 'customer_conversion_goal', {
    resourceName: `${root}/customerConversionGoals/SUBMIT_LEAD_FORM~GOOGLE_HOSTED`,
    category: 'SUBMIT_LEAD_FORM',
    origin: 'GOOGLE_HOSTED',
    biddable: true,
  })
}
