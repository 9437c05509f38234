// What the law of the targeted places asks for.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign (dsa_beneficiary, regional_regulated_categories)

import type { Body, Violation } from '@adrail/contract'
import { invalidBodyError, ServiceError } from '../../../base/errors.ts'
import type { CampaignReferences } from '../../../platforms/social/campaignReferences.ts'
import { toLocationKey } from './audience.ts'

type CampaignBody = Body<'social/create_campaign'>

/** The EU with its territories that have codes of their own, and the countries that follow its law here. */
const dsaCountries = new Set(
  `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK
  AX GF GP MF MQ RE YT`.split(/\s+/),
)
/** Where every ad needs a verified advertiser. */
const verifiedCountries = new Set(['BR', 'MY', 'SG', 'TH', 'TW'])
/** Where ads for financial products do. */
const verifiedFinanceCountries = new Set(['AU', 'IN'])

/** Every country that places lie in; those of a group whose members are not told are not known. */
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
            problem: `ads in ${country} need a verified advertiser, which can only be named on the platform itself. Leave the place out.`,
          },
        })
  const { default_dsa_beneficiary: beneficiary, default_dsa_payor: payer } = references.account
  if (body.advertiser !== undefined || (beneficiary && payer) || !targetsDsaCountry(body, references)) return
  const message =
    'advertiser is required: ads that are shown in the EU or its territories say who benefits from them and who pays for them, and the ad account has no default.'
  throw invalidBodyError([{ field: 'advertiser', code: 'REQUIRED', message }])
}

/** A place inside a country that is targeted as a whole: the platform refuses both together. */
function requireNoCountryOverlap(body: CampaignBody, references: CampaignReferences): void {
  const targetedCountries = new Set(
    body.locations.filter(({ type }) => type === 'country').map(({ key }) => key),
  )
  const violations = body.locations.flatMap((location, index): Violation[] => {
    if (location.type === 'country' || location.type === 'country_group') return []
    const field = `locations[${index}]`
    const [country = ''] = findCountries([location], references)
    if (!targetedCountries.has(country)) return []
    const message = `${field} lies in ${country}, which is targeted as a whole. Name one of the two.`
    return [{ field, code: 'CONFLICT', message }]
  })
  if (violations.length > 0) throw invalidBodyError(violations)
}
