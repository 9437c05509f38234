// Ad accounts and the roles of members on them.

import type { Call } from '../../core/exchange.ts'
import {
  assertCanEdit,
  findRole,
  findVisibleAccount,
  getVisibleAccount,
  parseUrnId,
  toUrn,
} from './access.ts'
import { restCall } from './call.ts'
import { proError } from './errors.ts'
import type { BodySchema } from './fields.ts'
import { offsetPage, offsetParams } from './paging.ts'
import { parsePatch } from './patch.ts'
import type { RestRequest } from './request.ts'
import { type Resource, readCalls, searchFinder, testCriterion } from './resource.ts'
import { type AccountRole, accountStatuses, accountTypes, type ProAdAccount } from './state.ts'
import { assertModifiable, parseStatus } from './status.ts'

const docsUrl = 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure'
const accountsPage = `${docsUrl}/create-and-manage-accounts`
const usersPage = `${docsUrl}/create-and-manage-account-users`
const readScopes = ['r_ads', 'rw_ads'] as const

/** The platform hides the actor of a change from API callers. */
export const auditStamps = (created: number, lastModified: number) => ({
  created: { actor: 'urn:li:unknown:0', time: created },
  lastModified: { actor: 'urn:li:unknown:0', time: lastModified },
})

export function accountServingStatuses(account: ProAdAccount): string[] {
  if (account.status !== 'ACTIVE') return ['STOPPED', ...account.holds]
  return account.holds.length > 0 ? [...account.holds] : ['RUNNABLE']
}

const defaultNotices = {
  notifiedOnCreativeRejection: true,
  notifiedOnNewFeaturesEnabled: false,
  notifiedOnEndOfCampaign: true,
  notifiedOnCreativeApproval: false,
  notifiedOnCampaignOptimization: true,
}

function serializeAccount(account: ProAdAccount) {
  return {
    test: account.test,
    ...defaultNotices,
    ...account.notices,
    servingStatuses: accountServingStatuses(account),
    type: account.type,
    version: { versionTag: String(account.versionTag) },
    ...(account.reference === undefined ? {} : { reference: account.reference }),
    changeAuditStamps: auditStamps(account.created, account.lastModified),
    name: account.name,
    currency: account.currency,
    id: account.id,
    status: account.status,
  }
}

function listVisibleAccounts(request: RestRequest): ProAdAccount[] {
  const { accounts, roles } = request.exchange.state.pro
  return roles.flatMap(({ account, member }) => {
    const visibleAccount = member === request.member.ids.pro ? accounts[account] : undefined
    return visibleAccount === undefined ? [] : [visibleAccount]
  })
}

const adAccounts: Resource<ProAdAccount, undefined> = {
  name: 'adAccounts',
  path: '/adAccounts',
  key: 'account',
  resource: 'partnerApiAdAccounts',
  scopes: readScopes,
  source: accountsPage,
  resolveParent: () => undefined,
  find: (request, _, key) => findVisibleAccount(request, key),
  serialize: (_, account) => serializeAccount(account),
}

const editableFields: BodySchema = {
  name: 'text',
  status: 'text',
  ...Object.fromEntries(Object.keys(defaultNotices).map((notice) => [notice, 'boolean' as const])),
}
const accountEditors: readonly AccountRole['role'][] = ['ACCOUNT_BILLING_ADMIN', 'ACCOUNT_MANAGER']

function updateAccount(request: RestRequest): void {
  const account = getVisibleAccount(request, request.keys['account'])
  assertCanEdit(request, account, accountEditors)
  const current = serializeAccount(account)
  const readOnly = Object.keys(current).filter((field) => !Object.hasOwn(editableFields, field))
  const { set } = parsePatch(request.json(), { ...current }, editableFields, readOnly)
  assertModifiable(account.status)
  const { name = account.name, status = account.status, ...notices } = set
  account.status = parseStatus(String(status), accountStatuses)
  account.name = String(name)
  // The schema permits only booleans under the other names.
  account.notices = { ...account.notices, ...(notices as Record<string, boolean>) }
  account.lastModified = request.now
  account.versionTag++
  request.exchange.effect('adAccount.updated', String(account.id), { set })
}

function serializeRole({ account, member, role, created }: AccountRole) {
  return {
    account: toUrn('sponsoredAccount', account),
    user: toUrn('person', member),
    role,
    changeAuditStamps: auditStamps(created, created),
  }
}

export const accountCalls: readonly Call[] = [
  ...readCalls(adAccounts, {
    ...searchFinder(listVisibleAccounts, {
      status: { readValue: ({ status }) => status, allowedValues: accountStatuses },
      type: { readValue: ({ type }) => type, allowedValues: accountTypes },
      name: { readValue: ({ name }) => name },
      id: { readValue: ({ id }) => String(id), urnKind: 'sponsoredAccount' },
      reference: { readValue: ({ reference }) => reference },
      test: testCriterion,
    }),
    source: `${accountsPage}#search-for-accounts`,
  }),
  restCall({
    name: 'adAccounts.update',
    path: '/adAccounts/{account}',
    method: 'PARTIAL_UPDATE',
    resource: 'partnerApiAdAccounts',
    scopes: ['rw_ads'],
    source: `${accountsPage}#update-ad-account`,
    respond(request) {
      updateAccount(request)
      return { status: 204 }
    },
  }),
  restCall({
    name: 'adAccountUsers.authenticatedUser',
    path: '/adAccountUsers',
    method: 'FINDER',
    finder: 'authenticatedUser',
    resource: 'partnerApiAdAccountUsers',
    scopes: readScopes,
    params: offsetParams,
    source: `${usersPage}#find-ad-accounts-by-authenticated-user`,
    respond(request) {
      const { roles } = request.exchange.state.pro
      const ownRoles = roles.filter(({ member }) => member === request.member.ids.pro)
      return { body: offsetPage(request, ownRoles, serializeRole) }
    },
  }),
  restCall({
    name: 'adAccountUsers.accounts',
    path: '/adAccountUsers',
    method: 'FINDER',
    finder: 'accounts',
    resource: 'partnerApiAdAccountUsers',
    scopes: readScopes,
    params: ['accounts', ...offsetParams],
    source: `${usersPage}#find-ad-account-users-by-accounts`,
    respond(request) {
      const account = getVisibleAccount(request, request.requiredText('accounts'))
      const { roles } = request.exchange.state.pro
      return {
        body: offsetPage(
          request,
          roles.filter((row) => row.account === account.id),
          serializeRole,
        ),
      }
    },
  }),
  restCall({
    name: 'adAccountUsers.get',
    path: '/adAccountUsers/{key}',
    method: 'GET',
    resource: 'partnerApiAdAccountUsers',
    scopes: readScopes,
    source: usersPage,
    respond(request) {
      const key = request.keys['key']
      if (typeof key !== 'object' || Array.isArray(key)) {
        throw proError('ILLEGAL_ARGUMENT', 'Syntax exception in path variables')
      }
      const account = parseUrnId('sponsoredAccount', key['account'])
      const { roles } = request.exchange.state.pro
      const matchingRole = roles.find(
        (row) => String(row.account) === account && toUrn('person', row.member) === key['user'],
      )
      if (matchingRole === undefined || findRole(request, matchingRole.account) === undefined)
        throw proError('NOT_FOUND')
      return { body: request.applyProjection(serializeRole(matchingRole)) }
    },
  }),
]
