// The kinds of values that only search operations take, with the platform's limits.

import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { z } from 'zod'
import type { FaultCode } from './validate.ts'
import { adText, anyCase, line, webUrl } from './values.ts'

export const callToActionTypes = [
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
] as const

const contactFields = [
  'FULL_NAME',
  'EMAIL',
  'PHONE_NUMBER',
  'POSTAL_CODE',
  'STREET_ADDRESS',
  'CITY',
  'REGION',
  'COUNTRY',
  'WORK_EMAIL',
  'COMPANY_NAME',
  'WORK_PHONE',
  'JOB_TITLE',
  'FIRST_NAME',
  'LAST_NAME',
] as const

/** Questions that qualify a lead; the platform takes at most five of them in one form. */
export const qualifyingFields = [
  'COMPANY_SIZE',
  'ANNUAL_SALES',
  'YEARS_IN_BUSINESS',
  'JOB_DEPARTMENT',
  'JOB_ROLE',
  'CATEGORY',
  'PREFERRED_CONTACT_METHOD',
  'PREFERRED_LOCATION',
  'PREFERRED_CONTACT_TIME',
  'PURCHASE_TIMELINE',
  'YEARS_OF_EXPERIENCE',
  'JOB_INDUSTRY',
  'LEVEL_OF_EDUCATION',
  'PROPERTY_TYPE',
  'REALTOR_HELP_GOAL',
  'PROPERTY_COMMUNITY',
  'PRICE_RANGE',
  'NUMBER_OF_BEDROOMS',
  'FURNISHED_PROPERTY',
  'PETS_ALLOWED_PROPERTY',
  'NEXT_PLANNED_PURCHASE',
  'EVENT_SIGNUP_INTEREST',
  'PREFERRED_SHOPPING_PLACES',
  'FAVORITE_BRAND',
  'TRANSPORTATION_COMMERCIAL_LICENSE_TYPE',
  'EVENT_BOOKING_INTEREST',
  'DESTINATION_COUNTRY',
  'DESTINATION_CITY',
  'DEPARTURE_COUNTRY',
  'DEPARTURE_CITY',
  'DEPARTURE_DATE',
  'RETURN_DATE',
  'NUMBER_OF_TRAVELERS',
  'TRAVEL_BUDGET',
  'TRAVEL_ACCOMMODATION',
] as const

export const leadFormFields = [...contactFields, ...qualifyingFields] as const

export const conversionCategories = [
  'DEFAULT',
  'PAGE_VIEW',
  'PURCHASE',
  'SIGNUP',
  'DOWNLOAD',
  'ADD_TO_CART',
  'BEGIN_CHECKOUT',
  'SUBSCRIBE_PAID',
  'PHONE_CALL_LEAD',
  'IMPORTED_LEAD',
  'SUBMIT_LEAD_FORM',
  'BOOK_APPOINTMENT',
  'REQUEST_QUOTE',
  'GET_DIRECTIONS',
  'OUTBOUND_CLICK',
  'CONTACT',
  'ENGAGEMENT',
  'STORE_VISIT',
  'STORE_SALE',
  'QUALIFIED_LEAD',
  'CONVERTED_LEAD',
  'YOUTUBE_FOLLOW_ON_VIEWS',
] as const

function invalid(
  context: z.core.$RefinementCtx,
  fault: FaultCode,
  message: string,
  path: PropertyKey[] = [],
): void {
  context.addIssue({ code: 'custom', params: { fault }, message, path })
}

/** A category by its name; two names that people expect get a hint. */
export const conversionCategory = z
  .string()
  .superRefine((value, context) => {
    if ((conversionCategories as readonly string[]).includes(value)) return
    const hint = { LEAD: 'SUBMIT_LEAD_FORM', SIGN_UP: 'SIGNUP' }[value]
    invalid(
      context,
      'NOT_ALLOWED',
      hint
        ? `must be a conversion category; did you mean ${hint}?`
        : 'must be a conversion category, such as PURCHASE or SUBMIT_LEAD_FORM.',
    )
  })
  .meta({ enum: [...conversionCategories] })

/** A location by its id, alone or as a resource name. */
export const geoTarget = z
  .string()
  .superRefine((value, context) => {
    if (!/^(geoTargetConstants\/)?[0-9]{1,20}$/.test(value))
      invalid(
        context,
        'MALFORMED',
        'must be a location id, such as "2840"; search/search_locations finds them.',
      )
  })
  .meta({ pattern: '^(geoTargetConstants/)?[0-9]{1,20}$' })

/** The id of a location, whichever way it was written. */
export function geoTargetId(value: string): string {
  return value.replace('geoTargetConstants/', '')
}

