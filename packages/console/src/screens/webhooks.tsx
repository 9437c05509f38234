// The webhook endpoints of the workspace.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { toHref } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { Badge, type BadgeContent } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { Page } from '../parts/page.tsx'
import { Secret } from '../parts/secret.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useTask } from '../parts/task.tsx'
import { canCall } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { formatEventName } from '../words/statuses.ts'
import { EventTypeChoices, type EventTypeSelection, toEventTypes } from './eventTypeChoices.tsx'

export type Endpoint = Results<'webhook/list_endpoints'>['endpoints'][number]

export function toEndpointBadge({ status, failingSince }: Endpoint): BadgeContent {
  if (status === 'disabled') return { label: 'Disabled', tone: 'bad' }
  return failingSince === '' ? { label: 'Enabled', tone: 'good' } : { label: 'Failing', tone: 'warn' }
}

export function WebhooksPage() {
  const readState = useRead('webhook/list_endpoints', {})
  return (
    <Page
      title="Webhooks"
      description="Endpoints that receive events. adrail signs each event and resends it until your endpoint returns 2xx."
      calls={readState.calls}
      actions={canCall('webhook/create_endpoint') && <NewEndpointButton onCreated={readState.reload} />}
    >
      <ReadView readState={readState}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <Empty title="No endpoints yet">
              <p>
                Add an endpoint to receive events at your URL. On your own machine, <code>adrail listen</code>{' '}
                forwards events without an endpoint.
              </p>
            </Empty>
          ) : (
            <Table
              name="Endpoints"
              rows={endpoints}
              getId={({ endpointId }) => endpointId}
              columns={[
                {
                  label: 'URL',
                  cell: ({ endpointId, url, description }) => (
                    <a href={toHref(`webhooks/${endpointId}`)}>{url || description || endpointId}</a>
                  ),
                },
                { label: 'Status', cell: (endpoint) => <Badge {...toEndpointBadge(endpoint)} /> },
                {
                  label: 'Events',
                  cell: ({ types }) => (types.length === 0 ? 'All' : types.map(formatEventName).join(', ')),
                },
                { label: 'Note', cell: ({ description }) => description },
                {
                  label: 'Created',
                  isRightAligned: true,
                  cell: ({ createdAt }) => formatTimestamp(createdAt),
                },
              ]}
            />
          )
        }
      </ReadView>
    </Page>
  )
}

function NewEndpointButton({ onCreated }: { readonly onCreated: () => void }) {
  return (
    <ModalButton name="Add an endpoint" title="Add an endpoint">
      <NewEndpointForm onCreated={onCreated} />
    </ModalButton>
  )
}

function NewEndpointForm({ onCreated }: { readonly onCreated: () => void }) {
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [selection, setSelection] = useState<EventTypeSelection>()
  const [secret, setSecret] = useState('')
  const task = useTask()
  if (secret !== '') return <Secret secret={secret} />
  const createEndpoint = () =>
    task.run(async () => {
      const createdEndpoint = await client.webhook.create_endpoint({
        url: url.trim(),
        description: description.trim(),
        types: toEventTypes(selection),
      })
      setSecret(createdEndpoint.secret)
      onCreated()
    })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void createEndpoint()
      }}
    >
      <Field label="URL" help="Public https URL of your receiver." error={task.claimFieldError('url')}>
        {(props) => (
          <input
            {...props}
            inputMode="url"
            placeholder="https://example.com/hooks"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field
        label="Note (optional)"
        help="Only visible in this workspace."
        error={task.claimFieldError('description')}
      >
        {(props) => (
          <input
            {...props}
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        )}
      </Field>
      <EventTypeChoices selection={selection} change={setSelection} error={task.claimFieldError('types')} />
      {task.remainingError}
      <div class="actions">
        <button type="submit" aria-disabled={task.busy}>
          Add the endpoint
        </button>
      </div>
    </form>
  )
}
