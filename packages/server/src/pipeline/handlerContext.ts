// Builds the context of a handler from the operation's declaration.

import { declarationOf, type OperationName } from '@adrail/contract'
import type { Caller } from '../admission/authenticate.ts'
import { recordAudit, type Surface } from '../audit/chain.ts'
import { makeEvent } from '../events/emit.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { User } from '../store/users.ts'
import { makeCursorCodec } from './cursorCodec.ts'
import type { AnyHandlerContext } from './handler.ts'
import { makePaging } from './paging.ts'
import type { Service } from './service.ts'

export interface RequestContext {
  readonly caller: Caller
  readonly operation: OperationName
  readonly user?: User
  readonly requestId: string
  readonly surface: Surface
  readonly body: Readonly<Record<string, unknown>>
  /** The file, for operations whose body is one. */
  readonly content?: Buffer
}

export async function createHandlerContext(
  service: Service,
  requestContext: RequestContext,
): Promise<AnyHandlerContext> {
  const { caller, operation, user, requestId, surface, body, content } = requestContext
  const { workspaceId, keyId } = caller
  const { platform, pageSize, audit, events } = declarationOf(operation)
  const userId = user?.id ?? ''
  const linkedAccount = platform && (await service.accounts.connect(workspaceId, userId, platform))
  const accountId = linkedAccount?.pinnedConnection.accountId ?? ''
  const codecFor = (list: string) =>
    makeCursorCodec(service.keyring, { workspaceId, operation, userId, accountId, list })
  return {
    caller,
    runtime: platform ? service.runtimeByPlatform[platform] : service.runtime,
    createError: (code, details) => new ServiceError(code, details),
    connector: linkedAccount?.connector,
    ...(pageSize === undefined ? {} : { page: makePaging(String(body['pagination'] ?? ''), codecFor) }),
    ...(user ? { user } : {}),
    ...(content ? { content } : {}),
    surface,
    users: service.users,
    store: service.store,
    linking: service.linking,
    connections: service.connections,
    accounts: service.accounts,
    runtimeByPlatform: service.runtimeByPlatform,
    pictures: service.pictures,
    leads: service.leads,
    images: service.images,
    webhooks: service.webhooks,
    journal: service.journal,
    platformClients: service.platformClients,
    async recordAuditEntry(transaction, { eventData, ...change }) {
      if ('none' in audit) throw new Error(`${operation} declares that it records nothing.`)
      const at = service.runtime.now()
      const { event } = audit
      const auditFields = { workspaceId, at, event, actor: keyId, requestId, surface, userId }
      // The handler's type requires the data of the event that its operation declares.
      const newEvents = events.map((type) =>
        makeEvent(service.runtime, type, change.userId ?? userId, eventData as never),
      )
      await recordAudit(transaction, { ...auditFields, ...change }, newEvents)
    },
  }
}
