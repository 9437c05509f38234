// Legal requirements of the targeted locations.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign (dsa_beneficiary, regional_regulated_categories)

import type { Body, Violation } from '@adrail/contract'
import type { CampaignReferences } from '../../../platforms/social/campaignReferences.ts'
import { invalidBodyError, ServiceError } from '../../../runtime/errors.ts'
import { toLocationKey } from './audience.ts'

type CampaignBody = Body<'social/create_campaign'>

/** The EU, its territories with separate country codes, and the countries that apply the same law (DSA). */
const dsaCountries = new Set(
  `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK
  AX GF GP MF MQ RE YT`.split(/\s+/),
)
/** Countries in which every ad needs a verified advertiser. */
const verifiedCountries = new Set(['BR', 'MY', 'SG', 'TH', 'TW'])
/** Countries in which ads for financial products need a verified advertiser. */
const verifiedFinanceCountries = new Set(['AU', 'IN'])

/**
 * Lists the countries that contain the locations. Omits the countries of a group that the platform does not
 * list.
 */
export function findCountries(
  locations: CampaignBody['locations'],
  references: CampaignReferences,
): string[] {
  return locations.flatMap((location) => {
    const { country_code, country_codes = [] } = references.places.get(toLocationKey(location)) ?? {}
    if (location.type === 'country') return [location.key]
    return country_code === undefined ? [...country_codes] : [country_code]
  })
}

function targetsDsaCountry(body: CampaignBody, references: CampaignReferences): boolean {
  return findCountries(body.locations, references).some((country) => dsaCountries.has(country))
}

export function requireAllowedLocations(body: CampaignBody, references: CampaignReferences): void {
  requireNoCountryOverlap(body, references)
  const isFinance = body.specialAdCategories.includes('FINANCIAL_PRODUCTS_SERVICES')
  for (const [index, location] of body.locations.entries())
    for (const country of findCountries([location], references))
      if (verifiedCountries.has(country) || (isFinance && verifiedFinanceCountries.has(country)))
        throw new ServiceError('PLATFORM_REJECTED', {
          field: `locations[${index}]`,
          values: {
            platform: 'social',
            problem: `ads in ${country} need a verified advertiser, which only Meta's own pages support. Remove the place.`,
          },
        })
  const { default_dsa_beneficiary: beneficiary, default_dsa_payor: payer } = references.account
  if (body.advertiser !== undefined || (beneficiary && payer) || !targetsDsaCountry(body, references)) return
  const message =
    'advertiser is required: EU ads name their beneficiary and payer, and the ad account has no default.'
  throw invalidBodyError([{ field: 'advertiser', code: 'REQUIRED', message }])
}

/** The platform rejects a location together with the country that contains it. */
function requireNoCountryOverlap(body: CampaignBody, references: CampaignReferences): void {
  const targetedCountries = new Set(
    body.locations.filter(({ type }) => type === 'country').map(({ key }) => key),
  )
  const violations = body.locations.flatMap((location, index): Violation[] => {
    if (location.type === 'country' || location.type === 'country_group') return []
    const field = `locations[${index}]`
    const [country = ''] = findCountries([location], references)
    if (!targetedCountries.has(country)) return []
    const message = `${field} is in ${country}, which is targeted as a whole. Name one of the two.`
    return [{ field, code: 'CONFLICT', message }]
  })
  if (violations.length > 0) throw invalidBodyError(violations)
}
