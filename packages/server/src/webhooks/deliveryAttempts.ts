// Records the results of delivery attempts, for the deliveries and for their
// endpoint. An endpoint that accepts nothing for days is disabled.

import { recordAudit } from '../audit/chain.ts'
import { makeEvent } from '../events/emit.ts'
import type { PostResult } from '../platforms/connector-kit/publicPost.ts'
import type { Store } from '../store/tables.ts'
import { type DueDelivery, recordAttempt } from '../store/webhookDeliveries.ts'
import { recordEndpointHealth, type WebhookEndpoint } from '../store/webhookEndpoints.ts'
import { disableAfterMs, nextAttemptAt } from './retrySchedule.ts'
import {
  describeFailure,
  isDelivered,
  type SendingDeps,
  sendMessage,
  toDeliveredEvent,
} from './sendMessage.ts'

export interface DeliveryAttempt {
  readonly delivery: DueDelivery
  /** Absent if the event no longer exists, so that nothing was sent. */
  readonly response?: PostResult
}

export async function attemptDelivery(
  deps: SendingDeps,
  endpoint: WebhookEndpoint,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const event = toDeliveredEvent(delivery)
  return event ? { delivery, response: await sendMessage(deps, endpoint, event, signal) } : { delivery }
}

/** Records several attempts at one endpoint in one transaction. */
export async function recordAttempts(
  deps: SendingDeps & { readonly store: Store },
  endpoint: WebhookEndpoint,
  attempts: readonly DeliveryAttempt[],
): Promise<void> {
  const { store } = deps
  await store.db.transaction().execute(async (transaction) => {
    // The endpoint is updated first, as in every change of an endpoint,
    // so that concurrent changes wait for each other.
    const verdict = evaluateEndpoint(deps, endpoint, attempts)
    const isUpdated = verdict !== undefined && (await recordEndpointHealth(transaction, endpoint, verdict))
    for (const { delivery, response } of attempts)
      await recordAttempt(transaction, delivery, toDeliveryChange(deps, delivery, response))
    // If the endpoint's URL was changed or the endpoint deleted
    // meanwhile, no event is emitted about the old URL.
    if (isUpdated && verdict.status === 'disabled')
      await emitDisabled(deps, transaction, endpoint, verdict.reason)
  })
}

type EndpointVerdict = Pick<WebhookEndpoint, 'failing_since'> &
  ({ readonly status?: never } | { readonly status: 'disabled'; readonly reason: 'failing' | 'gone' })

/** Returns undefined when the attempts change nothing about the endpoint. */
function evaluateEndpoint(
  { runtime }: SendingDeps,
  { failing_since }: WebhookEndpoint,
  attempts: readonly DeliveryAttempt[],
): EndpointVerdict | undefined {
  const responses = attempts.flatMap((attempt) => attempt.response ?? [])
  if (responses.some(isDelivered)) return failing_since === null ? undefined : { failing_since: null }
  if (responses.length === 0) return undefined
  const now = runtime.now()
  const since = failing_since ?? now
  // Standard Webhooks defines status 410 as a request to send nothing to this URL again.
  if (responses.some(({ status }) => status === 410))
    return { failing_since: since, status: 'disabled', reason: 'gone' }
  if (now - since >= disableAfterMs) return { failing_since: since, status: 'disabled', reason: 'failing' }
  return failing_since === null ? { failing_since: now } : undefined
}

function toDeliveryChange(
  { runtime }: SendingDeps,
  { attempts }: DueDelivery,
  response: PostResult | undefined,
) {
  const attempted_at = runtime.now()
  if (!response)
    return { state: 'failed', attempted_at, problem: 'adrail no longer keeps the event.' } as const
  const outcome = {
    status: response.status,
    problem: describeFailure(response),
    response: response.body,
    attempted_at,
  }
  if (isDelivered(response)) return { ...outcome, state: 'delivered' } as const
  const next_at = nextAttemptAt(runtime, attempts + 1, response.retryAfter)
  return next_at === undefined ? ({ ...outcome, state: 'failed' } as const) : { ...outcome, next_at }
}

async function emitDisabled(
  { runtime }: SendingDeps,
  transaction: Parameters<typeof recordAudit>[0],
  { id, workspace_id }: WebhookEndpoint,
  reason: 'failing' | 'gone',
): Promise<void> {
  const record = {
    workspaceId: workspace_id,
    at: runtime.now(),
    event: 'endpoint.disabled',
    actor: 'service',
    subject: id,
    after: { reason },
  }
  await recordAudit(transaction, record, [
    makeEvent(runtime, 'endpoint.disabled', '', { endpointId: id, reason }),
  ])
}
