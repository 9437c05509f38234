// One call of the API: authentication, the answer's request id, and refusals in the platform's shape.

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import { opaqueText } from '../oauth/people.ts'
import { authenticate, type ReachedAccount, reach } from './access.ts'
import { Refusal, refusalAnswer, refusalBody } from './errors.ts'
import type { Wire } from './wire.ts'

export interface Visit {
  readonly exchange: Exchange
  readonly requestId: string
  /** Key of the person whose token was sent. */
  readonly person: string
  /** The account of the path. */
  account(): ReachedAccount
}

export interface ApiCall {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: RegExp
  readonly source: string
  /** Streams answer with a list, their refusals too. */
  readonly streams?: boolean
  answer(visit: Visit): Wire | readonly Wire[]
}

export function newRequestId(exchange: Exchange): string {
  return opaqueText(exchange.state, 'search.request', 22)
}

export function apiCall(call: ApiCall): Call {
  return {
    name: call.name,
    methods: [call.method],
    path: call.path,
    source: call.source,
    answer: (exchange, params) => answerCall(call, exchange, params),
  }
}

function answerCall(call: ApiCall, exchange: Exchange, params: Readonly<Record<string, string>>): Answer {
  const requestId = newRequestId(exchange)
  try {
    const person = authenticate(exchange)
    const body = call.answer({
      exchange,
      requestId,
      person,
      account: () => reach(exchange, person, params['customer'] ?? ''),
    })
    return { status: 200, headers: { 'request-id': requestId }, body }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const answer = refusalAnswer(error, requestId)
    return call.streams === true ? { ...answer, body: [refusalBody(error, requestId)] } : answer
  }
}
