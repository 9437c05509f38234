// Calls of a linked user, and what the platform was asked meanwhile: the same for the tests of every platform.

import type { OperationName, RequestBody } from '@adrail/contract'
import type { RequestRecord } from '@adrail/sandbox'
import { afterEach, expect } from 'vitest'
import { useLinkedUser } from './linked.ts'
import type { SandboxAdmin } from './sandbox.ts'
import type { TestResponse, TestService } from './service.ts'

/** What is asked for, without the user: a test's calls add their own. */
export type UserlessBody<Name extends OperationName> = Omit<RequestBody<Name>, 'userId'>

type BodyWithUser<Name extends OperationName> = UserlessBody<Name> & { readonly userId?: string }

export interface LinkedCalls {
  readonly service: TestService
  readonly sandbox: SandboxAdmin
  readonly userId: string
  /** Calls with the linked user's id, unless the body names another. */
  call<Name extends OperationName>(
    operation: Name,
    body: BodyWithUser<Name>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestResponse<Name>>
  /** The same, and what the platform was asked meanwhile. */
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
    // Whatever was blocked is open again for the next test.
    service.clock.advance(10 * 60_000)
    // An ordered failure that met nobody means that the test proved something else.
    expect(unusedFaults).toEqual([])
  })
  const call: LinkedCalls['call'] = (operation, body, headers = {}) =>
    // The user is the one member that every operation of a platform has.
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
