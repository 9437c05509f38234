// Records the results of delivery attempts, for the deliveries and for their
// endpoint. An endpoint that accepts nothing for days is disabled.

import { recordAudit } from '../audit/chain.ts'
import { makeEvent } from '../events/tell.ts'
import type { Posted } from '../platforms/kit/publicPost.ts'
import type { Store } from '../store/tables.ts'
import { type DueDelivery, noteAttempt } from '../store/webhookDeliveries.ts'
import { judgeEndpoint, type WebhookEndpoint } from '../store/webhookEndpoints.ts'
import { disableAfterMs, nextAttemptAt } from './schedule.ts'
import { deliveredEvent, isTaken, problemOf, type SendingParts, sendMessage } from './sending.ts'

export interface Attempt {
  readonly delivery: DueDelivery
  /** Absent if the event no longer exists, so that nothing was sent. */
  readonly posted?: Posted
}

export async function attempt(
  parts: SendingParts,
  endpoint: WebhookEndpoint,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const event = deliveredEvent(delivery)
  return event ? { delivery, posted: await sendMessage(parts, endpoint, event, signal) } : { delivery }
}

/** Records several attempts at one endpoint in one transaction. */
export async function noteAttempts(
  parts: SendingParts & { readonly store: Store },
  endpoint: WebhookEndpoint,
  attempts: readonly Attempt[],
): Promise<void> {
  const { store } = parts
  await store.db.transaction().execute(async (transaction) => {
    // The endpoint is updated first, as in every change of an endpoint,
    // so that concurrent changes wait for each other.
    const verdict = verdictOn(parts, endpoint, attempts)
    const isJudged = verdict !== undefined && (await judgeEndpoint(transaction, endpoint, verdict))
    for (const { delivery, posted } of attempts)
      await noteAttempt(transaction, delivery, changeBy(parts, delivery, posted))
    // If the endpoint's URL was changed or the endpoint deleted
    // meanwhile, no event is emitted about the old URL.
    if (isJudged && verdict.status === 'disabled')
      await tellDisabled(parts, transaction, endpoint, verdict.reason)
  })
}

type Verdict = Pick<WebhookEndpoint, 'failing_since'> &
  ({ readonly status?: never } | { readonly status: 'disabled'; readonly reason: 'failing' | 'gone' })

/** Returns undefined when the attempts change nothing about the endpoint. */
function verdictOn(
  { runtime }: SendingParts,
  { failing_since }: WebhookEndpoint,
  attempts: readonly Attempt[],
): Verdict | undefined {
  const posted = attempts.flatMap((each) => each.posted ?? [])
  if (posted.some(isTaken)) return failing_since === null ? undefined : { failing_since: null }
  if (posted.length === 0) return undefined
  const now = runtime.now()
  const since = failing_since ?? now
  // Standard Webhooks defines status 410 as a request to send nothing to this URL again.
  if (posted.some(({ status }) => status === 410))
    return { failing_since: since, status: 'disabled', reason: 'gone' }
  if (now - since >= disableAfterMs) return { failing_since: since, status: 'disabled', reason: 'failing' }
  return failing_since === null ? { failing_since: now } : undefined
}

function changeBy({ runtime }: SendingParts, { attempts }: DueDelivery, posted: Posted | undefined) {
  const attempted_at = runtime.now()
  if (!posted) return { state: 'failed', attempted_at, problem: 'The event is not kept any more.' } as const
  const outcome = { status: posted.status, problem: problemOf(posted), response: posted.body, attempted_at }
  if (isTaken(posted)) return { ...outcome, state: 'delivered' } as const
  const next_at = nextAttemptAt(runtime, attempts + 1, posted.retryAfter)
  return next_at === undefined ? ({ ...outcome, state: 'failed' } as const) : { ...outcome, next_at }
}

async function tellDisabled(
  { runtime }: SendingParts,
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
