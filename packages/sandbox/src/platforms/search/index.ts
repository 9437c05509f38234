// The search platform: the Google Ads API over REST.
// https://developers.google.com/google-ads/api/rest/overview

import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import { definePlatform } from '../platformDefinition.ts'
import { listDirectAccess } from './access.ts'
import { type ApiCall, createResponseMeta, toCall } from './apiCall.ts'
import { searchCurlExamples } from './curlExamples.ts'
import { searchDemoAccess } from './demo.ts'
import { SearchApiError, searchErrorResponse, searchInjectedFailure } from './errors.ts'
import { mutateCall, singleMutateCalls } from './mutate.ts'
import { searchOauthCalls } from './oauth.ts'
import { searchOAuth } from './oauthProfile.ts'
import { keywordIdeasCall } from './planning.ts'
import { searchCall, searchStreamCall } from './search.ts'
import { seedSearch } from './seed.ts'
import { searchSimulations } from './simulations.ts'
import { emptySearchState } from './state.ts'
import { suggestCall } from './suggest.ts'
import { defaultSearchSwitches } from './switches.ts'
import { searchVariation } from './variation.ts'
import { searchVersionError } from './versions.ts'
import { asString } from './wire.ts'

const listCustomersCall: ApiCall = {
  name: 'customers:listAccessibleCustomers',
  method: 'GET',
  path: 'customers:listAccessibleCustomers',
  docsUrl: 'https://developers.google.com/google-ads/api/docs/account-management/listing-accounts',
  respond: ({ exchange, person }) => ({
    resourceNames: listDirectAccess(exchange.state.search, person).map(
      ({ customer }) => `customers/${customer}`,
    ),
  }),
}

export const searchPlatform = definePlatform({
  name: 'search',
  api: 'Google Ads API, REST',
  oauth: searchOAuth,
  variation: searchVariation,
  rateLimit: { status: 429, code: 'QUOTA_ERROR.RESOURCE_EXHAUSTED' },
  emptyState: emptySearchState,
  defaultSwitches: defaultSearchSwitches,
  seed: seedSearch,
  curlExamples: searchCurlExamples,
  demoAccess: searchDemoAccess,
  calls: [
    ...[
      listCustomersCall,
      searchCall,
      searchStreamCall,
      mutateCall,
      keywordIdeasCall,
      suggestCall,
      ...singleMutateCalls,
    ].map(toCall),
    ...searchOauthCalls,
  ],
  ownsPath: (path) => /^\/v\d{1,2}\/(customers|geoTargetConstants|googleAdsFields)\b/.test(path),
  respondNotFound,
  respondFailure: (exchange, spec) => {
    const response = searchInjectedFailure(spec, createResponseMeta(exchange))
    return exchange.path.endsWith(':searchStream') ? { ...response, body: [response.body] } : response
  },
  listAccounts: (state, person) =>
    (state.search.access[person] ?? []).flatMap(({ customer }) => {
      const account = state.search.accounts[customer]
      if (account === undefined) return []
      const { customer: customerFields } = account
      return [
        {
          kind: customerFields['manager'] === true ? 'manager' : 'customer',
          id: customer,
          name: asString(customerFields['descriptiveName']),
          currency: asString(customerFields['currencyCode']),
        },
      ]
    }),
  simulations: searchSimulations,
})

function respondNotFound(exchange: Exchange): HttpResponse {
  const meta = createResponseMeta(exchange)
  const error = new SearchApiError('NOT_FOUND', [], {
    message: `No method of the API answers ${exchange.method} ${exchange.path}.`,
  })
  return searchVersionError(exchange, meta.requestId) ?? searchErrorResponse(error, meta)
}
