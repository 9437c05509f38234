import { AdrailError } from '@adrail/client'
import { useAsking } from '../calls/read.ts'
import { eventMeanings } from '../form/schema.ts'
import { Choices } from '../parts/choices.tsx'
import { eventName } from '../words/statuses.ts'
import { type EventType, eventTypes } from './eventTypes.ts'

/**
 * The event types that an endpoint receives. `undefined` stands for all types, also those of later releases.
 */
export type SentTypes = readonly EventType[] | undefined

/**
 * Converts the selection to the API's form. The API sends all events for an empty list, so an empty selection
 * is an error.
 */
export function typesOf(sent: SentTypes): EventType[] {
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
  const { results: meanings } = useAsking('event meanings', eventMeanings, [])
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
          offered={eventTypes.filter((type) => type !== 'endpoint.test')}
          wordOf={eventName}
          detailOf={(type) => meanings?.get(type) ?? ''}
          chosen={sent}
          change={change}
        />
      )}
    </>
  )
}
