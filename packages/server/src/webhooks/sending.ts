// Sends one event to an endpoint as a signed message. The message id is the same for every attempt.

import type { Event } from '@adrail/contract'
import type { Runtime } from '../base/runtime.ts'
import { eventRecord } from '../events/eventRecord.ts'
import type { Vault } from '../linking/vault.ts'
import type { Posted, PublicPost } from '../platforms/kit/publicPost.ts'
import type { DueDelivery } from '../store/webhookDeliveries.ts'
import type { WebhookEndpoint } from '../store/webhookEndpoints.ts'
import { goodSecrets } from './endpointSecrets.ts'
import { signedHeaders } from './signature.ts'

export interface SendingParts {
  readonly runtime: Runtime
  readonly vault: Vault
  /**
   * Returns the HTTP client for a workspace. The workspace decides
   * whether ports of the local machine are allowed.
   */
  readonly postFor: (workspaceId: string) => PublicPost
}

/** Returns the event of a delivery, or undefined when the event was deleted. */
export function deliveredEvent({
  event_id: id,
  type,
  user_id,
  data,
  occurred_at,
}: Pick<DueDelivery, 'event_id' | 'type' | 'user_id' | 'data' | 'occurred_at'>): Event | undefined {
  if (data === null || occurred_at === null) return undefined
  return eventRecord({ id, type, user_id, data, occurred_at })
}

/** The body is the same for every attempt. */
export function messageBody(event: Event): string {
  return JSON.stringify(event)
}

export async function sendMessage(
  { runtime, vault, postFor }: SendingParts,
  endpoint: WebhookEndpoint,
  event: Event,
  signal?: AbortSignal,
): Promise<Posted> {
  const body = messageBody(event)
  const sentAt = runtime.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'adrail',
    ...signedHeaders(goodSecrets(vault, endpoint, sentAt), { id: event.eventId, sentAt, body }),
  }
  return await postFor(endpoint.workspace_id).post(endpoint.url, headers, body, signal)
}

export function isTaken({ status }: Posted): boolean {
  return status >= 200 && status <= 299
}

/** Explains to operators why a delivery failed. */
export function problemOf(posted: Posted): string {
  if (isTaken(posted)) return ''
  if (posted.error !== '') return posted.error
  const redirects = posted.status >= 300 && posted.status <= 399
  return redirects
    ? `It answered with status ${posted.status}; redirects are not followed.`
    : `It answered with status ${posted.status}.`
}
