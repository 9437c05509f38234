// The events that an endpoint receives, and the form that changes them.

import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { client } from '../calls/client.ts'
import { useAsking } from '../calls/read.ts'
import { eventMeanings } from '../form/schema.ts'
import { ModalButton } from '../parts/modal.tsx'
import { useTask } from '../parts/task.tsx'
import { may } from '../session/session.ts'
import { eventName } from '../words/statuses.ts'
import { EventTypeChoices, type SentTypes, typesOf } from './eventTypeChoices.tsx'
import { eventTypes } from './eventTypes.ts'
import type { Endpoint } from './webhooks.tsx'

/** Lists the events that are sent, each with its meaning. */
export function SentEvents({
  endpoint,
  changed,
}: {
  readonly endpoint: Endpoint
  readonly changed: () => void
}) {
  const meanings = useAsking('event meanings', eventMeanings, [])
  const all = endpoint.types.length === 0
  // An event type that this release does not know is shown by its name.
  const sent = all ? eventTypes.filter((type) => type !== 'endpoint.test') : endpoint.types
  return (
    <section class="stack" aria-label="Events">
      <div class="row">
        <h2>Events</h2>
        {may('webhook/update_endpoint') && (
          <span class="end">
            <ModalButton name="Change the events" title="Change the events" look="plain small">
              {(close) => (
                <SentEventsForm
                  endpoint={endpoint}
                  done={() => {
                    close()
                    changed()
                  }}
                />
              )}
            </ModalButton>
          </span>
        )}
      </div>
      <details>
        <summary>{all ? 'All events, also future types' : sent.map(eventName).join(', ')}</summary>
        <dl class="meanings">
          {sent.map((type) => (
            <Fragment key={type}>
              <dt>
                {eventName(type)} <code>{type}</code>
              </dt>
              <dd>{meanings.results?.get(type) ?? ''}</dd>
            </Fragment>
          ))}
        </dl>
      </details>
    </section>
  )
}

function SentEventsForm({ endpoint, done }: { readonly endpoint: Endpoint; readonly done: () => void }) {
  const task = useTask()
  const [sent, setSent] = useState<SentTypes>(
    endpoint.types.length === 0 ? undefined : eventTypes.filter((type) => endpoint.types.includes(type)),
  )
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void task.run(async () => {
          await client.webhook.update_endpoint({ endpointId: endpoint.endpointId, types: typesOf(sent) })
          done()
        })
      }}
    >
      <EventTypeChoices sent={sent} change={setSent} error={task.errorOf('types')} />
      {task.rest}
      <div class="actions">
        <button type="submit" aria-disabled={task.busy}>
          Set the events
        </button>
      </div>
    </form>
  )
}
