// Ad accounts and the roles of members on them.

import type { Call } from '../core/exchange.ts'
import { accountOf, idOf, mustEdit, roleOf, urn, visibleAccount } from './access.ts'
import { restCall } from './call.ts'
import { refusal } from './errors.ts'
import type { Schema } from './fields.ts'
import { offsetPage, offsetParams } from './paging.ts'
import { changeOf } from './patch.ts'
import type { RestRequest } from './request.ts'
import { type Resource, readCalls, searchFinder, testCriterion } from './resource.ts'
import { type AccountRole, type AdAccount, accountStatuses, accountTypes } from './state.ts'
import { mustBeAlive, statusOf } from './status.ts'

const docs = 'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure'
const accountsPage = `${docs}/create-and-manage-accounts`
const usersPage = `${docs}/create-and-manage-account-users`
const readers = ['r_ads', 'rw_ads'] as const

/** Nobody on the outside learns who made a change. */
export const auditStamps = (created: number, lastModified: number) => ({
  created: { actor: 'urn:li:unknown:0', time: created },
  lastModified: { actor: 'urn:li:unknown:0', time: lastModified },
})

export function accountServing(account: AdAccount): string[] {
  if (account.status !== 'ACTIVE') return ['STOPPED', ...account.holds]
  return account.holds.length > 0 ? [...account.holds] : ['RUNNABLE']
}

const usualNotices = {
  notifiedOnCreativeRejection: true,
  notifiedOnNewFeaturesEnabled: false,
  notifiedOnEndOfCampaign: true,
  notifiedOnCreativeApproval: false,
  notifiedOnCampaignOptimization: true,
}

function accountWire(account: AdAccount) {
  return {
    test: account.test,
    ...usualNotices,
    ...account.notices,
    servingStatuses: accountServing(account),
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

function visibleAccounts(request: RestRequest): AdAccount[] {
  const { accounts, roles } = request.exchange.state.pro
  return roles.flatMap(({ account, member }) => {
    const found = member === request.member.ids.pro ? accounts[account] : undefined
    return found === undefined ? [] : [found]
  })
}

const accounts: Resource<AdAccount, undefined> = {
  name: 'adAccounts',
  path: '/adAccounts',
  key: 'account',
  resource: 'partnerApiAdAccounts',
  scopes: readers,
  source: accountsPage,
  around: () => undefined,
  find: (request, _, key) => visibleAccount(request, key),
  wire: (_, account) => accountWire(account),
}

const editable: Schema = {
  name: 'text',
  status: 'text',
  ...Object.fromEntries(Object.keys(usualNotices).map((notice) => [notice, 'boolean' as const])),
}
const editors: readonly AccountRole['role'][] = ['ACCOUNT_BILLING_ADMIN', 'ACCOUNT_MANAGER']

function update(request: RestRequest): void {
  const account = accountOf(request, request.keys['account'])
  mustEdit(request, account, editors)
  const present = accountWire(account)
  const readOnly = Object.keys(present).filter((member) => !Object.hasOwn(editable, member))
  const { set } = changeOf(request.json(), { ...present }, editable, readOnly)
  mustBeAlive(account.status)
  const { name = account.name, status = account.status, ...notices } = set
  account.status = statusOf(String(status), accountStatuses)
  account.name = String(name)
  // The schema lets nothing but flags through under the other names.
  account.notices = { ...account.notices, ...(notices as Record<string, boolean>) }
  account.lastModified = request.now
  account.versionTag++
  request.exchange.effect('adAccount.updated', String(account.id), { set })
}

function roleWire({ account, member, role, created }: AccountRole) {
  return {
    account: urn('sponsoredAccount', account),
    user: urn('person', member),
    role,
    changeAuditStamps: auditStamps(created, created),
  }
}

export const accountCalls: readonly Call[] = [
  ...readCalls(accounts, {
    ...searchFinder(visibleAccounts, {
      status: { of: ({ status }) => status, words: accountStatuses },
      type: { of: ({ type }) => type, words: accountTypes },
      name: { of: ({ name }) => name },
      id: { of: ({ id }) => String(id), urnKind: 'sponsoredAccount' },
      reference: { of: ({ reference }) => reference },
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
    answer(request) {
      update(request)
      return { status: 204 }
    },
  }),
  restCall({
    name: 'adAccountUsers.authenticatedUser',
    path: '/adAccountUsers',
    method: 'FINDER',
    finder: 'authenticatedUser',
    resource: 'partnerApiAdAccountUsers',
    scopes: readers,
    params: offsetParams,
    source: `${usersPage}#find-ad-accounts-by-authenticated-user`,
    answer(request) {
      const { roles } = request.exchange.state.pro
      const own = roles.filter(({ member }) => member === request.member.ids.pro)
      return { body: offsetPage(request, own, roleWire) }
    },
  }),
  restCall({
    name: 'adAccountUsers.accounts',
    path: '/adAccountUsers',
    method: 'FINDER',
    finder: 'accounts',
    resource: 'partnerApiAdAccountUsers',
    scopes: readers,
    params: ['accounts', ...offsetParams],
    source: `${usersPage}#find-ad-account-users-by-accounts`,
    answer(request) {
      const account = accountOf(request, request.required('accounts'))
      const { roles } = request.exchange.state.pro
      return {
        body: offsetPage(
          request,
          roles.filter((row) => row.account === account.id),
          roleWire,
        ),
      }
    },
  }),
  restCall({
    name: 'adAccountUsers.get',
    path: '/adAccountUsers/{key}',
    method: 'GET',
    resource: 'partnerApiAdAccountUsers',
    scopes: readers,
    source: usersPage,
    answer(request) {
      const key = request.keys['key']
      if (typeof key !== 'object' || Array.isArray(key)) {
        throw refusal('ILLEGAL_ARGUMENT', 'Syntax exception in path variables')
      }
      const account = idOf('sponsoredAccount', key['account'])
      const { roles } = request.exchange.state.pro
      const found = roles.find(
        (row) => String(row.account) === account && urn('person', row.member) === key['user'],
      )
      if (found === undefined || roleOf(request, found.account) === undefined) throw refusal('NOT_FOUND')
      return { body: request.projected(roleWire(found)) }
    },
  }),
]
