// Values that only search operations use, with the limits of Google Ads.

import { createRequire } from 'node:module'
import type * as PhoneNumbers from 'libphonenumber-js'
import { z } from 'zod'
import { withAliases } from '../../aliases.ts'
import {
  addViolation,
  adTextWithKeyword,
  caseInsensitiveEnum,
  findDuplicates,
  line,
  type TextRule,
  textMatching,
  upstreamIdPattern,
  webUrl,
} from '../../values.ts'

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

/** Questions that qualify a lead. Google Ads accepts at most five of them in one form. */
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

/** A conversion category by name. Two names that callers may expect get a hint. */
export const conversionCategory = z
  .string()
  .superRefine((value, context) => {
    if ((conversionCategories as readonly string[]).includes(value)) return
    const hint = { LEAD: 'SUBMIT_LEAD_FORM', SIGN_UP: 'SIGNUP' }[value]
    addViolation(
      context,
      'NOT_ALLOWED',
      hint
        ? `must be a conversion category. Did you mean ${hint}?`
        : 'must be a conversion category, such as PURCHASE or SUBMIT_LEAD_FORM.',
    )
  })
  .meta({ enum: [...conversionCategories] })

/** A location by its id, alone or as a resource name. */
export const geoTarget = textMatching(
  `^(geoTargetConstants/)?${upstreamIdPattern}$`,
  'must be a location id, such as "2840". search/search_locations finds locations.',
)

/** Returns the id of a location in either notation. */
export function geoTargetId(value: string): string {
  return value.replace('geoTargetConstants/', '')
}

const languageCodePattern = '[A-Za-z]{2,3}([-_][A-Za-z]{2,4})?'

export const languageCode = textMatching(
  `^${languageCodePattern}$`,
  'must be a language code, such as "en" or "zh_CN".',
)

/** A language by its code, by its id, or as a resource name. */
export const languageReference = textMatching(
  `^((languageConstants/)?${upstreamIdPattern}|${languageCodePattern})$`,
  'must be a language id, such as "1000", or a language code, such as "en".',
)

