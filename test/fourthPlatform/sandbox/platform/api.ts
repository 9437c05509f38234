// The API of Town Board: JSON, bearer tokens, and lists that are paged by offset.

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { readAuthorization } from '../../core/parameters.ts'
import { nextNumber } from '../../core/state.ts'
import { lookUpToken } from '../../oauth/people.ts'
import type { TownAccount } from './state.ts'

const docsUrl = 'https://town-board.example/docs/api'

export const townError = (status: number, code: string): HttpResponse => ({ status, body: { error: code } })

/** Returns the key of the person whose token the request has, or undefined without a valid token. */
function findPerson(exchange: Exchange): string | undefined {
  const { state, now } = exchange
  const lookup = lookUpToken(state, readAuthorization(exchange, 'Bearer') ?? '', now)
  return lookup.status === 'live' && lookup.token.platform === 'town' ? lookup.token.person : undefined
}

function apiCall(
  name: string,
  method: 'GET' | 'POST',
  path: RegExp,
  respond: (exchange: Exchange, person: string, params: Readonly<Record<string, string>>) => HttpResponse,
): Call {
  return {
    name,
    methods: [method],
    path,
    docsUrl,
    respond(exchange, params) {
      const person = findPerson(exchange)
      return person === undefined ? townError(401, 'invalid_token') : respond(exchange, person, params)
    },
  }
}

/** A call about one ad account of the caller. */
function accountCall(
  name: string,
  method: 'GET' | 'POST',
  path: string,
  respond: (
    exchange: Exchange,
    account: TownAccount,
    params: Readonly<Record<string, string>>,
  ) => HttpResponse,
): Call {
  const pattern = new RegExp(`^/town/v1/accounts/(?<account>\\d+)/${path}$`)
  return apiCall(name, method, pattern, (exchange, person, params) => {
    const account = exchange.state.town.accounts[params['account'] ?? '']
    return account?.owner === person ? respond(exchange, account, params) : townError(404, 'not_found')
  })
}

function pageResponse({ query }: Exchange, rows: readonly unknown[]): HttpResponse {
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit') ?? 2)]
  return { status: 200, body: { rows: rows.slice(offset, offset + limit), total: rows.length } }
}

/** The client sends JSON objects only. */
const parseBody = ({ body }: Exchange) => JSON.parse(body.toString('utf8')) as Record<string, unknown>

export const townApiCalls: readonly Call[] = [
  apiCall('me', 'GET', /^\/town\/v1\/me$/, ({ state }, key) => {
    const person = state.people[key]
    const accounts = Object.values(state.town.accounts).filter(({ owner }) => owner === key)
    return {
      status: 200,
      body: { id: person?.ids.town, name: person?.name, accounts },
    }
  }),
  accountCall('campaigns.list', 'GET', 'campaigns', (exchange, account) =>
    pageResponse(
      exchange,
      Object.values(exchange.state.town.campaigns).filter(
        (campaign) => campaign.account === account.id && campaign.status !== 'DELETED',
      ),
    ),
  ),
  accountCall('campaigns.create', 'POST', 'campaigns', (exchange, account) => {
    const { state } = exchange
    const { name, dailyBudget, reference } = parseBody(exchange)
    if (typeof name !== 'string' || typeof dailyBudget !== 'number') return townError(400, 'invalid_body')
    const id = String(1000 + nextNumber(state, 'town-campaign'))
    const campaign = { id, account: account.id, name, dailyBudget, status: 'DRAFT' }
    state.town.campaigns[id] = { ...campaign, reference: String(reference ?? '') }
    exchange.effect('campaign', id)
    return { status: 200, body: { id } }
  }),
  accountCall('campaigns.update', 'POST', 'campaigns/(?<id>\\d+)', (exchange, account, { id = '' }) => {
    const campaign = exchange.state.town.campaigns[id]
    if (campaign?.account !== account.id) return townError(404, 'not_found')
    const { status, dailyBudget } = parseBody(exchange)
    if (typeof status === 'string') campaign.status = status
    if (typeof dailyBudget === 'number') campaign.dailyBudget = dailyBudget
    exchange.effect('change', id, { status: campaign.status })
    return { status: 200, body: { id } }
  }),
]
