// Finding places by name, or by id. https://developers.google.com/google-ads/api/docs/targeting/location-targeting

import { type GeoSuggestion, isCountry, placeById, suggestPlaces } from './catalogue/geoTargets.ts'
import { decodeBody } from './decode.ts'
import { refuse } from './errors.ts'
import { lastPart } from './resources.ts'
import type { ApiCall } from './visit.ts'
import { list, text, type Wire, wire } from './wire.ts'

const mostNames = 25
const longestName = 200

export const suggestCall: ApiCall = {
  name: 'geoTargetConstants:suggest',
  method: 'POST',
  path: 'geoTargetConstants:suggest',
  source: 'https://developers.google.com/google-ads/api/reference/rpc/v25/GeoTargetConstantService',
  answer(visit) {
    const request = decodeBody('SuggestGeoTargetConstantsRequest', visit)
    const names = list(wire(request['locationNames'])['names']).map(text)
    const targets = list(wire(request['geoTargets'])['geoTargetConstants']).map(text)
    const country = text(request['countryCode'])
    const locale = request['locale'] === undefined ? 'en' : text(request['locale'])
    if (names.length === 0 && targets.length === 0) {
      throw refuse({ code: 'geoTargetConstantSuggestionError.REQUEST_PARAMETERS_UNSET' })
    }
    if (country !== '' && !isCountry(country)) {
      throw refuse({
        code: 'geoTargetConstantSuggestionError.INVALID_COUNTRY_CODE',
        path: ['country_code'],
        trigger: country,
      })
    }
    if (names.length > mostNames) {
      throw refuse({
        code: 'geoTargetConstantSuggestionError.LOCATION_NAME_LIMIT',
        path: ['location_names', 'names'],
      })
    }
    const tooLong = names.findIndex((name) => [...name].length > longestName)
    if (tooLong >= 0) {
      throw refuse({
        code: 'geoTargetConstantSuggestionError.LOCATION_NAME_SIZE_LIMIT',
        path: ['location_names', { field: 'names', index: tooLong }],
      })
    }
    const suggestions = [
      ...names.flatMap((name) => suggestPlaces(name, country).map((found) => worded(found, locale, name))),
      ...targets.flatMap((name) => {
        const found = placeById(lastPart(name))
        return found === undefined ? [] : [worded(found, locale)]
      }),
    ]
    return suggestions.length === 0 ? {} : { geoTargetConstantSuggestions: suggestions }
  },
}

function worded({ target, parents, reach }: GeoSuggestion, locale: string, searchTerm?: string): Wire {
  return {
    locale,
    reach: String(reach),
    ...(searchTerm === undefined ? {} : { searchTerm }),
    geoTargetConstant: target,
    ...(parents.length > 0 ? { geoTargetConstantParents: [...parents] } : {}),
  }
}
