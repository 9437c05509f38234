// The events of the workspace, newest first.

import type { Event } from '@adrail/client'
import { to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useAsking } from '../calls/read.ts'
import { users } from '../form/nameLookups.ts'
import { asked, type Filter, Filters, given } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { moment } from '../words/figures.ts'
import { nameOf } from '../words/platforms.ts'
import { campaignStatus, eventName, operationName, reasonWords, sentence } from '../words/statuses.ts'
import { eventTypes as types } from './eventTypes.ts'
import { eventsAt, newestEvents } from './newestEvents.ts'

const filters: readonly Filter[] = [
  {
    name: 'type',
    label: 'Event',
    all: 'All events',
    choices: types.map((type) => [type, eventName(type)]),
  },
  { name: 'userId', label: 'User', lookup: users },
]

export function EventsPage() {
  const at = asked('at')
  const wanted = types.filter((type) => type === asked('type'))
  const userId = asked('userId')
  const body = { ...(wanted.length === 0 ? {} : { types: wanted }), ...given({ userId }) }
  const isNarrowed = filters.some(({ name }) => asked(name) !== '')
  const reading = useAsking(
    `events ${at} ${wanted} ${userId}`,
    (signal) => (at === '' ? newestEvents(client, body, signal) : eventsAt(client, body, at, signal)),
    [{ operation: 'event/list_events', body: at === '' ? body : { ...body, pagination: at } }],
  )
  return (
    <Page
      title="Events"
      says="What happened by itself or on request. The same is sent to webhook endpoints."
      calls={reading.calls}
    >
      <Filters filters={filters} />
      <Shown reading={reading}>
        {({ events, userNames, pagination: { next, previous } }) =>
          events.length === 0 ? (
            <Empty title={at !== '' ? 'Nothing newer yet' : isNarrowed ? 'No such events' : 'No events yet'}>
              <p>Events appear when someone links an account, or an operation ends.</p>
              {at !== '' && <a href={to('events')}>To the newest events</a>}
            </Empty>
          ) : (
            <>
              <EventTable events={events} userNames={userNames} />
              {/* The service always returns a cursor for newer events. The newest page has none to show yet. */}
              <Pager pagination={{ next: previous, previous: at === '' ? '' : next }} />
            </>
          )
        }
      </Shown>
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
      idOf={({ eventId }) => eventId}
      columns={[
        { label: 'Event', cell: ({ type }) => <strong>{eventName(type)}</strong> },
        { label: 'About', cell: (event) => <About event={event} /> },
        {
          label: 'User',
          cell: ({ userId }) => <UserLink userId={userId} name={userNames[userId]} />,
        },
        { label: 'When', figure: true, cell: ({ timestamp }) => moment(timestamp) },
      ]}
    />
  )
}

function About({ event: { data, userId } }: { readonly event: Event }) {
  if ('operationId' in data)
    return <a href={to(`operations/${data.operationId}`)}>{operationName(data.operation)}</a>
  if ('leadId' in data)
    return (
      <a
        href={to('leads', { userId, formId: data.formId })}
      >{`${('formName' in data && data.formName) || 'Lead form'} on ${nameOf(data.platform)}`}</a>
    )
  if ('previousStatus' in data) {
    const { platform, campaignId, previousStatus, previousEffectiveStatus } = data
    const before = campaignStatus({ status: previousStatus, effectiveStatus: previousEffectiveStatus }).word
    return (
      <a
        href={to(`users/${userId}/${platform}/${campaignId}`)}
      >{`${nameOf(platform)}: ${before} → ${campaignStatus(data).word}`}</a>
    )
  }
  if ('code' in data) return <>{`${operationName(data.operation)}: ${sentence(data.code)}`}</>
  if ('platform' in data) {
    const why = 'reason' in data && data.reason !== '' ? `: ${reasonWords(data.reason)}` : ''
    return <>{`${nameOf(data.platform)}${why}`}</>
  }
  if ('endpointId' in data) return <a href={to(`webhooks/${data.endpointId}`)}>{String(data.endpointId)}</a>
  return <>–</>
}
