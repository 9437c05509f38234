// Fields that can be left out as the operation declares it, and are needed because of other answers. The rules are those of the
// operation; a form that lacks one says so only when it is checked.

import type { Members, Value } from './draft.ts'

function isGiven(value: Value | undefined): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true
  return typeof value === 'string' ? value.trim() !== '' : Object.keys(value).length > 0
}

const hasObjective = (objective: string) => (draft: Members) => draft['objective'] === objective
const has = (name: string) => (draft: Members) => isGiven(draft[name])

/** By operation and field. */
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
