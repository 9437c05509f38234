import { AdrailError } from '@adrail/client'
import { useRequest } from '../calls/read.ts'
import { loadEventMeanings } from '../form/schema.ts'
import { Choices } from '../parts/choices.tsx'
import { formatEventName } from '../words/statuses.ts'
import { type EventType, eventTypes } from './eventTypes.ts'

/**
 * The event types that an endpoint receives. `undefined` stands for all types, also those of later releases.
 */
export type EventTypeSelection = readonly EventType[] | undefined

/**
 * Converts the selection to the API's form. The API sends all events for an empty list, so an empty selection
 * is an error.
 */
export function toEventTypes(selection: EventTypeSelection): EventType[] {
  if (selection?.length === 0)
    throw new AdrailError('Choose at least one event, or all events.', {
      operation: 'webhook/update_endpoint',
      code: 'INVALID_FIELD',
      status: 0,
      retryable: false,
      field: 'types',
    })
  return [...(selection ?? [])]
}

/** Selects the events that an endpoint receives, with the meaning of each. */
export function EventTypeChoices({
  selection,
  change,
  error,
}: {
  readonly selection: EventTypeSelection
  readonly change: (selection: EventTypeSelection) => void
  readonly error: string
}) {
  const { results: meanings } = useRequest('event meanings', loadEventMeanings, [])
  return (
    <>
      <fieldset class="field">
        <legend>Events</legend>
        <label class="check">
          <input type="radio" name="sent" checked={!selection} onChange={() => change(undefined)} />
          All events, including future types
        </label>
        <label class="check">
          <input type="radio" name="sent" checked={selection !== undefined} onChange={() => change([])} />
          Only these
        </label>
      </fieldset>
      {selection && (
        <Choices
          legend="Events to send"
          error={error}
          // Every endpoint receives test events, regardless of its selection.
          options={eventTypes.filter((type) => type !== 'endpoint.test')}
          formatLabel={formatEventName}
          formatDetail={(type) => meanings?.get(type) ?? ''}
          selected={selection}
          change={change}
        />
      )}
    </>
  )
}
