// Access of the caller: the person's roles, limited to the assets that the person ticked at consent.

import { GraphError, lacksPermission, missing, needsPageToken } from './errors.ts'
import type { GraphRequest } from './graph/request.ts'
import { bill } from './graph/usage.ts'
import type { AdAccount, Member, Page, PageRole } from './state.ts'

const nobody: Member = { adAccounts: [], pages: [], businesses: [] }

export function memberOf(request: GraphRequest): Member {
  const key = request.caller.person?.key
  return (key === undefined ? undefined : request.social.members[key]) ?? nobody
}

/** Returns the assets for which a scope was granted. `undefined` means all assets of the person. */
function assetsOf(request: GraphRequest, ...scopes: readonly string[]): readonly string[] | undefined {
  const assets = request.exchange.state.grants[request.caller.token.grant]?.assets
  const limited = scopes.map((scope) => assets?.[scope]).filter((ids) => ids !== undefined)
  return limited.length < scopes.length ? undefined : limited.flat()
}

export function hasScope(request: GraphRequest, ...scopes: readonly string[]): boolean {
  return scopes.some((scope) => request.caller.scopes.includes(scope))
}

/** Lists the person's ad accounts, in the platform's order. */
export function accountsOf(request: GraphRequest): AdAccount[] {
  if (request.caller.kind !== 'user') return []
  const ticked = assetsOf(request, 'ads_management', 'ads_read')
  return memberOf(request).adAccounts.flatMap(({ id }) => {
    const account = request.social.adAccounts[id]
    return account === undefined || (ticked !== undefined && !ticked.includes(id)) ? [] : [account]
  })
}

/** Returns the account if the caller may work with it. `digits` come without `act_`. */
export function requireAccount(request: GraphRequest, digits: string, named = `act_${digits}`): AdAccount {
  const account = accountsOf(request).find(({ id }) => id === digits)
  if (account === undefined) throw missing(request.exchange.method, named)
  return account
}

export function requireAdsRead(request: GraphRequest): void {
  if (request.caller.kind === 'app') throw needsUser()
  if (!hasScope(request, 'ads_read', 'ads_management')) {
    throw lacksPermission('Ad account owner has NOT grant ads_management or ads_read permission')
  }
}

/** Required for every change to an ad account and its objects. */
export function requireAdsWrite(request: GraphRequest, account: AdAccount): void {
  if (!hasScope(request, 'ads_management')) {
    throw lacksPermission('Ad account owner has NOT grant ads_management permission')
  }
  const tasks = memberOf(request).adAccounts.find(({ id }) => id === account.id)?.tasks ?? []
  if (!tasks.includes('ADVERTISE') && !tasks.includes('MANAGE')) {
    throw lacksPermission('User does not have permission to change this ad account.')
  }
  if (account.status !== 1) {
    throw new GraphError({
      message: '(#100) Invalid parameter',
      code: 100,
      userTitle: 'Ad account disabled',
      userMessage: 'Your ad account is not active, so ads cannot be created or changed in it.',
    })
  }
  bill(request, 'ads_management', account.id)
}

/** Required for businesses and for fields that reveal the owner of an object. */
export function requireBusiness(request: GraphRequest): void {
  if (!hasScope(request, 'business_management'))
    throw lacksPermission('Requires business_management permission to manage the object')
}

export function pageRolesOf(request: GraphRequest): PageRole[] {
  const { caller } = request
  if (caller.kind === 'page') {
    const role = memberOf(request).pages.find(({ id }) => id === caller.page)
    return role === undefined ? [] : [role]
  }
  const ticked = assetsOf(request, 'pages_show_list')
  return memberOf(request).pages.filter(({ id }) => ticked === undefined || ticked.includes(id))
}

export function roleOn(request: GraphRequest, page: string): PageRole | undefined {
  return pageRolesOf(request).find(({ id }) => id === page)
}

/** Edges of a page accept only the page's own token. */
export function requirePageToken(request: GraphRequest, page: Page): PageRole {
  const { caller } = request
  if (caller.kind !== 'page') throw needsPageToken()
  const role = roleOn(request, page.id)
  if (caller.page !== page.id || role === undefined) throw missing(request.exchange.method, page.id)
  return role
}

function needsUser(): GraphError {
  return new GraphError({
    message: 'An active access token must be used to query information about the current user.',
    code: 2500,
  })
}
