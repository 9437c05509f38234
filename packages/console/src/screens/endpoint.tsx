// One webhook endpoint: its deliveries, their responses, and replays.

import { address, ask, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { useTask } from '../parts/task.tsx'
import { may } from '../session/session.ts'
import { moment } from '../words/figures.ts'
import { eventName } from '../words/statuses.ts'
import { deliveryState, Message, deliveryStates as states } from './delivery.tsx'
import { EndpointActions } from './endpointActions.tsx'
import { SentEvents } from './endpointEvents.tsx'
import { type Endpoint, endpointStatus } from './webhooks.tsx'

const why: Readonly<Record<Endpoint['reason'], string>> = {
  '': '',
  caller: 'It was disabled by hand.',
  failing: 'It took nothing for five days.',
  gone: 'It answered 410, gone for good.',
}

export function EndpointPage({ endpointId }: { readonly endpointId: string }) {
  const list = useRead('webhook/list_endpoints', {})
  const endpoint = list.results?.endpoints.find((each) => each.endpointId === endpointId)
  return (
    <Page
      title={endpoint?.description || endpoint?.url || 'Endpoint'}
      says={(endpoint?.description && endpoint.url) || 'What was sent there, and what came back.'}
      back={{ href: to('webhooks'), text: 'Webhooks' }}
      calls={[...list.calls, { operation: 'webhook/list_deliveries', body: { endpointId } }]}
      actions={
        endpoint &&
        may('webhook/update_endpoint') && <EndpointActions endpoint={endpoint} changed={list.again} />
      }
    >
      <Shown reading={list}>
        {() =>
          endpoint ? (
            <>
              <div class="row">
                <Badge {...endpointStatus(endpoint)} />
                <span class="muted">
                  {why[endpoint.reason]}
                  {endpoint.failingSince !== '' && ` Failing since ${moment(endpoint.failingSince)}.`}
                </span>
              </div>
              <SentEvents endpoint={endpoint} changed={list.again} />
              <Deliveries endpointId={endpointId} />
            </>
          ) : (
            <Empty title="No such endpoint">
              <p>It was deleted, or the address is wrong.</p>
            </Empty>
          )
        }
      </Shown>
    </Page>
  )
}

function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const { query } = address.value
  const at = query.get('at') ?? ''
  const state = states.find((each) => each === query.get('state'))
  const reading = useRead('webhook/list_deliveries', {
    endpointId,
    ...(state ? { state } : {}),
    ...(at === '' ? {} : { pagination: at }),
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
                onChange={(event) => ask({ state: event.currentTarget.value, at: '' })}
              >
                <option value="">All</option>
                {states.map((each) => (
                  <option value={each} key={each}>
                    {deliveryState[each].word}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </span>
      </div>
      <Shown reading={reading}>
        {({ deliveries, pagination }) =>
          deliveries.length === 0 && at === '' ? (
            <Empty title="Nothing was sent">
              <p>Deliveries appear when the next event happens.</p>
            </Empty>
          ) : (
            <>
              <Table
                name="Deliveries"
                rows={deliveries}
                idOf={({ eventId }) => eventId}
                columns={[
                  {
                    label: 'Event',
                    cell: ({ type, eventId }) => (
                      <span>
                        <strong>{eventName(type)}</strong>
                        <small>{eventId}</small>
                      </span>
                    ),
                  },
                  { label: 'Status', cell: ({ state }) => <Badge {...deliveryState[state]} /> },
                  {
                    label: 'Response',
                    cell: ({ status, problem }) => problem || (status === 0 ? '' : String(status)),
                  },
                  { label: 'Attempts', figure: true, cell: ({ attempts }) => attempts },
                  { label: 'Last attempt', figure: true, cell: ({ attemptedAt }) => moment(attemptedAt) },
                  {
                    label: '',
                    figure: true,
                    cell: (delivery) => (
                      <span class="actions">
                        <ModalButton name="Show" title={eventName(delivery.type)} look="plain small">
                          <Message delivery={delivery} />
                        </ModalButton>
                        {may('webhook/replay') && (
                          <Replay endpointId={endpointId} eventId={delivery.eventId} done={reading.again} />
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
      </Shown>
    </section>
  )
}

function Replay({ endpointId, eventId, done }: { endpointId: string; eventId: string; done: () => void }) {
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
            done()
          })
        }
      >
        Resend
      </button>
      {task.rest}
    </>
  )
}
