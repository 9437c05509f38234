// For tests of the search and pro operations: linked users, and the sandbox behind them.

import { declarationOf, type OperationName } from '@adrail/contract'
import type { RequestRecord } from '@adrail/sandbox'
import { expect } from 'vitest'
import { z } from 'zod'
import { asList, at, type Json } from '../src/platforms/kit/values.ts'
import { linkedUser } from './linked.ts'
import { sandboxOf } from './sandbox.ts'
import type { TestAnswer, TestService } from './service.ts'

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

/** A success whose results are exactly what the operation declares. */
export function expectResults<Name extends OperationName>(operation: Name, answer: TestAnswer<Name>) {
  expect(answer.results, JSON.stringify(answer.results)).toMatchObject({ success: true, error: '' })
  expect(answer.status).toBe(200)
  const declared = declarationOf(operation).results.extend({ success: z.literal(true), error: z.literal('') })
  expect(declared.strict().parse(answer.results)).toEqual(answer.results)
  return answer.results
}

/** A refusal with its code and field, in one sentence that a person can act on. */
export function expectRefusal(
  answer: TestAnswer<OperationName>,
  expected: { readonly status: number; readonly code: string; readonly field?: string },
) {
  const { status, results } = answer
  const { success, code, field } = results
  expect({ status, success, code, field }, JSON.stringify(results)).toEqual({
    success: false,
    field: undefined,
    ...expected,
  })
  expect(results.error).toMatch(/^\S.{8,300}\.$/)
  expect(results.error.replace(/".*"/, '""')).not.toMatch(/\{[a-z]+\}|undefined|\[object|Error:| {2}/)
  return results
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
  const mutates = (requests: readonly RequestRecord[]) =>
    requests.filter(({ call, body }) => call === 'googleAds:mutate' && !body.includes('"validateOnly":true'))
  return {
    ...sandbox,
    get url() {
      return sandbox.url
    },
    /** What was changed in ad accounts; consents and tokens are another matter. */
    effects: async () => (await sandbox.effects()).filter(({ call }) => call.endsWith(':mutate')),
    /** Requests that changed something, or tried to. */
    writes: async () => mutates(await sandbox.requests()),
  }
}