/** Characters that Google Ads rejects in keywords, and characters that only mark a match type. */
const forbiddenInKeywords = /[!@%^*(){}~`=;<>?\\|,\u2015[\]"]/

const wordCountRule: TextRule = {
  code: 'TOO_LONG',
  description: 'may have at most 10 words.',
  // Eleven words and the blanks between them take 21 characters.
  isSatisfied: (text) => text.length < 21 || text.trim().split(/\s+/).length <= 10,
}

/** A search phrase of at most 80 characters and ten words. */
export const searchPhrase = line(80, wordCountRule)

/** Parses the match type in the notation of a keyword, `[exact]` or `"phrase"`. */
function parseMatchType(text: string): 'EXACT' | 'PHRASE' | undefined {
  if (text.length < 2) return undefined
  if (text.startsWith('[') && text.endsWith(']')) return 'EXACT'
  return text.startsWith('"') && text.endsWith('"') ? 'PHRASE' : undefined
}

const keywordText = searchPhrase.check((payload) => {
  const { value } = payload
  const unquoted = parseMatchType(value) ? value.slice(1, -1) : value
  // The rule for blank text has already reported text that is entirely blank.
  if (unquoted.trim() === '' && value.trim() !== '') addViolation(payload, 'TOO_SHORT', 'must not be empty.')
  else if (unquoted.includes('+') && /(^|\s)\+/.test(unquoted))
    addViolation(payload, 'MALFORMED', 'must not mark words with "+". Use match_type PHRASE instead.')
  else if (forbiddenInKeywords.test(unquoted))
    addViolation(payload, 'MALFORMED', 'has a character that is not allowed in keywords.')
})

/** The text may also mark the match type, if the mark equals `match_type`. */
export const keyword = z
  .object({ text: keywordText, match_type: caseInsensitiveEnum(['EXACT', 'PHRASE', 'BROAD']) })
  .check((payload) => {
    const { text, match_type } = payload.value
    const markedMatchType = parseMatchType(text)
    if (markedMatchType && markedMatchType !== match_type)
      addViolation(payload, 'CONFLICT', `is written as ${markedMatchType} but match_type is ${match_type}.`, [
        'text',
      ])
  })

const radiusFields = z.object({
  radius_units: withAliases(caseInsensitiveEnum(['MILES', 'KILOMETERS']), 'radius_units', 'radius_unit'),
  radius: z.number().positive(),
})

/** Coordinates are whole millionths of a degree. Google Ads bounds the radius. */
export const proximity = z
  .object({
    ...radiusFields.shape,
    longitude_in_micro_degrees: z.int().min(-180_000_000).max(180_000_000),
    latitude_in_micro_degrees: z.int().min(-90_000_000).max(90_000_000),
  })
  .superRefine(({ radius, radius_units }, context) => {
    const maxRadius = radius_units === 'MILES' ? 500 : 800
    if (radius > maxRadius)
      addViolation(context, 'OUT_OF_RANGE', `must be at most ${maxRadius} ${radius_units.toLowerCase()}.`, [
        'radius',
      ])
  }, whenFieldsValid(radiusFields))

/**
 * Runs a rule over some fields even when other fields are invalid, so that one response lists all violations.
 */
function whenFieldsValid(fields: z.ZodObject): { when: (payload: z.core.ParsePayload) => boolean } {
  return { when: ({ value, issues }) => issues.length === 0 || fields.safeParse(value).success }
}

const uniqueTexts = (max: number) =>
  z.array(adTextWithKeyword(max)).check((payload) => {
    for (const index of findDuplicates(payload.value))
      addViolation(payload, 'DUPLICATE', 'repeats an earlier one. Texts of an ad must differ.', [index])
  })

const pin = z.int().min(0).optional().describe('Index in the list, starting at 0.')

/** A responsive search ad. */
export const searchAd = z
  .object({
    url: webUrl(2084),
    headlines: uniqueTexts(30).min(3).max(15),
    descriptions: uniqueTexts(90).min(2).max(4),
    headlineIndexToPinFirstSlot: pin,
    descriptionIndexToPinFirstSlot: pin,
  })
  .superRefine(
    checkPin('headlines', 'headlineIndexToPinFirstSlot'),
    whenFieldsValid(z.object({ headlines: z.array(z.unknown()), headlineIndexToPinFirstSlot: pin })),
  )
  .superRefine(
    checkPin('descriptions', 'descriptionIndexToPinFirstSlot'),
    whenFieldsValid(z.object({ descriptions: z.array(z.unknown()), descriptionIndexToPinFirstSlot: pin })),
  )

function checkPin<List extends string, Pin extends string>(listField: List, pinField: Pin) {
  return (
    ad: Readonly<Record<List, readonly string[]>> & Readonly<Partial<Record<Pin, number | undefined>>>,
    context: z.core.$RefinementCtx,
  ) => {
    const index = ad[pinField]
    if (index !== undefined && index >= ad[listField].length)
      addViolation(
        context,
        'OUT_OF_RANGE',
        `must be below ${ad[listField].length}, the number of ${listField}.`,
        [pinField],
      )
  }
}

const requireModule = createRequire(import.meta.url)

export function isPhoneNumberIn(country: string, number: string): boolean {
  // Lazy-loaded, because the library takes 10 MiB. The row "RSS idle without sandbox" of
  // `bench/cases/startUp.ts` leaves no room for it.
  const { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString }: typeof PhoneNumbers =
    requireModule('libphonenumber-js')
  // The library supports fewer countries than ISO 3166-1. An unsupported country has no valid numbers.
  if (!isSupportedCountry(country) || !/^[+0-9 ()./-]+$/.test(number)) return false
  const parsed = parsePhoneNumberFromString(number, { defaultCountry: country, extract: false })
  // Countries can share a calling code, and their numbers then overlap. Compare the code, not the country.
  return parsed?.isValid() === true && parsed.countryCallingCode === getCountryCallingCode(country)
}
