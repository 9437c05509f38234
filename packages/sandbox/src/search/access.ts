// Who may reach which account, and how. https://developers.google.com/google-ads/api/docs/concepts/call-structure#cid

import type { Exchange } from '../core/exchange.ts'
import { Refusal, refuse } from './errors.ts'
import { authenticateSearch } from './oauth.ts'
import type { Access, AdsAccount, SearchState } from './state.ts'
import { text, type Wire } from './wire.ts'

const noCredential =
  'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.'

/** The person behind the request's token. */
export function authenticate(exchange: Exchange): string {
  const result = authenticateSearch(exchange)
  if ('caller' in result) {
    const { person } = result.caller
    if (person === undefined) throw refuse({ code: 'authenticationError.OAUTH_TOKEN_INVALID' })
    return person.key
  }
  switch (result.refused) {
    case 'missing':
      throw new Refusal('UNAUTHENTICATED', [{ code: 'authenticationError.OAUTH_TOKEN_HEADER_INVALID' }], {
        message: noCredential,
      })
    case 'invalid':
      throw refuse({ code: 'authenticationError.OAUTH_TOKEN_INVALID' })
    case 'expired':
      throw refuse({ code: 'authenticationError.OAUTH_TOKEN_EXPIRED' })
    case 'revoked':
      throw refuse({ code: 'authenticationError.OAUTH_TOKEN_REVOKED' })
    case 'scope':
      throw new Refusal('PERMISSION_DENIED', [], {
        message: 'Request had insufficient authentication scopes.',
        details: [insufficientScope],
      })
  }
}

const insufficientScope: Wire = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  domain: 'googleapis.com',
  metadata: { service: 'googleads.googleapis.com' },
}

/** The accounts a person reaches directly; a person without any is no user of the platform. */
export function directAccess(state: SearchState, person: string): readonly Access[] {
  const access = state.access[person] ?? []
  if (access.length === 0) {
    throw new Refusal('UNAUTHENTICATED', [{ code: 'authenticationError.NOT_ADS_USER' }], {
      message: noCredential,
    })
  }
  return access
}

export interface ReachedAccount {
  readonly customerId: string
  readonly account: AdsAccount
  readonly mayWrite: boolean
}

/** The account of the path, if the person may use it, directly or through the manager of the login header. */
export function reach(exchange: Exchange, person: string, customerId: string): ReachedAccount {
  const state = exchange.state.search
  if (!/^\d{10}$/.test(customerId)) {
    throw refuse({ code: 'requestError.INVALID_CUSTOMER_ID', trigger: customerId })
  }
  const login = exchange.headers['login-customer-id']
  if (login !== undefined && !/^\d{10}$/.test(login)) {
    throw refuse({ code: 'headerError.INVALID_LOGIN_CUSTOMER_ID', trigger: login })
  }
  const access = directAccess(state, person)
  const account = state.accounts[customerId]
  if (state.accessLevel === 'test' && account?.customer['testAccount'] === false) {
    throw refuse({ code: 'authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION' })
  }
  if (account === undefined) throw refuse({ code: 'authenticationError.CUSTOMER_NOT_FOUND' })
  const entry = access.find(({ customer }) => customer === (login ?? customerId))
  if (entry === undefined || (login !== undefined && !isBelow(state, login, customerId))) {
    throw refuse({ code: 'authorizationError.USER_PERMISSION_DENIED' })
  }
  const status = text(account.customer['status'])
  const { manager, testAccount } = account.customer
  // A closed test manager still responds.
  const responds = status === 'CLOSED' && manager === true && testAccount === true
  if ((status === 'CANCELED' || status === 'CLOSED') && !responds) {
    throw refuse({ code: 'authorizationError.CUSTOMER_NOT_ENABLED' })
  }
  return { customerId, account, mayWrite: entry.role !== 'READ_ONLY' }
}

function isBelow(state: SearchState, manager: string, customerId: string): boolean {
  if (manager === customerId) return true
  const clients = state.accounts[manager]?.clients ?? []
  return clients.some((client) => isBelow(state, client, customerId))
}

export interface TreeEntry {
  readonly customerId: string
  readonly account: AdsAccount
  readonly level: number
}

/** A manager and everything below it, level by level. An account reached twice is listed where it lies highest. */
export function treeOf(state: SearchState, root: string): TreeEntry[] {
  const seen = new Set([root])
  const entries: TreeEntry[] = []
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    const below: string[] = []
    for (const customerId of level) {
      const account = state.accounts[customerId]
      if (account === undefined) continue
      entries.push({ customerId, account, level: depth })
      for (const client of account.clients) {
        if (seen.has(client)) continue
        seen.add(client)
        below.push(client)
      }
    }
    level = below
  }
  return entries
}

/** Checks that apply to every change of an account. */
export function checkWritable({ account, mayWrite }: ReachedAccount): void {
  if (!mayWrite) throw refuse({ code: 'authorizationError.ACTION_NOT_PERMITTED' })
  if (account.customer['status'] === 'SUSPENDED') {
    throw refuse({ code: 'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT' })
  }
  if (account.customer['manager'] === true) {
    throw refuse({ code: 'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT' })
  }
}
