// What the contract's tests share: an operation's example, changed in one place, and what is wrong with it then.

import {
  type Body,
  declarationOf,
  type Flaw,
  type OperationName,
  operations,
  validate,
} from '../src/index.ts'

export type Members = Readonly<Record<string, unknown>>

/** What is wrong with a body; nothing when it is valid. */
export function flawsIn(name: OperationName, body: unknown): readonly Flaw[] {
  const outcome = validate(declarationOf(name), body)
  return 'flaws' in outcome ? outcome.flaws : []
}

/** What is wrong with an operation's example after some members were replaced; `undefined` leaves one out. */
export function flawsOf(name: OperationName, changes: Members = {}): readonly Flaw[] {
  return flawsIn(name, changed(declarationOf(name).example.body, changes))
}

/** What is wrong with an operation's full body after the value at one path was replaced or, by `undefined`, removed. */
export function flawsAt(name: OperationName, path: string, value: unknown): readonly Flaw[] {
  const body = structuredClone(fullBody(name))
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  const last = steps.pop() ?? ''
  let inner = body
  // The cast is true as long as paths lead through objects and arrays; a wrong path makes its test fail.
  for (const step of steps) inner = inner[step] as Record<string, unknown>
  if (value === undefined) delete inner[last]
  else inner[last] = value
  return flawsIn(name, body)
}

/** Flaws as short text, `field CODE`, for comparing. */
export function short(flaws: readonly Flaw[]): string[] {
  return flaws.map((flaw) => `${flaw.field} ${flaw.code}`)
}

/** The example of an operation as a handler gets it after some members were replaced: with defaults filled in. */
export function accepted<Name extends OperationName>(name: Name, changes: Members = {}): Body<Name> {
  const outcome = validate(declarationOf(name), changed(operations[name].example.body, changes))
  if ('flaws' in outcome) throw new Error(outcome.flaws.map((flaw) => flaw.message).join(' '))
  // Validated against this very operation's input.
  return outcome.body as Body<Name>
}

/** The example together with a value for every optional member, and lists of one entry where one is changed at a time. */
export function fullBody(name: OperationName): Record<string, unknown> {
  return changed(declarationOf(name).example.body, optionalMembers[name] ?? {})
}

function changed(body: Members, changes: Members): Record<string, unknown> {
  const result: Record<string, unknown> = { ...body, ...changes }
  for (const [member, value] of Object.entries(result)) if (value === undefined) delete result[member]
  return result
}

const writeOptions = { dryRun: true, planHash: 'c0ffee' }

const optionalMembers: { readonly [Name in OperationName]?: Members } = {
  'auth/create_link': { redirectUri: 'https://app.example/linked?step=2', state: '{"order":17}' },
  'user/create_user': { email: 'nina@example.com', externalId: 'demo-none' },
  'user/list_users': { pagination: '' },
  'social/get_page_posts': { pagination: 'cursor' },
  'social/get_ad_account_media': { pagination: 'cursor' },
  'social/get_campaign_insights': { startDate: '2026-01-24', endDate: '2026-01-30' },
  'social/search_targeting_interests': { specialAdCategories: ['HOUSING'], specialAdCountries: ['US'] },
  'social/create_leadform_audience': writeOptions,
  'social/edit_campaign': { editLevel: 'BUDGET', ...writeOptions },
  'social/get_campaigns': { pagination: 'cursor', status: 'ACTIVE' },
  'social/update_campaign_status': writeOptions,
  'social/upload_video': { name: 'Rye day', ...writeOptions },
  'search/create_search_campaign': {
    endDate: '2030-03-31',
    negativeKeywords: [{ text: 'free', match_type: 'BROAD' }],
    proximityTargeting: [
      {
        radius_units: 'KILOMETERS',
        radius: 12.5,
        longitude_in_micro_degrees: -74_006_000,
        latitude_in_micro_degrees: 40_712_800,
      },
    ],
    negativeLocations: ['1023191'],
    geo_target_type: 'PRESENCE_OR_INTEREST',
    languages: ['en'],
    ads: [
      {
        url: 'https://shop.foxgarden.example/chairs',
        headlines: ['Oak garden chairs', 'Built to stay outside', 'Delivered in two days'],
        descriptions: ['Solid oak, oiled by hand.', 'Try them for thirty days at home.'],
        headlineIndexToPinFirstSlot: 0,
        descriptionIndexToPinFirstSlot: 1,
      },
    ],
    conversionEvents: ['PURCHASE'],
    phoneNumber: '(212) 456-7890',
    phoneNumberCountryCode: 'US',
    leadFormAssetId: '88001122',
    images: ['https://shop.foxgarden.example/chair.jpg'],
    utmParams: 'utm_source=search&utm_medium=cpc',
    locationGroupId: '66002',
    status: 'PAUSED',
    ...writeOptions,
  },
  'search/create_lead_form': { input_fields: ['EMAIL'], ...writeOptions },
  'search/generate_keyword_ideas': { languageId: '1000', locationIds: ['2840'] },
  'search/create_location_group': writeOptions,
  'search/search_locations': { countryCode: 'US', locale: 'en' },
  'search/get_campaigns': { pagination: 'cursor', status: 'PAUSED' },
  'search/update_campaign_status': writeOptions,
  'search/edit_campaign': { editLevel: 'BUDGET', ...writeOptions },
}
