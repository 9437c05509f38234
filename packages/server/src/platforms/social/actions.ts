// Conversions among the actions of insights. The platform tells one event under up to eight names, so that adding them up
// would count it as often. https://developers.facebook.com/docs/marketing-api/reference/ads-action-stats

import { add, type Decimal, parseDecimal, zero } from '../../base/money.ts'

type Counted = readonly { readonly action_type: string; readonly value?: string | undefined }[] | undefined

/** Names that have it all, the best one first; and names that have a part of it each. */
interface Kind {
  readonly whole: readonly string[]
  readonly parts: readonly string[]
}

const leadKind: Kind = {
  whole: ['lead'],
  parts: ['onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead'],
}
const purchaseKind: Kind = {
  whole: ['omni_purchase', 'purchase'],
  parts: [
    'offsite_conversion.fb_pixel_purchase',
    'onsite_conversion.purchase',
    'app_custom_event.fb_mobile_purchase',
  ],
}
const customKind: Kind = { whole: [], parts: ['offsite_conversion.fb_pixel_custom'] }

/** Which names are added up. */
export interface Names {
  readonly leads: readonly string[]
  readonly conversions: readonly string[]
}

/** Chosen once for a whole report: chosen row by row, days and levels would not agree. */
export function namesIn(seen: ReadonlySet<string>): Names {
  const chosen = ({ whole, parts }: Kind) => {
    const best = whole.find((name) => seen.has(name))
    return best === undefined ? parts : [best]
  }
  const leads = chosen(leadKind)
  return { leads, conversions: [...leads, ...chosen(purchaseKind), ...chosen(customKind)] }
}

export function sumOf(list: Counted, names: readonly string[]): Decimal {
  let sum = zero
  for (const { action_type, value = '' } of list ?? [])
    if (names.includes(action_type)) sum = add(sum, parseDecimal(value) ?? zero)
  return sum
}
