// Selects conversions from the actions of insights. The platform reports one event under up to eight names,
// so adding all names would count the event several times.
// https://developers.facebook.com/docs/marketing-api/reference/ads-action-stats

import { add, type Decimal, parseDecimal, zero } from '../../money/money.ts'

type ActionStats =
  | readonly { readonly action_type: string; readonly value?: string | undefined }[]
  | undefined

/**
 * Names that include all events, in order of preference, and names that include a part of the events each.
 */
interface ActionGroup {
  readonly totalNames: readonly string[]
  readonly partialNames: readonly string[]
}

const leadActions: ActionGroup = {
  totalNames: ['lead'],
  partialNames: ['onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead'],
}
const purchaseActions: ActionGroup = {
  totalNames: ['omni_purchase', 'purchase'],
  partialNames: [
    'offsite_conversion.fb_pixel_purchase',
    'onsite_conversion.purchase',
    'app_custom_event.fb_mobile_purchase',
  ],
}
const customActions: ActionGroup = { totalNames: [], partialNames: ['offsite_conversion.fb_pixel_custom'] }

/** Action names whose values are added. */
export interface ActionNames {
  readonly leads: readonly string[]
  readonly conversions: readonly string[]
}

/** Chosen once per report. If each row were evaluated separately, days and levels would not be consistent. */
export function chooseActionNames(reportedNames: ReadonlySet<string>): ActionNames {
  const chooseNames = ({ totalNames, partialNames }: ActionGroup) => {
    const totalName = totalNames.find((name) => reportedNames.has(name))
    return totalName === undefined ? partialNames : [totalName]
  }
  const leads = chooseNames(leadActions)
  return { leads, conversions: [...leads, ...chooseNames(purchaseActions), ...chooseNames(customActions)] }
}

export function sumActions(actions: ActionStats, names: readonly string[]): Decimal {
  let sum = zero
  for (const { action_type, value = '' } of actions ?? [])
    if (names.includes(action_type)) sum = add(sum, parseDecimal(value) ?? zero)
  return sum
}
