// Fields that are optional in the declaration but required because of other fields. The rules repeat those of
// the operation. A field without a rule here is only reported when the service checks the form.

import type { DraftFields, Value } from './draft.ts'

function isFilled(value: Value | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  return typeof value === 'string' ? value.trim() !== '' : Object.keys(value).length > 0
}

const hasObjective = (objective: string) => (draft: DraftFields) => draft['objective'] === objective
const hasField = (name: string) => (draft: DraftFields) => isFilled(draft[name])

/** Keys are an operation and a field. */
const conditions: Readonly<Record<string, (draft: DraftFields) => boolean>> = {
  'social/create_campaign leadFormId': (draft) => hasObjective('LEADS')(draft) && !hasField('pixelId')(draft),
  'social/create_campaign pixelId': hasObjective('SALES'),
  'social/create_campaign conversionEvent': hasField('pixelId'),
  'social/create_campaign endDate': hasField('lifetimeBudget'),
  'social/create_campaign specialAdCountries': hasField('specialAdCategories'),
  'search/create_search_campaign conversionEvents': hasObjective('CONVERSION'),
  'search/create_search_campaign phoneNumberCountryCode': hasField('phoneNumber'),
  'pro/create_campaign leadFormId': hasObjective('LEADS'),
  'pro/create_campaign conversionIds': hasObjective('CONVERSIONS'),
  'pro/create_campaign endDate': hasField('lifetimeBudget'),
}

export function isFieldRequired(operation: string, field: string, draft: DraftFields): boolean {
  return conditions[`${operation} ${field}`]?.(draft) === true
}
