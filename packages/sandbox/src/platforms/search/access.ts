// Account access. https://developers.google.com/google-ads/api/docs/concepts/call-structure#cid

import type { Exchange } from '../../core/exchange.ts'
import { SearchApiError, searchError } from './errors.ts'
import { authenticateSearch } from './oauth.ts'
import type { AdsAccount, CustomerAccess, SearchState } from './state.ts'
import { asString, type WireObject } from './wire.ts'

const missingCredentialMessage =
  'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.'

/** Returns the key of the person who owns the request's token. */
export function authenticatePerson(exchange: Exchange): string {
  const result = authenticateSearch(exchange)
  if ('caller' in result) {
    const { person } = result.caller
    if (person === undefined) throw searchError({ code: 'authenticationError.OAUTH_TOKEN_INVALID' })
    return person.key
  }
  switch (result.rejection) {
    case 'missing':
      throw new SearchApiError(
        'UNAUTHENTICATED',
        [{ code: 'authenticationError.OAUTH_TOKEN_HEADER_INVALID' }],
        {
          message: missingCredentialMessage,
        },
      )
    case 'invalid':
      throw searchError({ code: 'authenticationError.OAUTH_TOKEN_INVALID' })
    case 'expired':
      throw searchError({ code: 'authenticationError.OAUTH_TOKEN_EXPIRED' })
    case 'revoked':
      throw searchError({ code: 'authenticationError.OAUTH_TOKEN_REVOKED' })
    case 'scope':
      throw new SearchApiError('PERMISSION_DENIED', [], {
        message: 'Request had insufficient authentication scopes.',
        details: [insufficientScope],
      })
  }
}

const insufficientScope: WireObject = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  domain: 'googleapis.com',
  metadata: { service: 'googleads.googleapis.com' },
}

/** Returns the accounts with direct access. A person without any is not a user of the platform. */
export function listDirectAccess(state: SearchState, person: string): readonly CustomerAccess[] {
  const access = state.access[person] ?? []
  if (access.length === 0) {
    throw new SearchApiError('UNAUTHENTICATED', [{ code: 'authenticationError.NOT_ADS_USER' }], {
      message: missingCredentialMessage,
    })
  }
  return access
}

export interface AccountAccess {
  readonly customerId: string
  readonly account: AdsAccount
  readonly canWrite: boolean
}

/**
 * Resolves the account of the path, which the person can use directly or through the manager in the login
 * header.
 */
export function resolveAccountAccess(exchange: Exchange, person: string, customerId: string): AccountAccess {
  const state = exchange.state.search
  if (!/^\d{10}$/.test(customerId)) {
    throw searchError({ code: 'requestError.INVALID_CUSTOMER_ID', trigger: customerId })
  }
  const loginCustomerId = exchange.headers['login-customer-id']
  if (loginCustomerId !== undefined && !/^\d{10}$/.test(loginCustomerId)) {
    throw searchError({ code: 'headerError.INVALID_LOGIN_CUSTOMER_ID', trigger: loginCustomerId })
  }
  const access = listDirectAccess(state, person)
  const account = state.accounts[customerId]
  if (state.accessLevel === 'test' && account?.customer['testAccount'] === false) {
    throw searchError({ code: 'authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION' })
  }
  if (account === undefined) throw searchError({ code: 'authenticationError.CUSTOMER_NOT_FOUND' })
  const directEntry = access.find(({ customer }) => customer === (loginCustomerId ?? customerId))
  if (
    directEntry === undefined ||
    (loginCustomerId !== undefined && !isManagedBy(state, loginCustomerId, customerId))
  ) {
    throw searchError({ code: 'authorizationError.USER_PERMISSION_DENIED' })
  }
  const status = asString(account.customer['status'])
  const { manager, testAccount } = account.customer
  // The platform still serves a closed test manager.
  const canRespond = status === 'CLOSED' && manager === true && testAccount === true
  if ((status === 'CANCELED' || status === 'CLOSED') && !canRespond) {
    throw searchError({ code: 'authorizationError.CUSTOMER_NOT_ENABLED' })
  }
  return { customerId, account, canWrite: directEntry.role !== 'READ_ONLY' }
}

function isManagedBy(state: SearchState, manager: string, customerId: string): boolean {
  if (manager === customerId) return true
  const clients = state.accounts[manager]?.clients ?? []
  return clients.some((client) => isManagedBy(state, client, customerId))
}

export interface AccountTreeEntry {
  readonly customerId: string
  readonly account: AdsAccount
  readonly level: number
}

/**
 * Lists a manager and all accounts below it by level. An account on several levels appears once, on the
 * highest.
 */
export function listAccountTree(state: SearchState, root: string): AccountTreeEntry[] {
  const visited = new Set([root])
  const entries: AccountTreeEntry[] = []
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    const nextLevel: string[] = []
    for (const customerId of level) {
      const account = state.accounts[customerId]
      if (account === undefined) continue
      entries.push({ customerId, account, level: depth })
      for (const client of account.clients) {
        if (visited.has(client)) continue
        visited.add(client)
        nextLevel.push(client)
      }
    }
    level = nextLevel
  }
  return entries
}

/** Throws when the person or the state of the account permits no changes. */
export function assertWritable({ account, canWrite }: AccountAccess): void {
  if (!canWrite) throw searchError({ code: 'authorizationError.ACTION_NOT_PERMITTED' })
  if (account.customer['status'] === 'SUSPENDED') {
    throw searchError({ code: 'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT' })
  }
  if (account.customer['manager'] === true) {
    throw searchError({ code: 'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT' })
  }
}
