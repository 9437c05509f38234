// One webhook endpoint: its deliveries, their responses, and replays.

import { address, toHref, updateQuery } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { useTask } from '../parts/task.tsx'
import { canCall } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { formatEventName } from '../words/statuses.ts'
import { DeliveryDetails, deliveryBadges, deliveryStates } from './delivery.tsx'
import { EndpointActions } from './endpointActions.tsx'
import { SubscribedEvents } from './endpointEvents.tsx'
import { type Endpoint, toEndpointBadge } from './webhooks.tsx'

const disabledReasons: Readonly<Record<Endpoint['reason'], string>> = {
  '': '',
  caller: 'Someone disabled the endpoint.',
  failing: 'adrail disabled the endpoint after five days of failed deliveries.',
  gone: 'adrail disabled the endpoint because it returned 410 Gone.',
}

export function EndpointPage({ endpointId }: { readonly endpointId: string }) {
  const readState = useRead('webhook/list_endpoints', {})
  const endpoint = readState.results?.endpoints.find((each) => each.endpointId === endpointId)
  return (
    <Page
      title={endpoint?.description || endpoint?.url || 'Endpoint'}
      description={
        (endpoint?.description && endpoint.url) ||
        'Events that adrail sent to this endpoint, with the responses.'
      }
      back={{ href: toHref('webhooks'), text: 'Webhooks' }}
      calls={[...readState.calls, { operation: 'webhook/list_deliveries', body: { endpointId } }]}
      actions={
        endpoint &&
        canCall('webhook/update_endpoint') && (
          <EndpointActions endpoint={endpoint} onChanged={readState.reload} />
        )
      }
    >
      <ReadView readState={readState}>
        {() =>
          endpoint ? (
            <>
              <div class="row">
                <Badge {...toEndpointBadge(endpoint)} />
                <span class="muted">
                  {disabledReasons[endpoint.reason]}
                  {endpoint.failingSince !== '' &&
                    ` Failing since ${formatTimestamp(endpoint.failingSince)}.`}
                </span>
              </div>
              <SubscribedEvents endpoint={endpoint} onChanged={readState.reload} />
              <Deliveries endpointId={endpointId} />
            </>
          ) : (
            <Empty title="No such endpoint">
              <p>The endpoint was deleted, or the URL of this page is wrong.</p>
            </Empty>
          )
        }
      </ReadView>
    </Page>
  )
}

function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const { query } = address.value
  const cursor = query.get('at') ?? ''
  const state = deliveryStates.find((each) => each === query.get('state'))
  const readState = useRead('webhook/list_deliveries', {
    endpointId,
    ...(state ? { state } : {}),
    ...(cursor === '' ? {} : { pagination: cursor }),
  })
  return (
    <section class="stack" aria-label="Deliveries">
      <div class="row fields">
        <h2>Deliveries</h2>
        <span class="end">
          <Field label="Show">
            {(props) => (
              <select
                {...props}
                value={state ?? ''}
                onChange={(event) => updateQuery({ state: event.currentTarget.value, at: '' })}
              >
                <option value="">All</option>
                {deliveryStates.map((each) => (
                  <option value={each} key={each}>
                    {deliveryBadges[each].label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </span>
      </div>
      <ReadView readState={readState}>
        {({ deliveries, pagination }) =>
          deliveries.length === 0 && cursor === '' ? (
            <Empty title={state ? 'No such deliveries' : 'No deliveries yet'}>
              <p>Deliveries appear when the next event happens.</p>
            </Empty>
          ) : (
            <>
              <Table
                name="Deliveries"
                rows={deliveries}
                getId={({ eventId }) => eventId}
                columns={[
                  {
                    label: 'Event',
                    cell: ({ type, eventId }) => (
                      <span>
                        <strong>{formatEventName(type)}</strong>
                        <small>{eventId}</small>
                      </span>
                    ),
                  },
                  { label: 'Status', cell: ({ state }) => <Badge {...deliveryBadges[state]} /> },
                  {
                    label: 'Response',
                    cell: ({ status, problem }) => problem || (status === 0 ? '' : String(status)),
                  },
                  { label: 'Attempts', isRightAligned: true, cell: ({ attempts }) => attempts },
                  {
                    label: 'Last attempt',
                    isRightAligned: true,
                    cell: ({ attemptedAt }) => formatTimestamp(attemptedAt),
                  },
                  {
                    label: '',
                    isRightAligned: true,
                    cell: (delivery) => (
                      <span class="actions">
                        <ModalButton name="Show" title={formatEventName(delivery.type)} variant="plain small">
                          <DeliveryDetails delivery={delivery} />
                        </ModalButton>
                        {canCall('webhook/replay') && (
                          <ReplayButton
                            endpointId={endpointId}
                            eventId={delivery.eventId}
                            onDone={readState.reload}
                          />
                        )}
                      </span>
                    ),
                  },
                ]}
              />
              <Pager pagination={pagination} />
            </>
          )
        }
      </ReadView>
    </section>
  )
}

function ReplayButton({
  endpointId,
  eventId,
  onDone,
}: {
  endpointId: string
  eventId: string
  onDone: () => void
}) {
  const task = useTask()
  return (
    <>
      <button
        type="button"
        class="plain small"
        aria-disabled={task.busy}
        onClick={() =>
          void task.run(async () => {
            await client.webhook.replay({ endpointId, eventId, includeDelivered: true })
            onDone()
          })
        }
      >
        Resend
      </button>
      {task.remainingError}
    </>
  )
}
