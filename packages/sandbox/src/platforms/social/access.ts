// Access of the caller: the person's roles, limited to the assets that the person ticked at consent.

import { GraphError, objectNotFound, pageTokenRequired, permissionDenied } from './errors.ts'
import type { GraphRequest } from './graph/request.ts'
import { chargeUsage } from './graph/usage.ts'
import type { AdAccount, Page, PageRole, PersonRoles } from './state.ts'

const noRoles: PersonRoles = { adAccounts: [], pages: [], businesses: [] }

export function getPersonRoles(request: GraphRequest): PersonRoles {
  const key = request.caller.person?.key
  return (key === undefined ? undefined : request.social.members[key]) ?? noRoles
}

/** Returns the assets for which a scope was granted. `undefined` means all assets of the person. */
function findGrantedAssetIds(
  request: GraphRequest,
  ...scopes: readonly string[]
): readonly string[] | undefined {
  const assets = request.exchange.state.grants[request.caller.token.grant]?.assets
  const limitedAssets = scopes.map((scope) => assets?.[scope]).filter((ids) => ids !== undefined)
  return limitedAssets.length < scopes.length ? undefined : limitedAssets.flat()
}

export function hasScope(request: GraphRequest, ...scopes: readonly string[]): boolean {
  return scopes.some((scope) => request.caller.scopes.includes(scope))
}

/** Lists the person's ad accounts, in the platform's order. */
export function listCallerAccounts(request: GraphRequest): AdAccount[] {
  if (request.caller.kind !== 'user') return []
  const grantedIds = findGrantedAssetIds(request, 'ads_management', 'ads_read')
  return getPersonRoles(request).adAccounts.flatMap(({ id }) => {
    const account = request.social.adAccounts[id]
    return account === undefined || (grantedIds !== undefined && !grantedIds.includes(id)) ? [] : [account]
  })
}

/** Returns the account if the caller may work with it. `digits` come without `act_`. */
export function requireAccount(
  request: GraphRequest,
  digits: string,
  displayId = `act_${digits}`,
): AdAccount {
  const account = listCallerAccounts(request).find(({ id }) => id === digits)
  if (account === undefined) throw objectNotFound(request.exchange.method, displayId)
  return account
}

export function requireAdsRead(request: GraphRequest): void {
  if (request.caller.kind === 'app') throw userTokenRequired()
  if (!hasScope(request, 'ads_read', 'ads_management')) {
    throw permissionDenied('Ad account owner has NOT grant ads_management or ads_read permission')
  }
}

/** Required for every change to an ad account and its objects. */
export function requireAdsWrite(request: GraphRequest, account: AdAccount): void {
  if (!hasScope(request, 'ads_management')) {
    throw permissionDenied('Ad account owner has NOT grant ads_management permission')
  }
  const tasks = getPersonRoles(request).adAccounts.find(({ id }) => id === account.id)?.tasks ?? []
  if (!tasks.includes('ADVERTISE') && !tasks.includes('MANAGE')) {
    throw permissionDenied('User does not have permission to change this ad account.')
  }
  if (account.status !== 1) {
    throw new GraphError({
      message: '(#100) Invalid parameter',
      code: 100,
      userTitle: 'Ad account disabled',
      userMessage: 'Your ad account is not active, so ads cannot be created or changed in it.',
    })
  }
  chargeUsage(request, 'ads_management', account.id)
}

/** Required for businesses and for fields that reveal the owner of an object. */
export function requireBusinessScope(request: GraphRequest): void {
  if (!hasScope(request, 'business_management'))
    throw permissionDenied('Requires business_management permission to manage the object')
}

export function listCallerPageRoles(request: GraphRequest): PageRole[] {
  const { caller } = request
  if (caller.kind === 'page') {
    const role = getPersonRoles(request).pages.find(({ id }) => id === caller.page)
    return role === undefined ? [] : [role]
  }
  const grantedIds = findGrantedAssetIds(request, 'pages_show_list')
  return getPersonRoles(request).pages.filter(({ id }) => grantedIds === undefined || grantedIds.includes(id))
}

export function findCallerPageRole(request: GraphRequest, page: string): PageRole | undefined {
  return listCallerPageRoles(request).find(({ id }) => id === page)
}

/** Edges of a page accept only the page's own token. */
export function requirePageToken(request: GraphRequest, page: Page): PageRole {
  const { caller } = request
  if (caller.kind !== 'page') throw pageTokenRequired()
  const role = findCallerPageRole(request, page.id)
  if (caller.page !== page.id || role === undefined) throw objectNotFound(request.exchange.method, page.id)
  return role
}

function userTokenRequired(): GraphError {
  return new GraphError({
    message: 'An active access token must be used to query information about the current user.',
    code: 2500,
  })
}
