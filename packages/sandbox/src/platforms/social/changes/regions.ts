// Legal requirements of some places for ads that are shown there.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign (dsa_beneficiary,
// regional_regulated_categories)

import { invalidParameter } from '../errors.ts'
import type { Params } from '../graph/request.ts'
import type { AdAccount } from '../state.ts'
import type { TargetingPlace } from '../targeting/catalogs.ts'
import { listCountries } from '../targeting/geo.ts'

/** The EU with its territories that have their own codes, and the places that follow EU law here. */
const euCountries = `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK
  AX GF GP MF MQ RE YT`.split(/\s+/)

/** Countries that require a declaration and a verified identity for every ad. */
const declarationsByCountry: Readonly<Record<string, string>> = {
  BR: 'BRAZIL_REGULATION',
  SG: 'SINGAPORE_UNIVERSAL',
  TH: 'THAILAND_UNIVERSAL',
  TW: 'TAIWAN_UNIVERSAL',
}

export interface Advertiser {
  readonly beneficiary?: string
  readonly payor?: string
}

/**
 * Reads who benefits and who pays, from the ad set or the account's defaults. Outside the EU, the platform
 * does not save them even if they are named.
 */
export function readAdvertiser(
  params: Params,
  account: AdAccount,
  includedPlaces: readonly TargetingPlace[],
): Advertiser {
  const countries = listCountries(includedPlaces)
  const beneficiary = params.text('dsa_beneficiary') || account.advertiser
  const payor = params.text('dsa_payor') || account.advertiser
  const isInEu = euCountries.some((country) => countries.has(country))
  if (isInEu && (!beneficiary || !payor))
    throw invalidParameter('Invalid parameter', {
      subcode: 3858081,
      transient: false,
      userTitle: 'No advertiser indicated',
      userMessage:
        'Your ads are shown in the European Union: indicate the person or organisation that benefits from the ads and the one that pays for them.',
      blame: [beneficiary ? 'dsa_payor' : 'dsa_beneficiary'],
    })
  for (const [country, category] of Object.entries(declarationsByCountry))
    if (countries.has(country))
      throw invalidParameter('Invalid parameter', {
        subcode: 3858634,
        transient: false,
        userTitle: 'Advertiser verification required',
        userMessage: `Ads shown in ${country} need a verified advertiser: use the following value for regional_regulated_categories: ${category}.`,
        blame: ['regional_regulated_categories'],
      })
  if (!isInEu) return {}
  return {
    ...(beneficiary ? { beneficiary } : {}),
    ...(payor ? { payor } : {}),
  }
}
