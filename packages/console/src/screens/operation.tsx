// One write: its outcome, its steps, and what is still unknown.

import { useEffect } from 'preact/hooks'
import { to } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { errorText } from '../form/errorText.ts'
import { Badge } from '../parts/badge.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/states.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { may } from '../session/session.ts'
import { moment } from '../words/figures.ts'
import { namePlatforms } from '../words/platforms.ts'
import { operationName, operationState, sentence, stepState } from '../words/statuses.ts'
import { BatchProgress } from './batchProgress.tsx'
import { type Operation, OperationActions } from './operationActions.tsx'

const lookEveryMs = 2000

export function OperationPage({ operationId }: { readonly operationId: string }) {
  const reading = useRead('operation/get_operation', { operationId })
  const operation = reading.results?.operation
  const isOpen = ['PENDING', 'EXECUTING', 'UNKNOWN'].includes(reading.results?.state ?? '')
  useEffect(() => {
    if (!isOpen || reading.busy) return
    const timer = setTimeout(reading.again, lookEveryMs)
    return () => clearTimeout(timer)
  }, [isOpen, reading.busy])
  return (
    <Page
      title={operation === undefined ? 'Operation' : operationName(operation)}
      says={operation === undefined ? operationId : `${operation} · ${operationId}`}
      back={{ href: to('operations'), text: 'Operations' }}
      calls={reading.calls}
      actions={reading.results && <OperationActions operation={reading.results} changed={reading.again} />}
    >
      <Shown reading={reading}>{(operation) => <Told operation={operation} />}</Shown>
    </Page>
  )
}

function Told({ operation }: { readonly operation: Operation }) {
  const { state, reason, userId, userName, outcome, createdAt, updatedAt } = operation
  const { says, ...worded } = operationState(state)
  const { error } = outcome ?? {}
  // The reason of a pending approval repeats the state, in words for programs.
  const waits = state === 'AWAITING_APPROVAL' && reason.includes(' ')
  return (
    <>
      <div class={`note ${worded.tone} stack`} role="status">
        <div>
          <Badge {...worded} />
        </div>
        {(waits || says !== '') && <p>{waits ? spoken(reason) : says}</p>}
        {!waits && reason !== '' && (
          <p>{reason.includes(' ') ? errorText(reason) : `Reason: ${sentence(reason)}.`}</p>
        )}
        {state === 'AWAITING_APPROVAL' && may('approval/decide') && (
          <a href={to('approvals')}>To the approvals</a>
        )}
        {!waits && typeof error === 'string' && error !== '' && <p>{errorText(error)}</p>}
      </div>
      {operation.progress ? (
        <BatchProgress
          progress={operation.progress}
          failures={operation.failures}
          isUndo={operation.operation !== 'campaign/pause_campaigns'}
        />
      ) : (
        <Steps operation={operation} />
      )}
      <dl class="facts">
        {userId !== '' && (
          <>
            <dt>For</dt>
            <dd>
              <UserLink userId={userId} name={userName} />
            </dd>
          </>
        )}
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

/** Formats timestamps for the reader and removes the URL, because the page links to it. */
function spoken(text: string): string {
  return text.replace(/ at https?:\/\/\S+/, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, moment)
}

function Steps({ operation: { steps } }: { readonly operation: Operation }) {
  return (
    <section class="stack">
      <h2>Steps</h2>
      {steps.length === 0 ? (
        <p class="muted">Nothing was sent to the platform.</p>
      ) : (
        <ol class="timeline">
          {steps.map(({ name, says, state, upstreamId }, index) => (
            <li key={`${index} ${name}`}>
              <strong>{namePlatforms(says) || sentence(name)}</strong>
              <Badge {...stepState[state]} />
              {upstreamId !== '' && <small>At the platform: {upstreamId}</small>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
