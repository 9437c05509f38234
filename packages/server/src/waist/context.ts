// Makes what a handler is given, for a request or for the journal's runner.

import { declarationOf, type OperationName } from '@adrail/contract'
import { recordAudit } from '../audit/audit.ts'
import type { Caller } from '../guard/authenticate.ts'
import type { User } from '../store/users.ts'
import { makeCursors } from './cursors.ts'
import type { Context } from './handler.ts'
import type { Service } from './service.ts'

export interface Occasion {
  readonly caller: Caller
  readonly operation: OperationName
  readonly user?: User
  readonly requestId?: string
}

export function contextFor(service: Service, { caller, operation, user, requestId = '' }: Occasion): Context {
  const { workspaceId } = caller
  const binding = { workspaceId, operation, ...(user ? { userId: user.id } : {}) }
  return {
    caller,
    ...(user ? { user } : {}),
    users: service.users,
    store: service.store,
    linking: service.linking,
    connections: service.connections,
    ...(service.planner ? { planner: service.planner } : {}),
    runtime: service.runtime,
    cursors: makeCursors(service.keyring, binding),
    async record(transaction, about) {
      const { audit } = declarationOf(operation)
      if ('none' in audit) throw new Error(`${operation} declares that it records nothing.`)
      const actor = caller.keyId
      const at = service.runtime.now()
      const userId = user?.id ?? ''
      await recordAudit(transaction, {
        workspaceId,
        at,
        event: audit.event,
        actor,
        requestId,
        userId,
        ...about,
      })
    },
    async connect(userId, platform) {
      const connected = await service.connections.connect(workspaceId, userId, platform)
      return service.connectors[platform](connected)
    },
  }
}
