// The person behind a user token.
// https://developers.facebook.com/docs/graph-api/reference/user

import type { Person } from '../../../oauth/people.ts'
import {
  getPersonRoles,
  hasScope,
  listCallerAccounts,
  listCallerPageRoles,
  requireBusinessScope,
} from '../access.ts'
import type { NodeKind, NodeKindWithId } from '../graph/nodeKind.ts'
import { chargeUsage } from '../graph/usage.ts'
import { managedPageKind } from './page.ts'
import { buildProfilePicture } from './pictures.ts'

const docsUrl = 'https://developers.facebook.com/docs/graph-api/reference/user'

export const userKind: NodeKindWithId<Person> = {
  type: 'User',
  docsUrl,
  id: (person) => person.ids.social,
  defaultFields: ['name'],
  fields: {
    name: (person) => person.name,
    first_name: (person) => person.givenName,
    last_name: (person) => person.familyName,
    short_name: (person) => person.givenName,
    email: (person, request) => (hasScope(request, 'email') ? person.email : undefined),
    picture: (person, request, params) => ({
      data: buildProfilePicture(`person-${person.key}`, request, params),
    }),
  },
  edges: {
    adaccounts: {
      docsUrl: `${docsUrl}/adaccounts`,
      limit: { defaultLimit: 25, maxLimit: 500 },
      list: (_person, request) => {
        chargeUsage(request, 'platform', request.caller.app.clientId)
        const canSeeAccounts = hasScope(request, 'ads_read', 'ads_management')
        return { kind: 'adaccount', items: canSeeAccounts ? listCallerAccounts(request) : [] }
      },
    },
    accounts: {
      docsUrl: `${docsUrl}/accounts`,
      limit: { defaultLimit: 25, maxLimit: 100 },
      list: (_person, request) => {
        chargeUsage(request, 'platform', request.caller.app.clientId)
        const roles = hasScope(request, 'pages_show_list') ? listCallerPageRoles(request) : []
        const items = roles
          .filter((role) => !role.throughBusiness)
          .flatMap((role) => request.social.pages[role.id] ?? [])
          // Since v17, applications without access to businesses do not see the pages of a business.
          .filter((page) => page.business === undefined || hasScope(request, 'business_management'))
        return {
          kind: managedPageKind,
          items,
          fields: ['access_token', 'category', 'name', 'tasks'].map((name) => ({ name, args: {} })),
        }
      },
    },
    businesses: {
      docsUrl: `${docsUrl}/businesses`,
      list: (_person, request) => {
        requireBusinessScope(request)
        const items = getPersonRoles(request).businesses.flatMap((id) => request.social.businesses[id] ?? [])
        return { kind: 'business', items }
      },
    },
    permissions: {
      docsUrl: `${docsUrl}/permissions`,
      list: (_person, request) => {
        const grant = request.exchange.state.grants[request.caller.token.grant]
        const toRow = (status: string) => (permission: string) => ({ permission, status })
        return {
          kind: permissionKind,
          items: [
            ...(grant?.scopes ?? []).map(toRow('granted')),
            ...(grant?.declined ?? []).map(toRow('declined')),
          ],
          isUnpaged: true,
        }
      },
    },
  },
}

const permissionKind: NodeKind<{ permission: string; status: string }> = {
  type: 'Permission',
  fields: { permission: (row) => row.permission, status: (row) => row.status },
}
