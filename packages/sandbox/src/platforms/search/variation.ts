// The parts of Google Ads's responses that may vary.

import type { Exchange } from '../../core/exchange.ts'
import {
  createEndToken,
  type JsonObject,
  type VariationChoices,
  type VariationRules,
} from '../../variation/rules.ts'

// Tokens are opaque, and no limit of their length is published: https://google.aip.dev/158#opacity
const cursorLength = 600

// Fields without content are always omitted, and 64-bit numbers are always text. The JSON mapping of
// protocol buffers fixes both (https://protobuf.dev/programming-guides/json/), so neither varies.
export const searchVariation: VariationRules = {
  rowLists: ['results'],
  numberOrText: [],
  omittedWhenEmpty: [],
  nullable: [],
  unorderedFields: ['primaryStatusReasons', 'resourceNames'],
  // Rows without ORDER BY: https://developers.google.com/google-ads/api/docs/query/structure#order-by
  unorderedCalls: ['googleAds:search', 'googleAds:searchStream'],
  cursorLength,
  errorTextPaths: ['error.message', 'error.details[].errors[].message', 'error_description'],
  verbatimFields: ['urlCustomParameters', 'responsiveSearchAd'],
  mapCalls: [],
  unknownFields: { queryResourceConsumption: '412', adStrengthHint: { level: 'GOOD' } },
  listBodies: 'responses',
  // Google Ads omits empty lists.
  pagePastEnd: 'no list',
  addEmptyLastPage,
  errorTexts: {
    replacements: ['Not accepted.', 'See the reference of this service for what went wrong.'],
    required: [],
  },
}

/**
 * Only a page without a token is the last one, and it may be empty.
 * https://google.aip.dev/158#response-messages
 */
function addEmptyLastPage(body: JsonObject, exchange: Exchange, { isVaried }: VariationChoices): void {
  const { results } = body
  if (exchange.isPastEnd === true) {
    delete body['nextPageToken']
    return
  }
  if (!Array.isArray(results) || results.length === 0) return
  if (body['nextPageToken'] !== undefined || !('fieldMask' in body)) return
  const token = /"pageToken"\s*:\s*"([^"]*)"/.exec(exchange.body.toString('utf8'))?.[1] ?? ''
  if (token === '' && results.length !== exchange.state.search.pageRows) return
  if (!isVaried('emptyLastPage', '')) return
  body['nextPageToken'] = createEndToken(token, cursorLength, isVaried)
}
