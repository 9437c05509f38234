// The API of Town Board: JSON, bearer tokens, and lists that are paged by offset.

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { readAuthorization } from '../../core/parameters.ts'
import { nextNumber } from '../../core/state.ts'
import { parseIsoDay } from '../../delivery/zone.ts'
import { lookUpToken, type Token } from '../../oauth/people.ts'
import { listFigures } from './figures.ts'
import { serializeReply } from './replies.ts'
import { recordTownChange, type TownAccount, type TownCampaign, type TownStatus } from './state.ts'

const docsUrl = 'https://town-board.example/docs/api'
const statuses: readonly TownStatus[] = ['DRAFT', 'ACTIVE', 'PAUSED', 'DELETED']

export const townError = (status: number, code: string): HttpResponse => ({ status, body: { error: code } })

/** Returns the token of the request, or undefined without a valid one. */
function findToken(exchange: Exchange): Token | undefined {
  const { state, now } = exchange
  const lookup = lookUpToken(state, readAuthorization(exchange, 'Bearer') ?? '', now)
  return lookup.status === 'live' && lookup.token.platform === 'town' ? lookup.token : undefined
}

function apiCall(
  name: string,
  method: 'GET' | 'POST',
  path: RegExp,
  respond: (exchange: Exchange, token: Token, params: Readonly<Record<string, string>>) => HttpResponse,
): Call {
  return {
    name,
    methods: [method],
    path,
    docsUrl,
    respond(exchange, params) {
      const token = findToken(exchange)
      return token === undefined ? townError(401, 'invalid_token') : respond(exchange, token, params)
    },
  }
}

interface AccountRequest {
  readonly exchange: Exchange
  readonly account: TownAccount
  /** All campaigns of the account, including deleted ones. */
  readonly campaigns: readonly TownCampaign[]
  readonly token: Token
  readonly params: Readonly<Record<string, string>>
}

/** A call about one ad account of the caller. */
function accountCall(
  name: string,
  method: 'GET' | 'POST',
  path: string,
  respond: (request: AccountRequest) => HttpResponse,
): Call {
  const pattern = new RegExp(`^/town/v1/accounts/(?<account>\\d+)/${path}$`)
  return apiCall(name, method, pattern, (exchange, token, params) => {
    const { accounts, campaigns } = exchange.state.town
    const account = accounts[params['account'] ?? '']
    if (account?.owner !== token.person) return townError(404, 'not_found')
    const ownCampaigns = Object.values(campaigns).filter((campaign) => campaign.account === account.id)
    return respond({ exchange, account, campaigns: ownCampaigns, token, params })
  })
}

function pageResponse({ query }: Exchange, rows: readonly unknown[]): HttpResponse {
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit') ?? 2)]
  return { status: 200, body: { rows: rows.slice(offset, offset + limit), total: rows.length } }
}

/** The client sends JSON objects only. */
const parseBody = ({ body }: Exchange) => JSON.parse(body.toString('utf8')) as Record<string, unknown>

export const townApiCalls: readonly Call[] = [
  apiCall('me', 'GET', /^\/town\/v1\/me$/, ({ state }, { person: key }) => {
    const person = state.people[key]
    const accounts = Object.values(state.town.accounts).filter(({ owner }) => owner === key)
    return {
      status: 200,
      body: { id: person?.ids.town, name: person?.name, accounts },
    }
  }),
  accountCall('campaigns.list', 'GET', 'campaigns', ({ exchange, campaigns }) =>
    pageResponse(
      exchange,
      campaigns.filter(({ status }) => status !== 'DELETED').map(({ changes, ...campaign }) => campaign),
    ),
  ),
  accountCall('campaigns.create', 'POST', 'campaigns', ({ exchange, account }) => {
    const { state, now } = exchange
    const { name, dailyBudget, reference } = parseBody(exchange)
    if (typeof name !== 'string' || typeof dailyBudget !== 'number') return townError(400, 'invalid_body')
    const id = String(1000 + nextNumber(state, 'town-campaign'))
    const campaign: TownCampaign = {
      id,
      account: account.id,
      name,
      dailyBudget,
      status: 'DRAFT',
      reference: String(reference ?? ''),
      changes: [],
    }
    recordTownChange(campaign, now)
    state.town.campaigns[id] = campaign
    exchange.effect('campaign', id)
    return { status: 200, body: { id } }
  }),
  accountCall('campaigns.update', 'POST', 'campaigns/(?<id>\\d+)', ({ exchange, campaigns, params }) => {
    const campaign = campaigns.find(({ id }) => id === params['id'])
    if (campaign === undefined) return townError(404, 'not_found')
    const { status, dailyBudget } = parseBody(exchange)
    campaign.status = statuses.find((each) => each === status) ?? campaign.status
    if (typeof dailyBudget === 'number') campaign.dailyBudget = dailyBudget
    recordTownChange(campaign, exchange.now)
    exchange.effect('change', campaign.id, { status: campaign.status })
    return { status: 200, body: { id: campaign.id } }
  }),
  accountCall('figures.list', 'GET', 'figures', ({ exchange, account, campaigns }) => {
    const { query, state, now } = exchange
    const [from, until] = [parseIsoDay(query.get('from') ?? ''), parseIsoDay(query.get('until') ?? '')]
    if (from === undefined || until === undefined) return townError(400, 'invalid_day')
    return pageResponse(exchange, listFigures(state.seed, account, campaigns, { from, until }, now))
  }),
  accountCall('replies.list', 'GET', 'replies', ({ exchange, campaigns }) => {
    const { query, state } = exchange
    const [from, until] = [Number(query.get('from')), Number(query.get('until'))]
    const replies = state.town.replies.flatMap((reply) => {
      const campaign = campaigns.find(({ id }) => id === reply.campaign)
      const isRequested = reply.submittedAt >= from && reply.submittedAt <= until
      return campaign !== undefined && isRequested ? [serializeReply(reply, campaign.name)] : []
    })
    return pageResponse(exchange, replies)
  }),
  accountCall('callback.set', 'POST', 'callback', ({ exchange, account, token: { clientId } }) => {
    account.callback = { url: String(parseBody(exchange)['url']), clientId }
    exchange.effect('callback', account.id)
    return { status: 200, body: { id: account.id } }
  }),
]
