// Fields that are optional in the declaration but required because of other fields. The rules repeat those of
// the operation. A field without a rule here is only reported when the service checks the form.

import type { Members, Value } from './draft.ts'

function isGiven(value: Value | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  return typeof value === 'string' ? value.trim() !== '' : Object.keys(value).length > 0
}

const hasObjective = (objective: string) => (draft: Members) => draft['objective'] === objective
const has = (name: string) => (draft: Members) => isGiven(draft[name])

/** Keys are an operation and a field. */
const conditions: Readonly<Record<string, (draft: Members) => boolean>> = {
  'social/create_campaign leadFormId': (draft) => hasObjective('LEADS')(draft) && !has('pixelId')(draft),
  'social/create_campaign pixelId': hasObjective('SALES'),
  'social/create_campaign conversionEvent': has('pixelId'),
  'social/create_campaign endDate': has('lifetimeBudget'),
  'social/create_campaign specialAdCountries': has('specialAdCategories'),
  'search/create_search_campaign conversionEvents': hasObjective('CONVERSION'),
  'search/create_search_campaign phoneNumberCountryCode': has('phoneNumber'),
  'pro/create_campaign leadFormId': hasObjective('LEADS'),
  'pro/create_campaign conversionIds': hasObjective('CONVERSIONS'),
  'pro/create_campaign endDate': has('lifetimeBudget'),
}

export function isNeeded(operation: string, field: string, draft: Members): boolean {
  return conditions[`${operation} ${field}`]?.(draft) === true
}
