// URNs, and the access of members to accounts. An account without access gets the same error as a missing
// account.

import { proError } from './errors.ts'
import type { RestRequest } from './request.ts'
import type { RestliValue } from './restli.ts'
import type { AccountRole, ProAdAccount } from './state.ts'

export const toUrn = (kind: string, id: number | string) => `urn:li:${kind}:${id}`

/**
 * Returns the numeric id of a bare number or of a URN of the given kind, and `undefined` for everything else.
 * Rest.li parses a bare number with Java's `Long.valueOf`, so leading zeros and a plus sign name the same
 * entity.
 * https://github.com/linkedin/rest.li/blob/master/restli-common/src/main/java/com/linkedin/restli/internal/common/ValueConverter.java
 * https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/Long.html#parseLong(java.lang.String)
 */
export function parseUrnId(kind: string, value: RestliValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const prefix = `urn:li:${kind}:`
  if (!value.startsWith(prefix)) return /^\+?\d{1,40}$/.test(value) ? String(BigInt(value)) : undefined
  const id = value.slice(prefix.length)
  return /^\d{1,19}$/.test(id) ? id : undefined
}

export type AdAccountRole = AccountRole['role']

const editors: readonly AdAccountRole[] = ['ACCOUNT_BILLING_ADMIN', 'ACCOUNT_MANAGER', 'CAMPAIGN_MANAGER']
export const campaignEditors = editors
export const creativeEditors: readonly AdAccountRole[] = [...editors, 'CREATIVE_MANAGER']

export function findRole(request: RestRequest, account: number): AdAccountRole | undefined {
  const member = request.member.ids.pro
  return request.exchange.state.pro.roles.find((row) => row.account === account && row.member === member)
    ?.role
}

/** Returns the account of a key or URN when the member has a role on it. */
export function findVisibleAccount(
  request: RestRequest,
  value: RestliValue | undefined,
): ProAdAccount | undefined {
  const id = parseUrnId('sponsoredAccount', value)
  const account = id === undefined ? undefined : request.exchange.state.pro.accounts[id]
  return account !== undefined && findRole(request, account.id) !== undefined ? account : undefined
}

export function getVisibleAccount(request: RestRequest, value: RestliValue | undefined): ProAdAccount {
  const account = findVisibleAccount(request, value)
  if (account === undefined) throw proError('NOT_FOUND')
  return account
}

export function assertCanEdit(
  request: RestRequest,
  account: ProAdAccount,
  allowedRoles: readonly AdAccountRole[],
): void {
  const role = findRole(request, account.id)
  if (role === undefined || !allowedRoles.includes(role)) throw proError('NO_PERMISSION_TO_UPDATE')
}
