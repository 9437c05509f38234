import { useAsking } from '../calls/read.ts'
import { eventMeanings } from '../form/schema.ts'
import { Choices } from '../parts/choices.tsx'
import { eventName } from '../words/statuses.ts'
import { type EventType, eventTypes } from './eventTypes.ts'

/** Which events an endpoint gets, each with what it means. */
export function EventTypeChoices({
  chosen,
  change,
  error,
}: {
  readonly chosen: readonly EventType[]
  readonly change: (types: readonly EventType[]) => void
  readonly error: string
}) {
  const { results: meanings } = useAsking('event meanings', eventMeanings, [])
  return (
    <Choices
      legend="Events (optional)"
      help="Defaults to all events, also of later releases."
      error={error}
      // A test is sent to its endpoint whatever the endpoint gets.
      offered={eventTypes.filter((type) => type !== 'endpoint.test')}
      wordOf={eventName}
      detailOf={(type) => meanings?.get(type) ?? ''}
      chosen={chosen}
      change={change}
    />
  )
}
