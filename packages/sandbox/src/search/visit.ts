// One call of the API: authentication, the answer's request id, and refusals in the platform's shape.

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import { opaqueText } from '../oauth/people.ts'
import { authenticate, type ReachedAccount, reach } from './access.ts'
import { Refusal, type Reply, refusalAnswer, refusalBody } from './errors.ts'
import { countOperations } from './quota.ts'
import { spoken, versionIn, versionRefusal } from './versions.ts'
import type { Wire } from './wire.ts'

export interface Visit extends Reply {
  readonly exchange: Exchange
  /** Key of the person whose token was sent. */
  readonly person: string
  /** The account of the path. */
  account(): ReachedAccount
}

export interface ApiCall {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** What follows the version, with the account in braces. */
  readonly path: string
  readonly source: string
  /** Streams answer with a list, their refusals too. */
  readonly streams?: boolean
  answer(visit: Visit): Wire | readonly Wire[]
}

export function replyTo(exchange: Exchange): Reply {
  return { requestId: opaqueText(exchange.state, 'search.request', 22), version: versionIn(exchange.path) }
}

export function apiCall(call: ApiCall): Call {
  const path = call.path.replace('{customer}', '(?<customer>[^/:]+)')
  return {
    name: call.name,
    methods: [call.method],
    path: new RegExp(`^/v(?<version>${spoken.join('|')})/${path}$`),
    source: call.source,
    answer: (exchange, params) => answerCall(call, exchange, params),
  }
}

function answerCall(call: ApiCall, exchange: Exchange, params: Readonly<Record<string, string>>): Answer {
  const reply = replyTo(exchange)
  const ended = versionRefusal(exchange, reply.requestId)
  if (ended !== undefined) return ended
  try {
    const person = authenticate(exchange)
    countOperations(exchange)
    const body = call.answer({
      ...reply,
      exchange,
      person,
      account: () => reach(exchange, person, params['customer'] ?? ''),
    })
    return { status: 200, headers: { 'request-id': reply.requestId }, body }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const answer = refusalAnswer(error, reply)
    return call.streams === true ? { ...answer, body: [refusalBody(error, reply)] } : answer
  }
}
