// What the tests of the professional network's operations need: a linked user and the sandbox beside it.

import type { OperationName, RequestBody } from '@adrail/contract'
import { standingTokenText } from '@adrail/sandbox'
import { afterEach, expect } from 'vitest'
import { useLinkedUser } from './linked.ts'
import { type SandboxDoor, sandboxOf } from './sandbox.ts'
import { proUser } from './search.ts'
import { type TestAnswer, type TestService, useService } from './service.ts'

export interface Pro {
  readonly service: TestService
  readonly sandbox: SandboxDoor
  /** Linked to the garden shop of the demo person. */
  readonly userId: string
  call<Name extends OperationName>(
    operation: Name,
    body: Omit<RequestBody<Name>, 'userId'> & { readonly userId?: string },
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer<Name>>
  /** The same, and what the platform was asked meanwhile. */
  watch<Name extends OperationName>(
    operation: Name,
    body: Omit<RequestBody<Name>, 'userId'> & { readonly userId?: string },
  ): Promise<TestAnswer<Name> & { readonly calls: readonly string[] }>
  /** Asks the platform past the service, as the demo person. */
  ask(path: string, init?: { readonly method?: string; readonly body?: unknown }): Promise<unknown>
}

export function usePro(environment: Readonly<Record<string, string>> = {}): Pro {
  const service = useService({ environment })
  const sandbox = sandboxOf(service, 'pro')
  const linked = useLinkedUser(() => proUser(service))
  afterEach(async () => {
    const unspent = await sandbox.unspent()
    await sandbox.forgetFaults()
    // Whatever was blocked is open again for the next test.
    service.clock.advance(10 * 60_000)
    // An ordered failure that met nobody means that the test proved something else.
    expect(unspent).toEqual([])
  })
  const call: Pro['call'] = (operation, body, headers = {}) =>
    // The user is the one member that every operation here has.
    service.call(operation, { userId: linked.userId, ...body } as never, { headers })
  return {
    service,
    sandbox,
    get userId() {
      return linked.userId
    },
    call,
    async watch(operation, body) {
      await sandbox.forget()
      const answer = await call(operation, body)
      return { ...answer, calls: (await sandbox.requests()).map(({ call: name }) => name) }
    },
    ask: (path, init) => askAtPlatform(sandbox.url, path, init),
  }
}

async function askAtPlatform(
  url: string,
  path: string,
  { method = 'GET', body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<unknown> {
  const response = await fetch(`${url}/rest/${path}`, {
    method,
    headers: {
      'linkedin-version': '202607',
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': method === 'POST' ? 'PARTIAL_UPDATE' : path.includes('?q=') ? 'FINDER' : 'GET',
      'content-type': 'application/json',
      authorization: `Bearer ${standingTokenText('pro', 'ada', 'access', '')}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text || '{}')
}
