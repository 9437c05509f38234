// What the tests of the professional network's operations need: a linked user and the sandbox beside it.

import { standingTokenText } from '@adrail/sandbox'
import { type LinkedCalls, useLinkedCalls } from './calls.ts'
import { sandboxOf, verbatim } from './sandbox.ts'
import { proUser } from './search.ts'
import { type TestOptions, useService } from './service.ts'

export interface Pro extends LinkedCalls {
  /** Asks the platform past the service, as the demo person. */
  ask(
    path: string,
    init?: { readonly method?: string; readonly body?: unknown; readonly creates?: boolean },
  ): Promise<unknown>
}

/** The user is linked to the garden shop of the demo person. */
export function usePro(
  environment: Readonly<Record<string, string>> = {},
  options: Pick<TestOptions, 'turnsDatabase'> = {},
): Pro {
  const service = useService({ environment, ...options })
  const sandbox = sandboxOf(service, 'pro')
  const calls = useLinkedCalls(service, sandbox, () => proUser(service))
  return Object.assign(calls, {
    ask: (path: string, init?: Parameters<Pro['ask']>[1]) => askAtPlatform(sandbox.url, path, init),
  })
}

/** The same at the sandbox of any service. A POST changes something unless it is said to create it. */
export async function askAtPlatform(
  url: string,
  path: string,
  {
    method = 'GET',
    body,
    creates = false,
  }: { readonly method?: string; readonly body?: unknown; readonly creates?: boolean } = {},
): Promise<unknown> {
  const response = await fetch(`${url}/rest/${path}`, {
    method,
    headers: {
      ...verbatim,
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': restliMethod(method, path, creates),
      'content-type': 'application/json',
      authorization: `Bearer ${standingTokenText('pro', 'ada', 'access', '')}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text || '{}')
}

function restliMethod(method: string, path: string, creates: boolean): string {
  if (method === 'DELETE') return method
  if (method === 'POST') return creates ? 'CREATE' : 'PARTIAL_UPDATE'
  return path.includes('?q=') ? 'FINDER' : 'GET'
}
