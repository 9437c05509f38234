// Ad accounts and the roles of members on them.

import type { Call } from '../core/exchange.ts'
import { accountOf, idOf, roleOf, urn, visibleAccount } from './access.ts'
import { batchGet } from './batch.ts'
import { searchFilter } from './criteria.ts'
import { refusal } from './errors.ts'
import { cursorPage, cursorParams, offsetPage, offsetParams } from './paging.ts'
import { type RestRequest, restCall } from './request.ts'
import { type AccountRole, type AdAccount, accountStatuses, accountTypes } from './state.ts'

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

function accountWire(account: AdAccount) {
  return {
    test: account.test,
    notifiedOnCreativeRejection: true,
    notifiedOnNewFeaturesEnabled: false,
    notifiedOnEndOfCampaign: true,
    servingStatuses: accountServing(account),
    type: account.type,
    version: { versionTag: String(account.versionTag) },
    ...(account.reference === undefined ? {} : { reference: account.reference }),
    notifiedOnCreativeApproval: false,
    changeAuditStamps: auditStamps(account.created, account.lastModified),
    notifiedOnCampaignOptimization: true,
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

function roleWire({ account, member, role, created }: AccountRole) {
  return {
    account: urn('sponsoredAccount', account),
    user: urn('person', member),
    role,
    changeAuditStamps: auditStamps(created, created),
  }
}

export const accountCalls: readonly Call[] = [
  restCall({
    name: 'adAccounts.search',
    path: '/adAccounts',
    method: 'FINDER',
    finder: 'search',
    resource: 'partnerApiAdAccounts',
    scopes: readers,
    params: ['search', 'sortOrder', ...cursorParams],
    source: `${accountsPage}#search-for-accounts`,
    answer(request) {
      const matches = searchFilter<AdAccount>(request, {
        status: { of: ({ status }) => status, words: accountStatuses },
        type: { of: ({ type }) => type, words: accountTypes },
        name: { of: ({ name }) => name },
        id: { of: ({ id }) => String(id), urnKind: 'sponsoredAccount' },
        reference: { of: ({ reference }) => reference },
        test: { of: ({ test }) => String(test), words: ['true', 'false'], scalar: true },
      })
      return { body: cursorPage(request, visibleAccounts(request).filter(matches), accountWire) }
    },
  }),
  restCall({
    name: 'adAccounts.batchGet',
    path: '/adAccounts',
    method: 'BATCH_GET',
    resource: 'partnerApiAdAccounts',
    scopes: readers,
    source: accountsPage,
    answer: (request) => ({
      body: batchGet(request, (key) => {
        const account = visibleAccount(request, key)
        return account && accountWire(account)
      }),
    }),
  }),
  restCall({
    name: 'adAccounts.get',
    path: '/adAccounts/{account}',
    method: 'GET',
    resource: 'partnerApiAdAccounts',
    scopes: readers,
    source: accountsPage,
    answer: (request) => ({
      body: request.projected(accountWire(accountOf(request, request.keys['account']))),
    }),
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
