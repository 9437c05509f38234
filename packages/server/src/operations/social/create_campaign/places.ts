// What the law of the targeted places asks for.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign (dsa_beneficiary, regional_regulated_categories)

import type { Body, Violation } from '@adrail/contract'
import { invalidBody, ServiceError } from '../../../base/errors.ts'
import type { References } from '../../../platforms/social/campaignReferences.ts'
import { nameOfPlace } from './audience.ts'

type Request = Body<'social/create_campaign'>

/** The EU with its territories that have codes of their own, and the countries that follow its law here. */
const union = new Set(
  `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK
  AX GF GP MF MQ RE YT`.split(/\s+/),
)
/** Where every ad needs a verified advertiser. */
const verified = new Set(['BR', 'MY', 'SG', 'TH', 'TW'])
/** Where ads for financial products do. */
const verifiedFinance = new Set(['AU', 'IN'])

/** Every country that places lie in; those of a group whose members are not told are not known. */
export function countriesOf(places: Request['locations'], facts: References): string[] {
  return places.flatMap((place) => {
    const { country_code, country_codes = [] } = facts.places.get(nameOfPlace(place)) ?? {}
    if (place.type === 'country') return [place.key]
    return country_code === undefined ? [...country_codes] : [country_code]
  })
}

function isInUnion(body: Request, facts: References): boolean {
  return countriesOf(body.locations, facts).some((country) => union.has(country))
}

export function requireAllowedPlaces(body: Request, facts: References): void {
  requireNoOverlap(body, facts)
  const isFinance = body.specialAdCategories.includes('FINANCIAL_PRODUCTS_SERVICES')
  for (const [index, place] of body.locations.entries())
    for (const country of countriesOf([place], facts))
      if (verified.has(country) || (isFinance && verifiedFinance.has(country)))
        throw new ServiceError('PLATFORM_REJECTED', {
          field: `locations[${index}]`,
          values: {
            platform: 'social',
            problem: `ads in ${country} need a verified advertiser, which can only be named on the platform itself. Leave the place out.`,
          },
        })
  const { default_dsa_beneficiary: beneficiary, default_dsa_payor: payer } = facts.account
  if (body.advertiser !== undefined || (beneficiary && payer) || !isInUnion(body, facts)) return
  const message =
    'advertiser is required: ads that are shown in the EU or its territories say who benefits from them and who pays for them, and the ad account has no default.'
  throw invalidBody([{ field: 'advertiser', code: 'REQUIRED', message }])
}

/** A place inside a country that is targeted as a whole: the platform refuses both together. */
function requireNoOverlap(body: Request, facts: References): void {
  const countries = new Set(body.locations.filter(({ type }) => type === 'country').map(({ key }) => key))
  const flaws = body.locations.flatMap((place, index): Violation[] => {
    if (place.type === 'country' || place.type === 'country_group') return []
    const field = `locations[${index}]`
    const [country = ''] = countriesOf([place], facts)
    if (!countries.has(country)) return []
    const message = `${field} lies in ${country}, which is targeted as a whole. Name one of the two.`
    return [{ field, code: 'CONFLICT', message }]
  })
  if (flaws.length > 0) throw invalidBody(flaws)
}
