// What the workspace was told, the newest first.

import type { Event } from '@adrail/client'
import { address, ask, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useAsking } from '../calls/read.ts'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { moment } from '../words/figures.ts'
import { nameOf } from '../words/platforms.ts'
import { campaignStatus, eventName, operationName, sentence } from '../words/statuses.ts'
import { eventsAt, newestEvents } from './newestEvents.ts'

/** Every type there is: one that is missing here does not compile. */
const known: Readonly<Record<Event['type'], true>> = {
  'link.completed': true,
  'link.failed': true,
  'connection.needs_relink': true,
  'connection.healed': true,
  'connection.expires_soon': true,
  'operation.succeeded': true,
  'operation.failed': true,
  'operation.needs_attention': true,
  'approval.requested': true,
  'approval.decided': true,
  'guard.refused': true,
  'campaign.status_changed': true,
  'lead.received': true,
  'lead.withdrawn': true,
  'user.deleted': true,
  'endpoint.disabled': true,
  'endpoint.test': true,
  'database.writes_lost': true,
}
// The members of the table above are what it was declared with.
const types = Object.keys(known) as Event['type'][]

export function EventsPage() {
  const { query } = address.value
  const at = query.get('at') ?? ''
  const wanted = types.filter((type) => type === query.get('type'))
  const body = wanted.length === 0 ? {} : { types: wanted }
  const reading = useAsking(
    `events ${at} ${wanted}`,
    (signal) => (at === '' ? newestEvents(client, body, signal) : eventsAt(client, body, at, signal)),
    [{ operation: 'event/list_events', body: at === '' ? body : { ...body, pagination: at } }],
  )
  return (
    <Page
      title="Events"
      says="What happened by itself or on request. The same is sent to webhook endpoints."
      calls={reading.calls}
    >
      <div class="row">
        <Field label="Show">
          {(props) => (
            <select
              {...props}
              value={wanted[0] ?? ''}
              onChange={(event) => ask({ type: event.currentTarget.value, at: '' })}
            >
              <option value="">All events</option>
              {types.map((type) => (
                <option value={type} key={type}>
                  {eventName(type)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Shown reading={reading}>
        {({ events, userNames, pagination: { next, previous } }) =>
          events.length === 0 ? (
            <Empty title={at === '' ? 'No events yet' : 'Nothing newer yet'}>
              <p>When somebody links an account, or an operation ends, it stands here.</p>
              {at !== '' && <a href={to('events')}>To the newest events</a>}
            </Empty>
          ) : (
            <>
              <EventTable events={events} userNames={userNames} />
              <Pager pagination={{ next: previous, previous: next }} />
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
        href={to(`users/${userId}/leads`, { formId: data.formId })}
      >{`Lead form on ${nameOf(data.platform)}`}</a>
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
    const why = 'reason' in data && data.reason !== '' ? `: ${sentence(data.reason)}` : ''
    return <>{`${nameOf(data.platform)}${why}`}</>
  }
  if ('endpointId' in data) return <a href={to(`webhooks/${data.endpointId}`)}>{String(data.endpointId)}</a>
  return <>–</>
}
