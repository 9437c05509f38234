// Endpoints and events for tests.

import type { Receiver } from './receiver.ts'
import type { TestService } from './service.ts'
import { newUser } from './users.ts'

/** Nobody listens there. */
export const nowhere = 'http://localhost:3000/hooks'

/** A workspace of its own with what tests of webhooks do in it. */
export interface Corner {
  readonly apiKey: string
  readonly call: TestService['call']
  readonly post: TestService['post']
  newEndpoint(at?: {
    readonly url?: string
    readonly types?: readonly 'user.deleted'[]
  }): Promise<NewEndpoint>
  /** Deletes so many users, each of which is an event, a millisecond apart. */
  tell(count?: number): Promise<void>
  settle(): Promise<void>
}

interface NewEndpoint {
  readonly endpointId: string
  readonly secret: string
}

export async function newCorner(service: TestService, receiver?: Receiver): Promise<Corner> {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  if (receiver) {
    receiver.received.length = 0
    receiver.answer = () => 204
  }
  const call: Corner['call'] = (operation, body) => service.call(operation, body, { apiKey })
  return {
    apiKey,
    call,
    post: (operation, body) => service.post(operation, body, apiKey),
    newEndpoint: (at) => newEndpoint(service, { ...at, apiKey }),
    async tell(count = 1) {
      for (let index = 0; index < count; index++) {
        service.clock.advance(1)
        await call('user/delete_user', { userId: await newUser(service, { workspaceId }) })
      }
    },
    settle: () => service.app.dispatcher.settle(),
  }
}

export async function newEndpoint(
  service: TestService,
  wanted: {
    readonly url?: string
    readonly types?: readonly 'user.deleted'[]
    readonly apiKey?: string
  } = {},
): Promise<NewEndpoint> {
  const { url = nowhere, types = [], apiKey = service.apiKey } = wanted
  const { results } = await service.call('webhook/create_endpoint', { url, types: [...types] }, { apiKey })
  return { endpointId: results.endpoint.endpointId, secret: results.secret }
}

/** The body of operations that name an endpoint and nothing else. */
export async function ofNewEndpoint(service: TestService): Promise<{ endpointId: string }> {
  const { endpointId } = await newEndpoint(service)
  return { endpointId }
}
