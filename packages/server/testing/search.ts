// For tests of the search and pro operations: linked users, and the sandbox behind them.

import type { RequestRecord } from '@adrail/sandbox'
import { asList, at, type Json } from '../src/platforms/kit/values.ts'
import { linkedUser } from './linked.ts'
import { sandboxOf } from './sandbox.ts'
import type { TestService } from './service.ts'

/** Fox Garden Shop, the demo person's account. */
export const gardenShop = '4823109756'

export function searchUser(
  service: TestService,
  { person = 'ada', accountId = gardenShop, apiKey = service.apiKey } = {},
): Promise<string> {
  return linkedUser(service, { platform: 'SEARCH', person, accountId, pageId: '', apiKey })
}

export function proUser(
  service: TestService,
  { person = 'ada', accountId = '512345678', apiKey = service.apiKey } = {},
): Promise<string> {
  return linkedUser(service, { platform: 'PROFESSIONAL', person, accountId, pageId: '', apiKey })
}

/** Rows of a query, asked past the service as the demo person. */
export async function rowsOf(service: TestService, query: string, accountId = gardenShop): Promise<Json[]> {
  const { url = '', search } = service.app.sandbox ?? {}
  const response = await fetch(`${url}/v25/customers/${accountId}/googleAds:search`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${search?.accessToken}`,
      'content-type': 'application/json',
      'login-customer-id': search?.loginCustomerId ?? '',
    },
    body: JSON.stringify({ query }),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(body))
  return asList(at(body, 'results')) as Json[]
}

/** The sandbox's side of the search platform. */
export function searchSandbox(service: TestService) {
  const sandbox = sandboxOf(service, 'search')
  const { requests, effects } = sandbox
  const isMutate = ({ call, body }: RequestRecord) =>
    call === 'googleAds:mutate' && !body.includes('"validateOnly":true')
  return Object.assign(sandbox, {
    /** What was changed in ad accounts; consents and tokens are another matter. */
    effects: async () => (await effects()).filter(({ call }) => call.endsWith(':mutate')),
    /** Requests that changed something, or tried to. */
    writes: async () => (await requests()).filter(isMutate),
  })
}
