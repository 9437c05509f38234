// The events that an endpoint receives, and the form that changes them.

import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { useRequest } from '../calls/read.ts'
import { loadEventMeanings } from '../form/schema.ts'
import { ModalButton } from '../parts/modal.tsx'
import { useTask } from '../parts/task.tsx'
import { canCall } from '../session/session.ts'
import { formatEventName } from '../words/statuses.ts'
import { EventTypeChoices, type EventTypeSelection, toEventTypes } from './eventTypeChoices.tsx'
import { eventTypes } from './eventTypes.ts'
import type { Endpoint } from './webhooks.tsx'

/** Lists the events that are sent, each with its meaning. */
export function SubscribedEvents({
  endpoint,
  onChanged,
}: {
  readonly endpoint: Endpoint
  readonly onChanged: () => void
}) {
  const meaningsState = useRequest('event meanings', loadEventMeanings, [])
  const receivesAll = endpoint.types.length === 0
  // An event type that this release does not know is shown by its name.
  const subscribedTypes = receivesAll ? eventTypes.filter((type) => type !== 'endpoint.test') : endpoint.types
  return (
    <section class="stack" aria-label="Events">
      <div class="row">
        <h2>Events</h2>
        {canCall('webhook/update_endpoint') && (
          <span class="end">
            <ModalButton name="Change the events" title="Change the events" variant="plain small">
              {(close) => (
                <SubscribedEventsForm
                  endpoint={endpoint}
                  onDone={() => {
                    close()
                    onChanged()
                  }}
                />
              )}
            </ModalButton>
          </span>
        )}
      </div>
      <details>
        <summary>
          {receivesAll
            ? 'All events, including future types'
            : subscribedTypes.map(formatEventName).join(', ')}
        </summary>
        <dl class="meanings">
          {subscribedTypes.map((type) => (
            <Fragment key={type}>
              <dt>
                {formatEventName(type)} <code>{type}</code>
              </dt>
              <dd>{meaningsState.results?.get(type) ?? ''}</dd>
            </Fragment>
          ))}
        </dl>
      </details>
    </section>
  )
}

function SubscribedEventsForm({
  endpoint,
  onDone,
}: {
  readonly endpoint: Endpoint
  readonly onDone: () => void
}) {
  const task = useTask()
  const [selection, setSelection] = useState<EventTypeSelection>(
    endpoint.types.length === 0 ? undefined : eventTypes.filter((type) => endpoint.types.includes(type)),
  )
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void task.run(async () => {
          await client.webhook.update_endpoint({
            endpointId: endpoint.endpointId,
            types: toEventTypes(selection),
          })
          onDone()
        })
      }}
    >
      <EventTypeChoices selection={selection} change={setSelection} error={task.claimFieldError('types')} />
      {task.remainingError}
      <div class="actions">
        <button type="submit" aria-disabled={task.busy}>
          Save the events
        </button>
      </div>
    </form>
  )
}
