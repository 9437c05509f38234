// Suggests geo targets by name or id.
// https://developers.google.com/google-ads/api/docs/targeting/location-targeting

import type { ApiCall } from './apiCall.ts'
import { findPlaceById, type GeoSuggestion, isCountry, suggestPlaces } from './catalog/geoTargets.ts'
import { decodeBody } from './decode.ts'
import { searchError } from './errors.ts'
import { lastSegment } from './resources.ts'
import { asArray, asObject, asString, type WireObject } from './wire.ts'

const maxNames = 25
const maxNameLength = 200

export const suggestCall: ApiCall = {
  name: 'geoTargetConstants:suggest',
  method: 'POST',
  path: 'geoTargetConstants:suggest',
  docsUrl: 'https://developers.google.com/google-ads/api/reference/rpc/v25/GeoTargetConstantService',
  respond(context) {
    const request = decodeBody('SuggestGeoTargetConstantsRequest', context)
    const names = asArray(asObject(request['locationNames'])['names']).map(asString)
    const targets = asArray(asObject(request['geoTargets'])['geoTargetConstants']).map(asString)
    const countryCode = asString(request['countryCode'])
    const locale = request['locale'] === undefined ? 'en' : asString(request['locale'])
    if (names.length === 0 && targets.length === 0) {
      throw searchError({ code: 'geoTargetConstantSuggestionError.REQUEST_PARAMETERS_UNSET' })
    }
    if (countryCode !== '' && !isCountry(countryCode)) {
      throw searchError({
        code: 'geoTargetConstantSuggestionError.INVALID_COUNTRY_CODE',
        path: ['country_code'],
        trigger: countryCode,
      })
    }
    if (names.length > maxNames) {
      throw searchError({
        code: 'geoTargetConstantSuggestionError.LOCATION_NAME_LIMIT',
        path: ['location_names', 'names'],
      })
    }
    const longNameIndex = names.findIndex((name) => [...name].length > maxNameLength)
    if (longNameIndex >= 0) {
      throw searchError({
        code: 'geoTargetConstantSuggestionError.LOCATION_NAME_SIZE_LIMIT',
        path: ['location_names', { field: 'names', index: longNameIndex }],
      })
    }
    const suggestions = [
      ...names.flatMap((name) =>
        suggestPlaces(name, countryCode).map((suggestion) => toSuggestionResult(suggestion, locale, name)),
      ),
      ...targets.flatMap((name) => {
        const suggestion = findPlaceById(lastSegment(name))
        return suggestion === undefined ? [] : [toSuggestionResult(suggestion, locale)]
      }),
    ]
    return suggestions.length === 0 ? {} : { geoTargetConstantSuggestions: suggestions }
  },
}

function toSuggestionResult(
  { target, parents, reach }: GeoSuggestion,
  locale: string,
  searchTerm?: string,
): WireObject {
  return {
    locale,
    reach: String(reach),
    ...(searchTerm === undefined ? {} : { searchTerm }),
    geoTargetConstant: target,
    ...(parents.length > 0 ? { geoTargetConstantParents: [...parents] } : {}),
  }
}
