// Writes: what was asked, which steps were done, and what nobody knows yet.

import type { Results } from '@adrail/client'
import { useEffect, useState } from 'preact/hooks'
import { go, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useAsking, useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { moment } from '../words/figures.ts'
import { operationState, sentence, stepState } from '../words/statuses.ts'
import { newestEvents } from './newestEvents.ts'

type Operation = Results<'operation/get_operation'>

const endings = ['operation.succeeded', 'operation.failed', 'operation.needs_attention'] as const

const endingWord = {
  'operation.succeeded': operationState('SUCCEEDED'),
  'operation.failed': operationState('FAILED'),
  'operation.needs_attention': operationState('NEEDS_ATTENTION'),
}

export function OperationsPage() {
  const [text, setText] = useState('')
  const body = { types: endings }
  const reading = useAsking('endings', (signal) => newestEvents(client, body, signal), [
    { operation: 'event/list_events', body },
  ])
  return (
    <Page
      title="Operations"
      says="Every write has a record: what was asked, which steps were done, and how it ended."
      calls={reading.calls}
    >
      <form
        class="row fields"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') go(to(`operations/${encodeURIComponent(text.trim())}`))
        }}
      >
        <Field label="Find by its id">
          {(props) => (
            <input
              {...props}
              placeholder="op_…"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="plain">
          Open
        </button>
      </form>
      <Shown reading={reading}>
        {({ events }) =>
          events.length === 0 ? (
            <Empty title="No writes yet">
              <p>Campaigns that are created, changed or paused leave their record here.</p>
            </Empty>
          ) : (
            <Table
              name="Operations"
              rows={events}
              idOf={({ eventId }) => eventId}
              columns={[
                {
                  label: 'Operation',
                  cell: ({ data }) =>
                    'operationId' in data && (
                      <a href={to(`operations/${data.operationId}`)}>{data.operation}</a>
                    ),
                },
                {
                  label: 'Ended',
                  cell: ({ type }) =>
                    type in endingWord && <Badge {...endingWord[type as keyof typeof endingWord]} />,
                },
                { label: 'When', figure: true, cell: ({ timestamp }) => moment(timestamp) },
              ]}
            />
          )
        }
      </Shown>
    </Page>
  )
}

const lookEveryMs = 2000

export function OperationPage({ operationId }: { readonly operationId: string }) {
  const reading = useRead('operation/get_operation', { operationId })
  const isOpen = ['PENDING', 'EXECUTING', 'UNKNOWN'].includes(reading.results?.state ?? '')
  useEffect(() => {
    if (!isOpen || reading.busy) return
    const timer = setTimeout(reading.again, lookEveryMs)
    return () => clearTimeout(timer)
  }, [isOpen, reading.busy])
  return (
    <Page
      title={reading.results?.operation ?? 'Operation'}
      says={operationId}
      back={{ href: to('operations'), text: 'Operations' }}
      calls={reading.calls}
    >
      <Shown reading={reading}>{(operation) => <Told operation={operation} />}</Shown>
    </Page>
  )
}

function Told({ operation }: { readonly operation: Operation }) {
  const { state, reason, steps, outcome, createdAt, updatedAt } = operation
  const { says, ...worded } = operationState(state)
  const { error } = outcome ?? {}
  return (
    <>
      <div class={`note ${worded.tone} stack`} role="status">
        <div>
          <Badge {...worded} />
        </div>
        <p>
          {says}
          {reason !== '' && ` Reason: ${sentence(reason)}.`}
        </p>
        {typeof error === 'string' && error !== '' && <p>{error}</p>}
      </div>
      <section class="stack">
        <h2>Steps</h2>
        {steps.length === 0 ? (
          <p class="muted">Nothing was sent to the platform.</p>
        ) : (
          <ol class="timeline">
            {steps.map(({ name, state, upstreamId }, index) => (
              <li key={`${index} ${name}`}>
                <strong>{sentence(name)}</strong>
                <Badge {...stepState[state]} />
                {upstreamId !== '' && <small>At the platform: {upstreamId}</small>}
              </li>
            ))}
          </ol>
        )}
      </section>
      <dl class="facts">
        <dt>Asked</dt>
        <dd>{moment(createdAt)}</dd>
        <dt>Last change</dt>
        <dd>{moment(updatedAt)}</dd>
      </dl>
      {outcome && (
        <details class="card">
          <summary>What the caller was answered</summary>
          <pre>{JSON.stringify(outcome, undefined, 2)}</pre>
        </details>
      )}
    </>
  )
}
