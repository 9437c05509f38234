// Tests the type, the presence and the default of every field of every specified request.

import { describe, expect, test } from 'vitest'
import {
  buildFullBody,
  formatViolations,
  listViolations,
  parseExample,
  violationsAt,
  violationsOfExample,
} from '../testing/bodies.ts'
import type { SpecifiedOperation } from '../testing/specification.ts'
import { declarationOf } from './index.ts'

type Type = 'string' | 'number' | 'boolean' | 'object' | 'array'
/** `entry` marks the entries of an array, which cannot be omitted. */
type Presence = 'required' | 'optional' | 'entry'

const wrongValues: Readonly<Record<Type, readonly unknown[]>> = {
  string: [7, 0, true, null, {}, [], ['text']],
  number: ['7', '', true, null, {}, [7], Number.NaN, Number.POSITIVE_INFINITY],
  boolean: ['true', 'false', 0, 1, null, {}, []],
  object: ['{}', 7, true, null, []],
  array: ['[]', 'text', 7, true, null, {}],
}

const keywords = (id: string, name: string, presence: Presence) =>
  [
    [name, 'array', presence, id],
    [`${name}[0]`, 'object', 'entry', id],
    [`${name}[0].text`, 'string', 'required', id],
    [`${name}[0].match_type`, 'string', 'required', id],
  ] as const

const writeOptions = [
  ['dryRun', 'boolean', 'optional', 'R4.add.dryRun'],
  ['planHash', 'string', 'optional', 'R4.add.planHash'],
] as const

/** All fields in the order of the specification. The fields of an object follow the object. */
const fields: Readonly<
  Record<SpecifiedOperation, readonly (readonly [path: string, type: Type, presence: Presence, id: string])[]>
