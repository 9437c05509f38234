// One message to an endpoint, and the response.

import type { Results } from '@adrail/client'
import { Badge, type BadgeContent } from '../parts/badge.tsx'
import { CopyButton } from '../parts/copyButton.tsx'
import { formatTimestamp } from '../words/formats.ts'

export type Delivery = Results<'webhook/list_deliveries'>['deliveries'][number]

export const deliveryStates = ['pending', 'delivered', 'failed'] as const

export const deliveryBadges: Readonly<Record<Delivery['state'], BadgeContent>> = {
  pending: { label: 'Pending', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** The payload as it was sent, formatted for reading, and the response. */
export function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const { eventId, state, status, problem, payload, response, attempts, attemptedAt, nextAttemptAt } =
    delivery
  return (
    <>
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <Badge {...deliveryBadges[state]} />
        </dd>
        <dt>Event id</dt>
        <dd>
          <code>{eventId}</code>
        </dd>
        <dt>Attempts</dt>
        <dd>
          {attemptedAt === '' ? 'None yet' : `${attempts}, the last on ${formatTimestamp(attemptedAt)}`}
        </dd>
        {nextAttemptAt !== '' && (
          <>
            <dt>Next attempt</dt>
            <dd>{formatTimestamp(nextAttemptAt)}</dd>
          </>
        )}
      </dl>
      <section class="stack call" aria-label="Payload">
        <div class="row">
          <h3>Payload</h3>
          {payload !== '' && <CopyButton text={payload} subject="the payload" />}
        </div>
        {payload === '' ? (
          <p class="muted">adrail no longer stores this event.</p>
        ) : (
          <pre class="wrap" tabindex={0}>
            {JSON.stringify(JSON.parse(payload), undefined, 2)}
          </pre>
        )}
      </section>
      <section class="stack call" aria-label="Response">
        <h3>{status === 0 ? 'Response' : `Response ${status}`}</h3>
        {problem !== '' && <p class="note bad">{problem}</p>}
        {response === '' ? (
          <p class="muted">{status === 0 ? 'No response.' : 'The response has no body.'}</p>
        ) : (
          <pre class="wrap" tabindex={0}>
            {response}
          </pre>
        )}
      </section>
    </>
  )
}
