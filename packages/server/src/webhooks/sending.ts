// One message to an endpoint: an event, written down, signed and sent. Its id is the same however often it is sent.

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
  /** What sends for a workspace: whether to ports of this machine too depends on the workspace. */
  readonly postFor: (workspaceId: string) => PublicPost
}

/** The event of a delivery; nothing when it is not kept any more. */
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

/** The same however often it is sent. */
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

/** Why it was not taken, for people. */
export function problemOf(posted: Posted): string {
  if (isTaken(posted)) return ''
  if (posted.error !== '') return posted.error
  const redirects = posted.status >= 300 && posted.status <= 399
  return redirects
    ? `It answered with status ${posted.status}; redirects are not followed.`
    : `It answered with status ${posted.status}.`
}