> = {
  'auth/get_connected_accounts_data': [['userId', 'string', 'required', 'R4.1.userId']],
  'auth/create_link': [
    ['userId', 'string', 'required', 'R4.2.userId'],
    ['platform', 'string', 'required', 'R4.2.platform'],
    ['redirectUri', 'string', 'optional', 'R4.2.redirectUri'],
    ['state', 'string', 'optional', 'R4.2.state'],
  ],

  'social/get_page_posts': [
    ['userId', 'string', 'required', 'R4.3.userId'],
    ['platform', 'string', 'required', 'R4.3.platform'],
    ['pagination', 'string', 'optional', 'R4.3.pagination'],
  ],
  'social/get_ad_account_media': [
    ['userId', 'string', 'required', 'R4.4.userId'],
    ['type', 'string', 'required', 'R4.4.type'],
    ['pagination', 'string', 'optional', 'R4.4.pagination'],
  ],
  'social/get_campaign_insights': [
    ['userId', 'string', 'required', 'R4.6.userId'],
    ['campaignId', 'string', 'required', 'R4.6.campaignId'],
    ['startDate', 'string', 'optional', 'R4.6.startDate'],
    ['endDate', 'string', 'optional', 'R4.6.endDate'],
    ['currencySymbol', 'string', 'required', 'R4.6.currencySymbol'],
    ['clientCostAdjustment', 'object', 'required', 'R4.6.clientCostAdjustment'],
    ['clientCostAdjustment.percentage', 'number', 'required', 'R4.6.clientCostAdjustment'],
  ],
  'social/get_video_info': [
    ['userId', 'string', 'required', 'R4.7.userId'],
    ['videoId', 'string', 'required', 'R4.7.videoId'],
  ],
  'social/get_targeting_systems_lookup': [
    ['userId', 'string', 'required', 'R4.9.userId'],
    ['type', 'string', 'required', 'R4.9.type'],
  ],
  'social/search_targeting_interests': [
    ['userId', 'string', 'required', 'R4.10.userId'],
    ['query', 'string', 'required', 'R4.10.query'],
    ['specialAdCategories', 'array', 'optional', 'R4.10.specialAdCategories'],
    ['specialAdCategories[0]', 'string', 'entry', 'R4.10.specialAdCategories'],
    ['specialAdCountries', 'array', 'optional', 'R4.10.specialAdCountries'],
    ['specialAdCountries[0]', 'string', 'entry', 'R4.10.specialAdCountries'],
  ],
  'social/search_targeting_locations': [
    ['userId', 'string', 'required', 'R4.12.userId'],
    ['query', 'string', 'required', 'R4.12.query'],
  ],
  'social/create_leadform_audience': [
    ['userId', 'string', 'required', 'R4.13.userId'],
    ['name', 'string', 'required', 'R4.13.name'],
    ['description', 'string', 'required', 'R4.13.description'],
    ['type', 'string', 'required', 'R4.13.type'],
    ['leadFormIds', 'array', 'required', 'R4.13.leadFormIds'],
    ['leadFormIds[0]', 'string', 'entry', 'R4.13.leadFormIds'],
    ...writeOptions,
  ],
  'social/get_custom_conversions': [
    ['userId', 'string', 'required', 'R4.14.userId'],
    ['pixelId', 'string', 'required', 'R4.14.pixelId'],
    ['campaignType', 'string', 'required', 'R4.14.campaignType'],
  ],
  'social/edit_campaign': [
    ['userId', 'string', 'required', 'R4.16.userId'],
    ['campaignId', 'string', 'required', 'R4.16.campaignId'],
    ['editLevel', 'string', 'optional', 'R4.16.editLevel'],
    ['amount', 'number', 'required', 'R4.16.amount'],
    ...writeOptions,
  ],
  'social/get_leadform_list': [['userId', 'string', 'required', 'R4.18.userId']],
  'social/get_targeting_locales_lookup': [['userId', 'string', 'required', 'R4.19.userId']],
  'social/get_pixels_list': [['userId', 'string', 'required', 'R4.21.userId']],

  'search/create_search_campaign': [
    ['userId', 'string', 'required', 'R4.5.userId'],
    ['objective', 'string', 'required', 'R4.5.objective'],
    ['campaignName', 'string', 'required', 'R4.5.campaignName'],
    ['dailyBudget', 'string', 'required', 'R4.5.dailyBudget'],
    ['startDate', 'string', 'required', 'R4.5.startDate'],
    ['endDate', 'string', 'optional', 'R4.5.endDate'],
    ...keywords('R4.5.keywords', 'keywords', 'required'),
    ...keywords('R4.5.negativeKeywords', 'negativeKeywords', 'optional'),
    ['locations', 'array', 'optional', 'R4.5.locations'],
    ['locations[0]', 'string', 'entry', 'R4.5.locations'],
    ['proximityTargeting', 'array', 'optional', 'R4.5.proximityTargeting'],
    ['proximityTargeting[0]', 'object', 'entry', 'R4.5.proximityTargeting'],
    ['proximityTargeting[0].radius_units', 'string', 'required', 'R4.5.proximityTargeting'],
    ['proximityTargeting[0].radius', 'number', 'required', 'R4.5.proximityTargeting'],
    ['proximityTargeting[0].longitude_in_micro_degrees', 'number', 'required', 'R4.5.proximityTargeting'],
    ['proximityTargeting[0].latitude_in_micro_degrees', 'number', 'required', 'R4.5.proximityTargeting'],
    ['negativeLocations', 'array', 'optional', 'R4.5.negativeLocations'],
    ['negativeLocations[0]', 'string', 'entry', 'R4.5.negativeLocations'],
    ['geo_target_type', 'string', 'optional', 'R4.5.geo_target_type'],
    ['languages', 'array', 'optional', 'R4.5.languages'],
    ['languages[0]', 'string', 'entry', 'R4.5.languages'],
    ['ads', 'array', 'required', 'R4.5.ads'],
    ['ads[0]', 'object', 'entry', 'R4.5.ads'],
    ['ads[0].url', 'string', 'required', 'R4.5.ads'],
    ['ads[0].headlines', 'array', 'required', 'R4.5.ads'],
    ['ads[0].headlines[1]', 'string', 'entry', 'R4.5.ads'],
    ['ads[0].descriptions', 'array', 'required', 'R4.5.ads'],
    ['ads[0].descriptions[1]', 'string', 'entry', 'R4.5.ads'],
    ['ads[0].headlineIndexToPinFirstSlot', 'number', 'optional', 'R4.5.ads.pins'],
    ['ads[0].descriptionIndexToPinFirstSlot', 'number', 'optional', 'R4.5.ads.pins'],
    ['conversionEvents', 'array', 'optional', 'R4.5.conversionEvents'],
    ['conversionEvents[0]', 'string', 'entry', 'R4.5.conversionEvents'],
    ['callouts', 'array', 'required', 'R4.5.callouts'],
    ['callouts[0]', 'string', 'entry', 'R4.5.callouts'],
    ['phoneNumber', 'string', 'optional', 'R4.5.phoneNumber'],
    // This field is required with `phoneNumber`, which the full body contains.
    ['phoneNumberCountryCode', 'string', 'required', 'R4.5.phoneNumberCountryCode'],
    ['leadFormAssetId', 'string', 'optional', 'R4.5.leadFormAssetId'],
    ['images', 'array', 'optional', 'R4.5.images'],
    ['images[0]', 'string', 'entry', 'R4.5.images'],
    ['utmParams', 'string', 'optional', 'R4.5.utmParams'],
    ['locationGroupId', 'string', 'optional', 'R4.5.locationGroupId'],
    ['status', 'string', 'optional', 'R4.add.create-status'],
    ...writeOptions,
  ],
  'search/create_lead_form': [
    ['userId', 'string', 'required', 'R4.11.userId'],
    ['name', 'string', 'required', 'R4.11.name'],
    ['headline', 'string', 'required', 'R4.11.headline'],
    ['description', 'string', 'required', 'R4.11.description'],
    ['privacy_policy_url', 'string', 'required', 'R4.11.privacy_policy_url'],
    ['call_to_action_type', 'string', 'required', 'R4.11.call_to_action_type'],
    ['call_to_action_description', 'string', 'required', 'R4.11.call_to_action_description'],
    ['input_fields', 'array', 'required', 'R4.11.input_fields'],
    ['input_fields[0]', 'string', 'entry', 'R4.11.input_fields'],
    ...writeOptions,
  ],
  'search/get_lead_forms': [['userId', 'string', 'required', 'R4.20.userId']],
  'search/generate_keyword_ideas': [
    ['keyword', 'string', 'required', 'R4.15.keyword'],
    ['languageId', 'string', 'optional', 'R4.15.languageId'],
    ['locationIds', 'array', 'optional', 'R4.15.locationIds'],
    ['locationIds[0]', 'string', 'entry', 'R4.15.locationIds'],
  ],
  'search/get_location_asset': [['userId', 'string', 'required', 'R4.17.userId']],
  'search/create_location_group': [
    ['userId', 'string', 'required', 'R4.22.userId'],
    ['locationAssetIds', 'array', 'required', 'R4.22.locationAssetIds'],
    ['locationAssetIds[0]', 'string', 'entry', 'R4.22.locationAssetIds'],
    ...writeOptions,
  ],

  'pro/get_audiences_list': [['userId', 'string', 'required', 'R4.8.userId']],
}

