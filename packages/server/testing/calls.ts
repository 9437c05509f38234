// Calls of a linked user, and what the platform was asked meanwhile: the same for the tests of every platform.

import type { OperationName, RequestBody } from '@adrail/contract'
import type { RequestRecord } from '@adrail/sandbox'
import { afterEach, expect } from 'vitest'
import { useLinkedUser } from './linked.ts'
import type { SandboxDoor } from './sandbox.ts'
import type { TestAnswer, TestService } from './service.ts'

/** What is asked for, without the user: a test's calls add their own. */
export type UserlessBody<Name extends OperationName> = Omit<RequestBody<Name>, 'userId'>

type OfUser<Name extends OperationName> = UserlessBody<Name> & { readonly userId?: string }

export interface LinkedCalls {
  readonly service: TestService
  readonly sandbox: SandboxDoor
  readonly userId: string
  /** Calls with the linked user's id, unless the body names another. */
  call<Name extends OperationName>(
    operation: Name,
    body: OfUser<Name>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer<Name>>
  /** The same, and what the platform was asked meanwhile. */
  watch<Name extends OperationName>(
    operation: Name,
    body: OfUser<Name>,
  ): Promise<
    TestAnswer<Name> & { readonly requests: readonly RequestRecord[]; readonly calls: readonly string[] }
  >
}

export function useLinkedCalls(
  service: TestService,
  sandbox: SandboxDoor,
  link: () => Promise<string>,
): LinkedCalls {
  const linked = useLinkedUser(link)
  afterEach(async () => {
    const unspent = await sandbox.unspent()
    await sandbox.forgetFaults()
    // Whatever was blocked is open again for the next test.
    service.clock.advance(10 * 60_000)
    // An ordered failure that met nobody means that the test proved something else.
    expect(unspent).toEqual([])
  })
  const call: LinkedCalls['call'] = (operation, body, headers = {}) =>
    // The user is the one member that every operation of a platform has.
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
      const requests = await sandbox.requests()
      return { ...answer, requests, calls: requests.map(({ call: name }) => name) }
    },
  }
}
