// Converts webhook endpoints to response records.

import type { ResultsWithoutRecord } from '@adrail/contract'
import type { HandlerContext } from '../../pipeline/handler.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import { findEndpoint, parseTypes, type WebhookEndpoint } from '../../store/webhookEndpoints.ts'

type EndpointRecord = ResultsWithoutRecord<'webhook/list_endpoints'>['endpoints'][number]

/**
 * A URL can contain a secret of the receiver, so the record contains the URL only for keys that may change
 * it.
 */
export function toEndpointRecord(
  endpoint: WebhookEndpoint,
  { scopes }: HandlerContext<'webhook/list_endpoints'>['caller'],
): EndpointRecord {
  const { id, url, description, status, reason, failing_since, created_at } = endpoint
  return {
    endpointId: id,
    url: scopes.has('admin') ? url : '',
    types: parseTypes(endpoint),
    description,
    status,
    reason,
    failingSince: formatTime(failing_since),
    createdAt: formatTime(created_at),
  }
}

/** Throws `ENDPOINT_NOT_FOUND` if the workspace has no such endpoint. */
export async function requireEndpoint(
  { store, caller, refuse }: Pick<HandlerContext<'webhook/delete_endpoint'>, 'store' | 'caller' | 'refuse'>,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(store.db, caller.workspaceId, endpointId)
  if (!endpoint) throw refuse('ENDPOINT_NOT_FOUND')
  return endpoint
}
