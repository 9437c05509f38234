// Businesses, and the pages and accounts that are reached through them.
// https://developers.facebook.com/docs/marketing-api/reference/business

import { callerAccounts, callerPageRoles, requireBusiness } from '../access.ts'
import { createAddressedKind, type Edge, type Listing } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { bill } from '../graph/usage.ts'
import type { Business } from '../state.ts'
import { formatUtcTime } from '../times.ts'
import { buildProfilePicture } from './pictures.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/business'

function businessEdge(
  name: string,
  list: (business: Business, request: GraphRequest) => Listing,
): Edge<Business> {
  return {
    source: `${source}/${name}`,
    list: (business, request) => {
      bill(request, 'platform', request.caller.app.clientId)
      requireBusiness(request)
      return list(business, request)
    },
  }
}

const listCallerPages = (business: Business, request: GraphRequest) =>
  callerPageRoles(request)
    .flatMap(({ id }) => request.social.pages[id] ?? [])
    .filter((page) => page.business === business.id)

export const businessKind = createAddressedKind<Business>({
  type: 'Business',
  source,
  defaultFields: ['name'],
  fields: {
    name: (business) => business.name,
    verification_status: (business) => (business.verified ? 'verified' : 'not_verified'),
    created_time: (business) => formatUtcTime(business.createdAt),
    picture: (business, request, params) => ({
      data: buildProfilePicture(`business-${business.id}`, request, params),
    }),
    timezone_id: () => 47,
    vertical: () => 'RETAIL',
  },
  edges: {
    owned_pages: businessEdge('owned_pages', (business, request) => ({
      kind: 'page',
      items: listCallerPages(business, request),
    })),
    client_pages: businessEdge('client_pages', () => ({ kind: 'page', items: [] })),
    owned_ad_accounts: businessEdge('owned_ad_accounts', (business, request) => ({
      kind: 'adaccount',
      items: callerAccounts(request).filter((account) => account.business === business.id),
    })),
    client_ad_accounts: businessEdge('client_ad_accounts', () => ({ kind: 'adaccount', items: [] })),
    instagram_business_accounts: businessEdge('instagram_business_accounts', (business, request) => ({
      kind: 'photo_account',
      items: listCallerPages(business, request).flatMap(
        (page) => request.social.photoAccounts[page.photoAccount ?? ''] ?? [],
      ),
    })),
    instagram_accounts: businessEdge('instagram_accounts', (business, request) => ({
      kind: 'photo_account',
      items: listCallerPages(business, request).flatMap(
        (page) => request.social.photoAccounts[page.photoAccount ?? ''] ?? [],
      ),
    })),
  },
})
