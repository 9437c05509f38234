// The operations that the original API specification defines. adrail adds all others.

import { type OperationName, operationNames } from '../src/index.ts'

/** In the order of the specification's sections. */
export const specifiedOperations = [
  'auth/get_connected_accounts_data',
  'auth/create_link',
  'social/get_page_posts',
  'social/get_ad_account_media',
  'search/create_search_campaign',
  'social/get_campaign_insights',
  'social/get_video_info',
  'pro/get_audiences_list',
  'social/get_targeting_systems_lookup',
  'social/search_targeting_interests',
  'search/create_lead_form',
  'social/search_targeting_locations',
  'social/create_leadform_audience',
  'social/get_custom_conversions',
  'search/generate_keyword_ideas',
  'social/edit_campaign',
  'search/get_location_asset',
  'social/get_leadform_list',
  'social/get_targeting_locales_lookup',
  'search/get_lead_forms',
  'social/get_pixels_list',
  'search/create_location_group',
] as const satisfies readonly OperationName[]

export type SpecifiedOperation = (typeof specifiedOperations)[number]

const specified: ReadonlySet<OperationName> = new Set(specifiedOperations)

/** Operations that the specification only refers to, or that it needs in order to work. */
export const additionalOperations = operationNames.filter((name) => !specified.has(name))
