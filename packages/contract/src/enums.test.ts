// Tests of the fields that accept a fixed list of values only.

import { describe, expect, test } from 'vitest'
import { formatViolations, violationsAt } from '../testing/bodies.ts'
import type { SpecifiedOperation } from '../testing/specification.ts'
import { listAliases } from './derive/aliasList.ts'

const linkPlatforms = ['SOCIAL_A', 'PROFESSIONAL', 'SEARCH']

const enums: readonly (readonly [
  id: string,
  name: SpecifiedOperation,
  path: string,
  values: readonly string[],
  others: readonly string[],
])[] = [
  ['R4.2.platform', 'auth/create_link', 'platform', linkPlatforms, ['SOCIAL_B', 'SOCIAL', 'PRO']],
  [
    'R4.3.platform',
    'social/get_page_posts',
    'platform',
    ['SOCIAL_A', 'SOCIAL_B'],
    ['SEARCH', 'PROFESSIONAL'],
  ],
  ['R4.4.type', 'social/get_ad_account_media', 'type', ['IMAGE', 'VIDEO'], ['AUDIO']],
  [
    'R4.5.objective',
    'search/create_search_campaign',
    'objective',
    ['CONVERSION', 'TRAFFIC'],
    ['CONVERSIONS'],
  ],
  [
    'R4.5.geo_target_type',
    'search/create_search_campaign',
    'geo_target_type',
    ['PRESENCE', 'PRESENCE_OR_INTEREST'],
    ['SEARCH_INTEREST'],
  ],
  ['R4.add.create-status', 'search/create_search_campaign', 'status', ['ACTIVE', 'PAUSED'], ['REMOVED']],
  ['R4.9.type', 'social/get_targeting_systems_lookup', 'type', ['os', 'device'], ['OS', 'user_os']],
  [
    'R4.10.specialAdCategories',
    'social/search_targeting_interests',
    'specialAdCategories[0]',
    ['HOUSING', 'FINANCIAL_PRODUCTS_SERVICES', 'EMPLOYMENT'],
    ['CREDIT', 'NONE', 'ISSUES_ELECTIONS_POLITICS', 'ONLINE_GAMBLING_AND_GAMING'],
  ],
  [
    'R4.11.call_to_action_type',
    'search/create_lead_form',
    'call_to_action_type',
    [
      'LEARN_MORE',
      'GET_QUOTE',
      'APPLY_NOW',
      'SIGN_UP',
      'CONTACT_US',
      'SUBSCRIBE',
      'DOWNLOAD',
      'BOOK_NOW',
      'GET_OFFER',
      'REGISTER',
      'GET_INFO',
      'REQUEST_DEMO',
      'JOIN_NOW',
      'GET_STARTED',
    ],
    ['BUY_NOW', 'SHOP_NOW'],
  ],
  [
    'R4.11.input_fields',
    'search/create_lead_form',
    'input_fields[0]',
    [
      ...['FULL_NAME', 'EMAIL', 'PHONE_NUMBER', 'POSTAL_CODE', 'STREET_ADDRESS', 'CITY', 'REGION', 'COUNTRY'],
      ...['WORK_EMAIL', 'COMPANY_NAME', 'WORK_PHONE', 'JOB_TITLE', 'FIRST_NAME', 'LAST_NAME', 'COMPANY_SIZE'],
      ...['ANNUAL_SALES', 'YEARS_IN_BUSINESS', 'JOB_DEPARTMENT', 'JOB_ROLE', 'CATEGORY'],
      ...['PREFERRED_CONTACT_METHOD', 'PREFERRED_LOCATION', 'PREFERRED_CONTACT_TIME', 'PURCHASE_TIMELINE'],
      ...['YEARS_OF_EXPERIENCE', 'JOB_INDUSTRY', 'LEVEL_OF_EDUCATION', 'PROPERTY_TYPE', 'REALTOR_HELP_GOAL'],
      ...['PROPERTY_COMMUNITY', 'PRICE_RANGE', 'NUMBER_OF_BEDROOMS', 'FURNISHED_PROPERTY'],
      ...['PETS_ALLOWED_PROPERTY', 'NEXT_PLANNED_PURCHASE', 'EVENT_SIGNUP_INTEREST'],
      ...['PREFERRED_SHOPPING_PLACES', 'FAVORITE_BRAND', 'TRANSPORTATION_COMMERCIAL_LICENSE_TYPE'],
      ...['EVENT_BOOKING_INTEREST', 'DESTINATION_COUNTRY', 'DESTINATION_CITY', 'DEPARTURE_COUNTRY'],
      ...['DEPARTURE_CITY', 'DEPARTURE_DATE', 'RETURN_DATE', 'NUMBER_OF_TRAVELERS', 'TRAVEL_BUDGET'],
      'TRAVEL_ACCOMMODATION',
    ],
    ['VEHICLE_MODEL', 'EDUCATION_PROGRAM', 'PRODUCT', 'OVER_18_AGE', 'GOVERNMENT_ISSUED_ID_CPF_BR'],
  ],
  [
    'R4.13.type',
    'social/create_leadform_audience',
    'type',
    ['open', 'close', 'submit'],
    ['Open', 'submitted'],
  ],
  [
    'R4.14.campaignType',
    'social/get_custom_conversions',
    'campaignType',
    ['CONVERSIONS', 'OUTCOME_SALES'],
    ['CONVERSION', 'OUTCOME_LEADS'],
  ],
  ['R4.16.editLevel', 'social/edit_campaign', 'editLevel', ['BUDGET'], ['CAMPAIGN', 'NAME']],
  [
    'R4.gap.conversion-categories',
    'search/create_search_campaign',
    'conversionEvents[0]',
    [
      ...['DEFAULT', 'PAGE_VIEW', 'PURCHASE', 'SIGNUP', 'DOWNLOAD', 'ADD_TO_CART', 'BEGIN_CHECKOUT'],
      ...['SUBSCRIBE_PAID', 'PHONE_CALL_LEAD', 'IMPORTED_LEAD', 'SUBMIT_LEAD_FORM', 'BOOK_APPOINTMENT'],
      ...['REQUEST_QUOTE', 'GET_DIRECTIONS', 'OUTBOUND_CLICK', 'CONTACT', 'ENGAGEMENT', 'STORE_VISIT'],
      ...['STORE_SALE', 'QUALIFIED_LEAD', 'CONVERTED_LEAD', 'YOUTUBE_FOLLOW_ON_VIEWS'],
    ],
    ['LEAD', 'SIGN_UP', 'UNKNOWN', 'UNSPECIFIED'],
  ],
]

