// Sends one event to an endpoint as a signed message. The message id is the same for every attempt.

import type { Event } from '@adrail/contract'
import { toEvent } from '../events/eventRecord.ts'
import type { Vault } from '../linking/vault.ts'
import type { PostResult, PublicPost } from '../platforms/connector-kit/publicPost.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { DueDelivery } from '../store/webhookDeliveries.ts'
import type { WebhookEndpoint } from '../store/webhookEndpoints.ts'
import { listValidSecrets } from './endpointSecrets.ts'
import { buildSignedHeaders } from './signature.ts'

export interface SendingDeps {
  readonly runtime: Runtime
  readonly vault: Vault
  /**
   * Returns the HTTP client for a workspace. The workspace decides
   * whether ports of the local machine are allowed.
   */
  readonly getPostClient: (workspaceId: string) => PublicPost
}

/** Returns the event of a delivery, or undefined when the event was deleted. */
export function toDeliveredEvent({
  event_id: id,
  type,
  user_id,
  data,
  occurred_at,
}: Pick<DueDelivery, 'event_id' | 'type' | 'user_id' | 'data' | 'occurred_at'>): Event | undefined {
  if (data === null || occurred_at === null) return undefined
  return toEvent({ id, type, user_id, data, occurred_at })
}

/** The body is the same for every attempt. */
export function serializeMessage(event: Event): string {
  return JSON.stringify(event)
}

export async function sendMessage(
  { runtime, vault, getPostClient }: SendingDeps,
  endpoint: WebhookEndpoint,
  event: Event,
  signal?: AbortSignal,
): Promise<PostResult> {
  const body = serializeMessage(event)
  const sentAt = runtime.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'adrail',
    ...buildSignedHeaders(listValidSecrets(vault, endpoint, sentAt), { id: event.eventId, sentAt, body }),
  }
  return await getPostClient(endpoint.workspace_id).post(endpoint.url, headers, body, signal)
}

export function isDelivered({ status }: PostResult): boolean {
  return status >= 200 && status <= 299
}

/** Explains to operators why a delivery failed. */
export function describeFailure(response: PostResult): string {
  if (isDelivered(response)) return ''
  if (response.error !== '') return response.error
  const isRedirect = response.status >= 300 && response.status <= 399
  return isRedirect
    ? `The endpoint returned status ${response.status}. adrail does not follow redirects.`
    : `The endpoint returned status ${response.status}.`
}
