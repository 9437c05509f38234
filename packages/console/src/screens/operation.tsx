// One write: how it ended, which steps were done, and what nobody knows yet.

import { useEffect } from 'preact/hooks'
import { to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { Badge } from '../parts/badge.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { may } from '../session/session.ts'
import { moment } from '../words/figures.ts'
import { operationState, reasonText, sentence, stepState } from '../words/statuses.ts'
import { type Operation, OperationActions } from './operationActions.tsx'

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
      actions={reading.results && <OperationActions operation={reading.results} changed={reading.again} />}
    >
      <Shown reading={reading}>{(operation) => <Told operation={operation} />}</Shown>
    </Page>
  )
}

function Told({ operation }: { readonly operation: Operation }) {
  const { state, reason, outcome, createdAt, updatedAt } = operation
  const { says, ...worded } = operationState(state)
  // Of one that waits the state says it all.
  const error = state === 'AWAITING_APPROVAL' ? '' : outcome?.['error']
  return (
    <>
      <div class={`note ${worded.tone} stack`} role="status">
        <div>
          <Badge {...worded} />
        </div>
        <p>{says}</p>
        {reason !== '' && <p>{reasonText(reason)}</p>}
        {state === 'AWAITING_APPROVAL' && may('approval/decide') && (
          <a href={to('approvals')}>To the approvals</a>
        )}
        {typeof error === 'string' && error !== '' && <p>{error}</p>}
      </div>
      <Steps operation={operation} />
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

function Steps({ operation: { steps } }: { readonly operation: Operation }) {
  return (
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
  )
}
