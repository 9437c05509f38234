import { AdrailError } from '@adrail/client'
import { useAsking } from '../calls/read.ts'
import { eventMeanings } from '../form/schema.ts'
import { Choices } from '../parts/choices.tsx'
import { eventName } from '../words/statuses.ts'
import { type EventType, eventTypes } from './eventTypes.ts'

/** The types of events that an endpoint gets; `undefined` stands for all, also of later releases. */
export type SentTypes = readonly EventType[] | undefined

/** As the service takes them: it sends all events where no type is named, which nobody means by choosing none. */
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

/** Which events an endpoint gets, each with what it means. */
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
          // A test is sent to its endpoint whatever the endpoint gets.
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
