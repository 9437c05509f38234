// Businesses, and the pages and accounts that are reached through them.
// https://developers.facebook.com/docs/marketing-api/reference/business

import { listCallerAccounts, listCallerPageRoles, requireBusinessScope } from '../access.ts'
import { createNodeKindWithId, type Edge, type Listing } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { chargeUsage } from '../graph/usage.ts'
import type { Business } from '../state.ts'
import { formatUtcTime } from '../times.ts'
import { buildProfilePicture } from './pictures.ts'

const docsUrl = 'https://developers.facebook.com/docs/marketing-api/reference/business'

function createBusinessEdge(
  name: string,
  list: (business: Business, request: GraphRequest) => Listing,
): Edge<Business> {
  return {
    docsUrl: `${docsUrl}/${name}`,
    list: (business, request) => {
      chargeUsage(request, 'platform', request.caller.app.clientId)
      requireBusinessScope(request)
      return list(business, request)
    },
  }
}

const listCallerPages = (business: Business, request: GraphRequest) =>
  listCallerPageRoles(request)
    .flatMap(({ id }) => request.social.pages[id] ?? [])
    .filter((page) => page.business === business.id)

export const businessKind = createNodeKindWithId<Business>({
  type: 'Business',
  docsUrl,
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
    owned_pages: createBusinessEdge('owned_pages', (business, request) => ({
      kind: 'page',
      items: listCallerPages(business, request),
    })),
    client_pages: createBusinessEdge('client_pages', () => ({ kind: 'page', items: [] })),
    owned_ad_accounts: createBusinessEdge('owned_ad_accounts', (business, request) => ({
      kind: 'adaccount',
      items: listCallerAccounts(request).filter((account) => account.business === business.id),
    })),
    client_ad_accounts: createBusinessEdge('client_ad_accounts', () => ({ kind: 'adaccount', items: [] })),
    instagram_business_accounts: createBusinessEdge('instagram_business_accounts', (business, request) => ({
      kind: 'photo_account',
      items: listCallerPages(business, request).flatMap(
        (page) => request.social.photoAccounts[page.photoAccount ?? ''] ?? [],
      ),
    })),
    instagram_accounts: createBusinessEdge('instagram_accounts', (business, request) => ({
      kind: 'photo_account',
      items: listCallerPages(business, request).flatMap(
        (page) => request.social.photoAccounts[page.photoAccount ?? ''] ?? [],
      ),
    })),
  },
})