export const languageCode = z
  .string()
  .superRefine((value, context) => {
    if (!/^[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?$/.test(value))
      invalid(context, 'MALFORMED', 'must be a language code, such as "en" or "zh_CN".')
  })
  .meta({ pattern: '^[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?$' })

/** Characters that the platform refuses in keywords. */
const refusedInKeywords = /[!@%^*(){}~`=;<>?\\|,\u2015]/

/** A phrase as people search for it: at most 80 characters and ten words. */
export const searchPhrase = line(80).superRefine((value, context) => {
  if (value.trim().split(/\s+/).length > 10) invalid(context, 'TOO_LONG', 'may have at most 10 words.')
})

/** The match type may also be written in the text, as `[exact]` or `"phrase"`, when it says the same as `match_type`. */
export const keyword = z
  .object({ text: searchPhrase, match_type: anyCase(['EXACT', 'PHRASE', 'BROAD']) })
  .superRefine(({ text, match_type }, context) => {
    const written = /^\[.*\]$/s.test(text) ? 'EXACT' : /^".*"$/s.test(text) ? 'PHRASE' : undefined
    const bare = written ? text.slice(1, -1) : text
    if (written && written !== match_type)
      invalid(context, 'CONFLICT', `is written as ${written} but match_type is ${match_type}.`, ['text'])
    else if (bare.trim() === '') invalid(context, 'TOO_SHORT', 'must not be empty.', ['text'])
    else if (/(^|\s)\+/.test(bare))
      invalid(context, 'MALFORMED', 'must not mark words with "+"; use match_type PHRASE instead.', ['text'])
    else if (refusedInKeywords.test(bare) || /[[\]"]/.test(bare))
      invalid(context, 'MALFORMED', 'has a character that is not allowed in keywords.', ['text'])
  })

/** Coordinates are whole millionths of a degree; the radius is bounded by the platform. */
export const proximity = z
  .object({
    radius_units: anyCase(['MILES', 'KILOMETERS']),
    radius: z.number().positive(),
    longitude_in_micro_degrees: z.int().min(-180_000_000).max(180_000_000),
    latitude_in_micro_degrees: z.int().min(-90_000_000).max(90_000_000),
  })
  .superRefine(({ radius, radius_units }, context) => {
    const most = radius_units === 'MILES' ? 500 : 800
    if (radius > most)
      invalid(context, 'OUT_OF_RANGE', `must be at most ${most} ${radius_units.toLowerCase()}.`, ['radius'])
  })

const pin = z.int().min(0).optional().describe('Counted from 0.')

/** A responsive search ad. */
export const searchAd = z
  .object({
    url: webUrl(2084),
    headlines: z.array(adText(30)).min(3).max(15),
    descriptions: z.array(adText(90)).min(2).max(4),
    headlineIndexToPinFirstSlot: pin,
    descriptionIndexToPinFirstSlot: pin,
  })
  .superRefine((ad, context) => {
    for (const list of ['headlines', 'descriptions'] as const)
      for (const index of repeats(ad[list]))
        invalid(context, 'DUPLICATE', 'repeats an earlier one; texts of an ad must differ.', [list, index])
    if ((ad.headlineIndexToPinFirstSlot ?? 0) >= ad.headlines.length)
      invalid(context, 'OUT_OF_RANGE', `must be below ${ad.headlines.length}, the number of headlines.`, [
        'headlineIndexToPinFirstSlot',
      ])
    if ((ad.descriptionIndexToPinFirstSlot ?? 0) >= ad.descriptions.length)
      invalid(
        context,
        'OUT_OF_RANGE',
        `must be below ${ad.descriptions.length}, the number of descriptions.`,
        ['descriptionIndexToPinFirstSlot'],
      )
  })

/** Where a list says again what it said before. */
export function repeats(list: readonly string[]): number[] {
  const seen = new Set<string>()
  const repeated: number[] = []
  for (const [index, value] of list.entries()) {
    if (seen.has(value)) repeated.push(index)
    seen.add(value)
  }
  return repeated
}

/** Parameters for the end of every ad's URL: `k=v`, joined by `&`; a leading `?` or `&` is dropped. */
export const urlSuffix = line(2048).superRefine((value, context) => {
  if (!/^[?&]?[^\s=&#?]+=[^\s&#]*(&[^\s=&#]+=[^\s&#]*)*$/.test(value))
    invalid(context, 'MALFORMED', 'must look like "utm_source=a&utm_medium=b", without blanks or "#".')
})

export function isPhoneNumberOf(country: string, number: string): boolean {
  // The country list of the library is narrower than ISO's; a country it does not know has no valid numbers.
  return (
    parsePhoneNumberFromString(
      number,
      country as Parameters<typeof parsePhoneNumberFromString>[1],
    )?.isValid() ?? false
  )
}
