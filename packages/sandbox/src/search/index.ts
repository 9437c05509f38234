// The search platform: the Google Ads API over REST.
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
import { versionRefusal } from './versions.ts'
import { type ApiCall, apiCall, replyTo } from './visit.ts'
import { text } from './wire.ts'

const listCall: ApiCall = {
  name: 'customers:listAccessibleCustomers',
  method: 'GET',
  path: 'customers:listAccessibleCustomers',
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
    const answer = orderedFailure(order, replyTo(exchange))
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
  const reply = replyTo(exchange)
  const refusal = new Refusal('NOT_FOUND', [], {
    message: `No method of the API answers ${exchange.method} ${exchange.path}.`,
  })
  return versionRefusal(exchange, reply.requestId) ?? refusalAnswer(refusal, reply)
}
