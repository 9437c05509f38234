import { AdrailError } from '@adrail/client'
import { useRequest } from '../calls/read.ts'
import { loadEventMeanings } from '../form/schema.ts'
import { Choices } from '../parts/choices.tsx'
import { formatEventName } from '../words/statuses.ts'
import { type EventType, eventTypes } from './eventTypes.ts'

/**
 * The event types that an endpoint receives. `undefined` stands for all types, also those of later releases.
 */
export type SentTypes = readonly EventType[] | undefined

/**
 * Converts the selection to the API's form. The API sends all events for an empty list, so an empty selection
 * is an error.
 */
export function toEventTypes(sent: SentTypes): EventType[] {
  if (sent?.length === 0)
    throw new AdrailError('Choose at least one event, or all events.', {
      operation: 'webhook/update_endpoint',
      code: 'INVALID_FIELD',
      status: 0,
      retryable: false,
      field: 'types',
    })
  return [...(sent ?? [])]
}

/** Selects the events that an endpoint receives, with the meaning of each. */
export function EventTypeChoices({
  sent,
  change,
  error,
}: {
  readonly sent: SentTypes
  readonly change: (sent: SentTypes) => void
  readonly error: string
}) {
  const { results: meanings } = useRequest('event meanings', loadEventMeanings, [])
  return (
    <>
      <fieldset class="field">
        <legend>Events</legend>
        <label class="check">
          <input type="radio" name="sent" checked={!sent} onChange={() => change(undefined)} />
          All events, also future types
        </label>
        <label class="check">
          <input type="radio" name="sent" checked={sent !== undefined} onChange={() => change([])} />
          Only these
        </label>
      </fieldset>
      {sent && (
        <Choices
          legend="Events to send"
          error={error}
          // Every endpoint receives test events, regardless of its selection.
          options={eventTypes.filter((type) => type !== 'endpoint.test')}
          formatLabel={formatEventName}
          formatDetail={(type) => meanings?.get(type) ?? ''}
          selected={sent}
          change={change}
        />
      )}
    </>
  )
}
