// Businesses, and the pages and accounts that are reached through them.
// https://developers.facebook.com/docs/marketing-api/reference/business

import { accountsOf, pageRolesOf, requireBusiness } from '../access.ts'
import { addressed, type Edge, type Listing } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { bill } from '../graph/usage.ts'
import type { Business } from '../state.ts'
import { universalTime } from '../times.ts'
import { pictureOf } from './pictures.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/business'

function edge(name: string, list: (business: Business, request: GraphRequest) => Listing): Edge<Business> {
  return {
    source: `${source}/${name}`,
    list: (business, request) => {
      bill(request, 'platform', request.caller.app.clientId)
      requireBusiness(request)
      return list(business, request)
    },
  }
}

const pagesOf = (business: Business, request: GraphRequest) =>
  pageRolesOf(request)
    .flatMap(({ id }) => request.social.pages[id] ?? [])
    .filter((page) => page.business === business.id)

export const businessKind = addressed<Business>({
  type: 'Business',
  source,
  usual: ['name'],
  fields: {
    name: (business) => business.name,
    verification_status: (business) => (business.verified ? 'verified' : 'not_verified'),
    created_time: (business) => universalTime(business.createdAt),
    picture: (business, request, params) => ({ data: pictureOf(`business-${business.id}`, request, params) }),
    timezone_id: () => 47,
    vertical: () => 'RETAIL',
  },
  edges: {
    owned_pages: edge('owned_pages', (business, request) => ({
      kind: 'page',
      items: pagesOf(business, request),
    })),
    client_pages: edge('client_pages', () => ({ kind: 'page', items: [] })),
    owned_ad_accounts: edge('owned_ad_accounts', (business, request) => ({
      kind: 'adaccount',
      items: accountsOf(request).filter((account) => account.business === business.id),
    })),
    client_ad_accounts: edge('client_ad_accounts', () => ({ kind: 'adaccount', items: [] })),
    instagram_business_accounts: edge('instagram_business_accounts', (business, request) => ({
      kind: 'photo_account',
      items: pagesOf(business, request).flatMap(
        (page) => request.social.photoAccounts[page.photoAccount ?? ''] ?? [],
      ),
    })),
    instagram_accounts: edge('instagram_accounts', (business, request) => ({
      kind: 'photo_account',
      items: pagesOf(business, request).flatMap(
        (page) => request.social.photoAccounts[page.photoAccount ?? ''] ?? [],
      ),
    })),
  },
})
