// One write: its outcome, its steps, and what is still unknown.

import { useEffect } from 'preact/hooks'
import { toHref } from '../address/address.ts'
import { useRead } from '../calls/read.ts'
import { formatError } from '../form/errorText.ts'
import { Badge } from '../parts/badge.tsx'
import { Page } from '../parts/page.tsx'
import { ReadView } from '../parts/states.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { canCall } from '../session/session.ts'
import { formatTimestamp } from '../words/formats.ts'
import { replacePlatformCodes } from '../words/platforms.ts'
import { formatCode, formatOperationName, stepBadges, toOperationStatus } from '../words/statuses.ts'
import { BatchProgress } from './batchProgress.tsx'
import { type Operation, OperationActions } from './operationActions.tsx'

const pollIntervalMs = 2000

export function OperationPage({ operationId }: { readonly operationId: string }) {
  const readState = useRead('operation/get_operation', { operationId })
  const operation = readState.results?.operation
  const isOpen = ['PENDING', 'EXECUTING', 'UNKNOWN'].includes(readState.results?.state ?? '')
  useEffect(() => {
    if (!isOpen || readState.busy) return
    const timer = setTimeout(readState.reload, pollIntervalMs)
    return () => clearTimeout(timer)
  }, [isOpen, readState.busy])
  return (
    <Page
      title={operation === undefined ? 'Operation' : formatOperationName(operation)}
      description={operation === undefined ? operationId : `${operation} · ${operationId}`}
      back={{ href: toHref('operations'), text: 'Operations' }}
      calls={readState.calls}
      actions={
        readState.results && <OperationActions operation={readState.results} onChanged={readState.reload} />
      }
    >
      <ReadView readState={readState}>{(operation) => <OperationDetails operation={operation} />}</ReadView>
    </Page>
  )
}

function OperationDetails({ operation }: { readonly operation: Operation }) {
  const { state, reason, userId, userName, outcome, createdAt, updatedAt } = operation
  const { description, ...badge } = toOperationStatus(state)
  const { error } = outcome ?? {}
  // The reason of a pending approval repeats the state, in words for programs.
  const isPendingApproval = state === 'AWAITING_APPROVAL' && reason.includes(' ')
  return (
    <>
      <div class={`note ${badge.tone} stack`} role="status">
        <div>
          <Badge {...badge} />
        </div>
        {(isPendingApproval || description !== '') && (
          <p>{isPendingApproval ? toReadableText(reason) : description}</p>
        )}
        {!isPendingApproval && reason !== '' && (
          <p>{reason.includes(' ') ? formatError(reason) : `Reason: ${formatCode(reason)}.`}</p>
        )}
        {state === 'AWAITING_APPROVAL' && canCall('approval/decide') && (
          <a href={toHref('approvals')}>Show the approvals</a>
        )}
        {!isPendingApproval && typeof error === 'string' && error !== '' && <p>{formatError(error)}</p>}
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
            <dt>User</dt>
            <dd>
              <UserLink userId={userId} name={userName} />
            </dd>
          </>
        )}
        <dt>Requested</dt>
        <dd>{formatTimestamp(createdAt)}</dd>
        <dt>Last change</dt>
        <dd>{formatTimestamp(updatedAt)}</dd>
      </dl>
      {outcome && (
        <details class="card">
          <summary>Response to the caller</summary>
          <pre>{JSON.stringify(outcome, undefined, 2)}</pre>
        </details>
      )}
    </>
  )
}

/** Formats timestamps for the reader and removes the URL, because the page links to it. */
function toReadableText(text: string): string {
  return text.replace(/ at https?:\/\/\S+/, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, formatTimestamp)
}

function Steps({ operation: { steps } }: { readonly operation: Operation }) {
  return (
    <section class="stack">
      <h2>Steps</h2>
      {steps.length === 0 ? (
        <p class="muted">adrail has sent nothing to the platform.</p>
      ) : (
        <ol class="timeline">
          {steps.map(({ name, says, state, upstreamId }, index) => (
            <li key={`${index} ${name}`}>
              <strong>{replacePlatformCodes(says) || formatCode(name)}</strong>
              <Badge {...stepBadges[state]} />
              {upstreamId !== '' && <small>On the platform: {upstreamId}</small>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
