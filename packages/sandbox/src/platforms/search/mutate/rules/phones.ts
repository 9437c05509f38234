// Checks phone numbers of call assets, approximately as the platform does, so that each of its errors can
// occur.

import { isCountry } from '../../catalog/geoTargets.ts'

/** Countries in which the platform does not support calls. */
const unsupportedCountries: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY'])

export function phoneProblem(country: string, number: string): string | undefined {
  if (unsupportedCountries.has(country)) return 'CALL_PHONE_NUMBER_NOT_SUPPORTED_FOR_COUNTRY'
  if (!isCountry(country)) return 'CALL_INVALID_COUNTRY_CODE'
  if (/[A-Za-z]/.test(number)) return 'CALL_VANITY_PHONE_NUMBER_NOT_ALLOWED'
  if (!/^[+\d().\s/-]+$/.test(number)) return 'CALL_INVALID_PHONE_NUMBER'
  const digits = number.replaceAll(/\D/g, '')
  if (digits.length >= 3 && digits.length <= 6) return 'CALL_CARRIER_SPECIFIC_SHORT_NUMBER_NOT_ALLOWED'
  if (digits.length < 7 || digits.length > 15) return 'CALL_INVALID_PHONE_NUMBER'
  if (country !== 'US' && country !== 'CA') return undefined
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  if (national.length !== 10) return 'CALL_INVALID_DOMESTIC_PHONE_NUMBER_FORMAT'
  return national.startsWith('900') ? 'CALL_PREMIUM_RATE_NUMBER_NOT_ALLOWED' : undefined
}
