// Calls operations for a linked user and records the resulting platform requests. Shared by all platforms'
// tests.

import type { OperationName, RequestBody } from '@adrail/contract'
import type { RequestRecord } from '@adrail/sandbox'
import { afterEach, expect } from 'vitest'
import { useLinkedUser } from './linked.ts'
import type { SandboxAdmin } from './sandbox.ts'
import type { TestResponse, TestService } from './service.ts'

/** Request body without the user id. The calls of a test add the id of its linked user. */
export type UserlessBody<Name extends OperationName> = Omit<RequestBody<Name>, 'userId'>

type BodyWithUser<Name extends OperationName> = UserlessBody<Name> & { readonly userId?: string }

export interface LinkedCalls {
  readonly service: TestService
  readonly sandbox: SandboxAdmin
  readonly userId: string
  /** Calls the operation with the linked user's id, unless the body has another user id. */
  call<Name extends OperationName>(
    operation: Name,
    body: BodyWithUser<Name>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestResponse<Name>>
  /** Calls the operation and returns the platform requests that it caused. */
  callRecorded<Name extends OperationName>(
    operation: Name,
    body: BodyWithUser<Name>,
  ): Promise<
    TestResponse<Name> & { readonly requests: readonly RequestRecord[]; readonly calls: readonly string[] }
  >
}

export function useLinkedCalls(
  service: TestService,
  sandbox: SandboxAdmin,
  linkUser: () => Promise<string>,
): LinkedCalls {
  const linkedUser = useLinkedUser(linkUser)
  afterEach(async () => {
    const unusedFaults = await sandbox.listUnusedFaults()
    await sandbox.clearFaults()
    // Rate-limit blocks and open circuit breakers expire before the next test.
    service.clock.advance(10 * 60_000)
    // If no request met an injected fault, the test did not prove what it claims.
    expect(unusedFaults).toEqual([])
  })
  const call: LinkedCalls['call'] = (operation, body, headers = {}) =>
    // `userId` is the one field that all platform operations share.
    service.call(operation, { userId: linkedUser.userId, ...body } as never, { headers })
  return {
    service,
    sandbox,
    get userId() {
      return linkedUser.userId
    },
    call,
    async callRecorded(operation, body) {
      await sandbox.clearRequests()
      const response = await call(operation, body)
      const requests = await sandbox.requests()
      return { ...response, requests, calls: requests.map(({ call: name }) => name) }
    },
  }
}