describe.each(enums)('[%s] the %s field %s', (_, name, path, values, others) => {
  test.each(values)('accepts %s', (value) => {
    expect(violationsAt(name, path, value)).toEqual([])
  })

  test('lists its allowed values in the error for any other value', () => {
    const message = violationsAt(name, path, 'NONE_OF_THEM')[0]?.message
    if (path.startsWith('conversionEvents')) expect(message).toContain('such as PURCHASE or SUBMIT_LEAD_FORM')
    else expect(message).toBe(`${path} must be ${listed(values)}.`)
  })

  const otherCases = values.map((value) =>
    value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase(),
  )
  const aliases = listAliases().values.flatMap((alias) =>
    alias.operation === name && alias.path === path ? alias.names : [],
  )
  const changed = values.flatMap((value) => [` ${value}`, `${value}\n`, `${value},`])
  test.each([...others, '', ...changed, ...otherCases.filter((value) => !aliases.includes(value))])(
    'rejects %j',
    (value) => {
      expect(formatViolations(violationsAt(name, path, value))).toEqual([`${path} NOT_ALLOWED`])
    },
  )
})

function listed(values: readonly string[]): string {
  if (values.length > 20) return `one of the ${values.length} documented values`
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ')
}

describe('match types and radius units', () => {
  const anyCase = [
    ['R4.gap.match-type', 'keywords[0].match_type', ['EXACT', 'PHRASE', 'BROAD', 'exact', 'Phrase', 'bRoAd']],
    ['R4.gap.match-type', 'negativeKeywords[0].match_type', ['EXACT', 'PHRASE', 'BROAD', 'broad']],
    [
      'R4.gap.radius-units',
      'proximityTargeting[0].radius_units',
      ['MILES', 'KILOMETERS', 'miles', 'Kilometers'],
    ],
  ] as const
  test.each(anyCase)(
    '[%s] search/create_search_campaign accepts %s in any letter case and rejects other values',
    (_, path, values) => {
      for (const value of values)
        expect(violationsAt('search/create_search_campaign', path, value)).toEqual([])
      for (const value of ['', 'METERS', 'BROAD_MODIFIED', ' EXACT', 'KM', 'UNSPECIFIED'])
        expect(formatViolations(violationsAt('search/create_search_campaign', path, value))).toEqual([
          `${path} NOT_ALLOWED`,
        ])
    },
  )
})

test('search/create_search_campaign suggests the valid conversion categories for LEAD and SIGN_UP', () => {
  const message = (value: string) =>
    violationsAt('search/create_search_campaign', 'conversionEvents[0]', value)[0]?.message
  expect(message('LEAD')).toBe(
    'conversionEvents[0] must be a conversion category. Did you mean SUBMIT_LEAD_FORM?',
  )
  expect(message('SIGN_UP')).toBe('conversionEvents[0] must be a conversion category. Did you mean SIGNUP?')
})
