// Converts webhook endpoints to response records.

import type { HandlerOutput } from '@adrail/contract'
import type { HandlerContext } from '../../pipeline/handler.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import {
  findEndpoint,
  type NewEndpoint,
  parseEventTypes,
  type WebhookEndpoint,
} from '../../store/webhookEndpoints.ts'

type EndpointRecord = HandlerOutput<'webhook/list_endpoints'>['endpoints'][number]

/**
 * A URL can contain a secret of the receiver, so the record contains the URL only for keys that may change
 * it.
 */
export function toEndpointRecord(
  endpoint: NewEndpoint,
  { scopes }: HandlerContext<'webhook/list_endpoints'>['caller'],
): EndpointRecord {
  const { id, url, description, status, reason, failing_since, created_at } = endpoint
  return {
    endpointId: id,
    url: scopes.has('admin') ? url : '',
    types: parseEventTypes(endpoint),
    description,
    status,
    reason,
    failingSince: formatTime(failing_since),
    createdAt: formatTime(created_at),
  }
}

/** Throws `ENDPOINT_NOT_FOUND` if the workspace has no such endpoint. */
export async function requireEndpoint(
  {
    store,
    caller,
    createError,
  }: Pick<HandlerContext<'webhook/delete_endpoint'>, 'store' | 'caller' | 'createError'>,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(store.db, caller.workspaceId, endpointId)
  if (!endpoint) throw createError('ENDPOINT_NOT_FOUND', { values: { id: endpointId } })
  return endpoint
}
