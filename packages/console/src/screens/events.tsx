// The events of the workspace, newest first.

import type { Event } from '@adrail/client'
import { toHref } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRequest } from '../calls/read.ts'
import { userLookup } from '../form/nameLookups.ts'
import { type Filter, Filters, omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { formatTimestamp } from '../words/formats.ts'
import { formatPlatform } from '../words/platforms.ts'
import {
  formatCode,
  formatEventName,
  formatOperationName,
  formatReason,
  toCampaignBadge,
} from '../words/statuses.ts'
import { eventTypes } from './eventTypes.ts'
import { loadEventsAt, loadNewestEvents } from './newestEvents.ts'

const filters: readonly Filter[] = [
  {
    name: 'type',
    label: 'Event',
    emptyLabel: 'All events',
    choices: eventTypes.map((type) => [type, formatEventName(type)]),
  },
  { name: 'userId', label: 'User', lookup: userLookup },
]

export function EventsPage() {
  const cursor = readQueryParameter('at')
  const selectedTypes = eventTypes.filter((type) => type === readQueryParameter('type'))
  const userId = readQueryParameter('userId')
  const body = { ...(selectedTypes.length === 0 ? {} : { types: selectedTypes }), ...omitEmpty({ userId }) }
  const isFiltered = filters.some(({ name }) => readQueryParameter(name) !== '')
  const readState = useRequest(
    `events ${cursor} ${selectedTypes} ${userId}`,
    (signal) =>
      cursor === '' ? loadNewestEvents(client, body, signal) : loadEventsAt(client, body, cursor, signal),
    [{ operation: 'event/list_events', body: cursor === '' ? body : { ...body, pagination: cursor } }],
  )
  return (
    <Page
      title="Events"
      description="Events of this workspace. adrail sends the same events to webhook endpoints."
      calls={readState.calls}
    >
      <Filters filters={filters} />
      <ReadView readState={readState}>
        {({ events, userNames, pagination: { next, previous } }) =>
          events.length === 0 ? (
            <Empty
              title={cursor !== '' ? 'No newer events yet' : isFiltered ? 'No such events' : 'No events yet'}
            >
              <p>Events appear when a user links an account or an operation finishes.</p>
              {cursor !== '' && <a href={toHref('events')}>Show the newest events</a>}
            </Empty>
          ) : (
            <>
              <EventTable events={events} userNames={userNames} />
              {/* The service always returns a cursor for newer events. The newest page has none to show yet. */}
              <Pager pagination={{ next: previous, previous: cursor === '' ? '' : next }} />
            </>
          )
        }
      </ReadView>
    </Page>
  )
}

function EventTable({
  events,
  userNames,
}: {
  readonly events: readonly Event[]
  readonly userNames: Readonly<Record<string, string>>
}) {
  return (
    <Table
      name="Events"
      rows={events}
      getId={({ eventId }) => eventId}
      columns={[
        { label: 'Event', cell: ({ type }) => <strong>{formatEventName(type)}</strong> },
        { label: 'About', cell: (event) => <EventSubject event={event} /> },
        {
          label: 'User',
          cell: ({ userId }) => <UserLink userId={userId} name={userNames[userId]} />,
        },
        { label: 'When', isRightAligned: true, cell: ({ timestamp }) => formatTimestamp(timestamp) },
      ]}
    />
  )
}

function EventSubject({ event: { data, userId } }: { readonly event: Event }) {
  if ('operationId' in data)
    return <a href={toHref(`operations/${data.operationId}`)}>{formatOperationName(data.operation)}</a>
  if ('leadId' in data)
    return (
      <a
        href={toHref('leads', { userId, formId: data.formId })}
      >{`${('formName' in data && data.formName) || 'Lead form'} on ${formatPlatform(data.platform)}`}</a>
    )
  if ('previousStatus' in data) {
    const { platform, campaignId, previousStatus, previousEffectiveStatus } = data
    const before = toCampaignBadge({ status: previousStatus, effectiveStatus: previousEffectiveStatus }).label
    return (
      <a
        href={toHref(`users/${userId}/${platform}/${campaignId}`)}
      >{`${formatPlatform(platform)}: ${before} → ${toCampaignBadge(data).label}`}</a>
    )
  }
  if ('code' in data) return <>{`${formatOperationName(data.operation)}: ${formatCode(data.code)}`}</>
  if ('platform' in data) {
    const reasonText = 'reason' in data && data.reason !== '' ? `: ${formatReason(data.reason)}` : ''
    return <>{`${formatPlatform(data.platform)}${reasonText}`}</>
  }
  if ('endpointId' in data)
    return <a href={toHref(`webhooks/${data.endpointId}`)}>{String(data.endpointId)}</a>
  return <>–</>
}
