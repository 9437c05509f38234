// Webhook endpoints and events for tests.

import type { Receiver } from './receiver.ts'
import type { TestService } from './service.ts'
import { newUser } from './users.ts'

/** No server listens at this URL. */
export const unreachableUrl = 'http://localhost:3000/hooks'

/** A new workspace with the calls of webhook tests. */
export interface WebhookWorkspace {
  readonly apiKey: string
  readonly call: TestService['call']
  readonly post: TestService['post']
  newEndpoint(options?: {
    readonly url?: string
    readonly types?: readonly 'user.deleted'[]
  }): Promise<CreatedEndpoint>
  /** Emits events by deleting users, one millisecond apart. */
  emitEvents(count?: number): Promise<void>
  drain(): Promise<void>
}

interface CreatedEndpoint {
  readonly endpointId: string
  readonly secret: string
}

export async function newWebhookWorkspace(
  service: TestService,
  receiver?: Receiver,
): Promise<WebhookWorkspace> {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  if (receiver) {
    receiver.received.length = 0
    receiver.respond = () => 204
  }
  const call: WebhookWorkspace['call'] = (operation, body) => service.call(operation, body, { apiKey })
  return {
    apiKey,
    call,
    post: (operation, body) => service.post(operation, body, apiKey),
    newEndpoint: (options) => newEndpoint(service, { ...options, apiKey }),
    async emitEvents(count = 1) {
      for (let index = 0; index < count; index++) {
        service.clock.advance(1)
        await call('user/delete_user', { userId: await newUser(service, { workspaceId }) })
      }
    },
    drain: () => service.app.dispatcher.drain(),
  }
}

export async function newEndpoint(
  service: TestService,
  options: {
    readonly url?: string
    readonly types?: readonly 'user.deleted'[]
    readonly apiKey?: string
  } = {},
): Promise<CreatedEndpoint> {
  const { url = unreachableUrl, types = [], apiKey = service.apiKey } = options
  const { results } = await service.call('webhook/create_endpoint', { url, types: [...types] }, { apiKey })
  return { endpointId: results.endpoint.endpointId, secret: results.secret }
}

/** Creates an endpoint and returns the body of operations whose only field is the endpoint id. */
export async function newEndpointBody(service: TestService): Promise<{ endpointId: string }> {
  const { endpointId } = await newEndpoint(service)
  return { endpointId }
}
