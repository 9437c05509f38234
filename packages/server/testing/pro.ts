// Fixtures of the LinkedIn operations' tests: a linked user and the sandbox.

import { standingTokenText } from '@adrail/sandbox'
import { type LinkedCalls, useLinkedCalls } from './calls.ts'
import { createSandboxAdmin, unvariedHeaders } from './sandbox.ts'
import { newProUser } from './search.ts'
import { type TestOptions, useService } from './service.ts'

export interface ProCalls extends LinkedCalls {
  /** Sends a request directly to the platform as the demo person. */
  requestPlatform(
    path: string,
    init?: { readonly method?: string; readonly body?: unknown; readonly isCreation?: boolean },
  ): Promise<unknown>
}

/** Starts a service with a user who is linked to the demo person's garden shop. */
export function usePro(
  environment: Readonly<Record<string, string>> = {},
  options: Pick<TestOptions, 'controlsDatabaseClock'> = {},
): ProCalls {
  const service = useService({ environment, ...options })
  const sandbox = createSandboxAdmin(service, 'pro')
  const calls = useLinkedCalls(service, sandbox, () => newProUser(service))
  return Object.assign(calls, {
    requestPlatform: (path: string, init?: Parameters<ProCalls['requestPlatform']>[1]) =>
      requestPro(sandbox.url, path, init),
  })
}

/** Sends a request to the sandbox at the URL. A POST is a partial update unless `isCreation` is true. */
export async function requestPro(
  url: string,
  path: string,
  {
    method = 'GET',
    body,
    isCreation = false,
  }: { readonly method?: string; readonly body?: unknown; readonly isCreation?: boolean } = {},
): Promise<unknown> {
  const response = await fetch(`${url}/rest/${path}`, {
    method,
    headers: {
      ...unvariedHeaders,
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': restliMethod(method, path, isCreation),
      'content-type': 'application/json',
      authorization: `Bearer ${standingTokenText('pro', 'ada', 'access', '')}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text || '{}')
}

function restliMethod(method: string, path: string, isCreation: boolean): string {
  if (method === 'DELETE') return method
  if (method === 'POST') return isCreation ? 'CREATE' : 'PARTIAL_UPDATE'
  return path.includes('?q=') ? 'FINDER' : 'GET'
}