describe.each(Object.keys(fields) as (keyof typeof fields)[])('%s', (name) => {
  test('has exactly the documented fields in the documented order', () => {
    const listed = fields[name].map(([path]) => path).filter((path) => !/[.[]/.test(path))
    expect(Object.keys(declarationOf(name).input.shape)).toEqual(listed)
  })

  test('accepts a body with every field', () => {
    expect(listViolations(name, buildFullBody(name))).toEqual([])
  })

  for (const [path, type, presence, id] of fields[name]) {
    test(`rejects every value in ${path} that is not of type ${type} [${id}]`, () => {
      for (const invalidValue of wrongValues[type]) {
        const violations = violationsAt(name, path, invalidValue)
        expect(
          violations.some(
            (violation) => violation.field === path && /^(WRONG_TYPE|NOT_ALLOWED)$/.test(violation.code),
          ),
          `${JSON.stringify(invalidValue)}: ${formatViolations(violations).join(', ')}`,
        ).toBe(true)
      }
    })

    if (presence === 'required')
      test(`requires ${path} [${id}]`, () => {
        expect(formatViolations(violationsAt(name, path, undefined))).toEqual([`${path} REQUIRED`])
      })

    if (presence === 'optional')
      test(`does not require ${path} [${id}]`, () => {
        expect(violationsAt(name, path, undefined)).toEqual([])
      })
  }
})

describe('request defaults', () => {
  const defaults = [
    ['R4.4.pagination', 'social/get_ad_account_media', 'pagination', ''],
    ['R4.3.pagination', 'social/get_page_posts', 'pagination', ''],
    ['R4.5.geo_target_type', 'search/create_search_campaign', 'geo_target_type', 'PRESENCE'],
    ['R4.add.create-status', 'search/create_search_campaign', 'status', 'ENABLED'],
    ['R4.10.specialAdCategories', 'social/search_targeting_interests', 'specialAdCategories', []],
    ['R4.10.specialAdCountries', 'social/search_targeting_interests', 'specialAdCountries', []],
    ['R4.16.editLevel', 'social/edit_campaign', 'editLevel', 'BUDGET'],
    ['R4.add.dryRun', 'social/edit_campaign', 'dryRun', false],
  ] as const
  test.each(defaults)('[%s] %s sets an omitted %s to %j', (_, name, member, value) => {
    expect(parseExample(name)).toHaveProperty(member, value)
  })
})

describe('empty arrays [R4.gap.empty-arrays]', () => {
  const arrays = [
    ['search/create_search_campaign', 'keywords', false],
    ['search/create_search_campaign', 'ads', false],
    ['search/create_search_campaign', 'callouts', false],
    ['search/create_lead_form', 'input_fields', false],
    ['search/create_location_group', 'locationAssetIds', false],
    ['social/create_leadform_audience', 'leadFormIds', false],
    ['search/create_search_campaign', 'negativeKeywords', true],
    ['search/create_search_campaign', 'proximityTargeting', true],
    ['search/create_search_campaign', 'negativeLocations', true],
    ['search/create_search_campaign', 'languages', true],
    ['search/create_search_campaign', 'conversionEvents', true],
    ['search/create_search_campaign', 'images', true],
    ['search/generate_keyword_ideas', 'locationIds', true],
    ['social/search_targeting_interests', 'specialAdCategories', true],
    ['social/search_targeting_interests', 'specialAdCountries', true],
  ] as const
  test.each(arrays)(
    '%s rejects an empty array in %s only if the field is required',
    (name, member, mayBeEmpty) => {
      expect(formatViolations(violationsOfExample(name, { [member]: [] }))).toEqual(
        mayBeEmpty ? [] : [`${member} TOO_FEW`],
      )
    },
  )
})
