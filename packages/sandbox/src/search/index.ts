// The search platform: the Google Ads API over REST, version 25.
// https://developers.google.com/google-ads/api/rest/overview

import type { Answer, Exchange, Platform } from '../core/exchange.ts'
import { directAccess } from './access.ts'
import { orderedFailure, Refusal, refusalAnswer } from './errors.ts'
import { mutateCall, singleMutateCalls } from './mutate.ts'
import { searchOauthCalls } from './oauth.ts'
import { keywordIdeasCall } from './planning.ts'
import { searchCall, searchStreamCall } from './search.ts'
import { searchSimulations } from './simulations.ts'
import { suggestCall } from './suggest.ts'
import { type ApiCall, apiCall, newRequestId } from './visit.ts'
import { text } from './wire.ts'

const listCall: ApiCall = {
  name: 'customers:listAccessibleCustomers',
  method: 'GET',
  path: /^\/v25\/customers:listAccessibleCustomers$/,
  source: 'https://developers.google.com/google-ads/api/docs/account-management/listing-accounts',
  answer: ({ exchange, person }) => ({
    resourceNames: directAccess(exchange.state.search, person).map(({ customer }) => `customers/${customer}`),
  }),
}

export const searchPlatform: Platform = {
  name: 'search',
  calls: [
    ...[
      listCall,
      searchCall,
      searchStreamCall,
      mutateCall,
      keywordIdeasCall,
      suggestCall,
      ...singleMutateCalls,
    ].map(apiCall),
    ...searchOauthCalls,
  ],
  owns: (path) => /^\/v\d{1,2}\/(customers|geoTargetConstants|googleAdsFields)\b/.test(path),
  unknown,
  failure: (exchange, order) => {
    const answer = orderedFailure(order, newRequestId(exchange))
    return exchange.path.endsWith(':searchStream') ? { ...answer, body: [answer.body] } : answer
  },
  accountsOf: (state, person) =>
    (state.search.access[person] ?? []).flatMap(({ customer }) => {
      const account = state.search.accounts[customer]
      if (account === undefined) return []
      const { customer: facts } = account
      return [
        {
          kind: facts['manager'] === true ? 'manager' : 'customer',
          id: customer,
          name: text(facts['descriptiveName']),
          currency: text(facts['currencyCode']),
        },
      ]
    }),
  simulations: searchSimulations,
}

function unknown(exchange: Exchange): Answer {
  const version = /^\/v(\d+)\//.exec(exchange.path)?.[1]
  if (version !== '25')
    return { status: 404, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: gone }
  const refusal = new Refusal('NOT_FOUND', [], {
    message: `No method of the API answers ${exchange.method} ${exchange.path}.`,
  })
  return refusalAnswer(refusal, newRequestId(exchange))
}

/** A version that was switched off is no longer the API's to answer, but the web server's. */
const gone = `<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Error 404 (Not Found)!!1</title>
<p><b>404.</b> <ins>That’s an error.</ins><p>The requested URL was not found on this server. <ins>That’s all we know.</ins></html>
`
