// Makes what a handler is given, for a request or for the journal's runner.

import type { OperationName } from '@adrail/contract'
import { makeCursors } from './cursors.ts'
import type { Caller } from './guard/authenticate.ts'
import type { Context } from './handler.ts'
import type { Service } from './service.ts'
import type { User } from './store/users.ts'

export interface Occasion {
  readonly caller: Caller
  readonly operation: OperationName
  readonly user?: User
}

export function contextFor(service: Service, { caller, operation, user }: Occasion): Context {
  const { workspaceId } = caller
  const binding = { workspaceId, operation, ...(user ? { userId: user.id } : {}) }
  return {
    caller,
    ...(user ? { user } : {}),
    users: service.users,
    store: service.store,
    linking: service.linking,
    connections: service.connections,
    runtime: service.runtime,
    cursors: makeCursors(service.keyring, binding),
    async connect(userId, platform) {
      const connected = await service.connections.connect(workspaceId, userId, platform)
      return service.connectors[platform](connected)
    },
  }
}
