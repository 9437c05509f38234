// Writes that are pending approval, each with the plan to decide on.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { go, to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { asked, given } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager } from '../parts/table.tsx'
import { useTask } from '../parts/task.tsx'
import { TextField } from '../parts/textField.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { isOwnKey, may } from '../session/session.ts'
import { moment, money } from '../words/figures.ts'
import { namePlatforms } from '../words/platforms.ts'
import { operationName } from '../words/statuses.ts'

type Waiting = Results<'approval/list_approvals'>['approvals'][number]

export function ApprovalsPage() {
  const reading = useRead('approval/list_approvals', given({ pagination: asked('at') }))
  return (
    <Page
      title="Approvals"
      says="Operations that let more be spent and wait for a second pair of eyes, the oldest first."
      calls={reading.calls}
    >
      <Shown reading={reading}>
        {({ approvals, pagination }) => (
          <>
            {approvals.length === 0 && (
              <Empty title="Nothing waits">
                <p>What has to be approved stands here, with its plan. The settings say what that is.</p>
              </Empty>
            )}
            {approvals.map((waiting) => (
              // The key ignores the plan, so the message about a changed plan stays next to the new plan.
              <WaitingWrite key={waiting.operationId} waiting={waiting} changed={reading.again} />
            ))}
            <Pager pagination={pagination} words={['Earlier', 'Later']} />
          </>
        )}
      </Shown>
    </Page>
  )
}

function WaitingWrite({ waiting, changed }: { readonly waiting: Waiting; readonly changed: () => void }) {
  const {
    operationId,
    operation,
    userId,
    userName,
    requestedBy,
    requestedByName,
    requestedAt,
    expiresAt,
    reason,
    plan,
  } = waiting
  return (
    <section class="card stack" aria-label={operationName(operation)}>
      <div class="row">
        <h2>
          <a href={to(`operations/${operationId}`)}>{operationName(operation)}</a>
        </h2>
        <small>{`Until ${moment(expiresAt)}`}</small>
      </div>
      <p>{namePlatforms(reason)}</p>
      <ol class="plan">
        {plan.map((step, index) => (
          <li key={`${index} ${step}`}>{namePlatforms(step)}</li>
        ))}
      </ol>
      <PerDay perDay={waiting.perDay} />
      <dl class="facts">
        <dt>For</dt>
        <dd>
          <UserLink userId={userId} name={userName} />
        </dd>
        <dt>Asked by</dt>
        <dd>
          <span title={requestedBy}>{requestedByName || requestedBy}</span>
          {`, ${moment(requestedAt)}`}
        </dd>
      </dl>
      {isOwnKey(requestedBy) ? (
        <p class="note">You asked for it with this key: somebody with another key decides.</p>
      ) : (
        may('approval/decide') && <Decision waiting={waiting} changed={changed} />
      )}
    </section>
  )
}

/** The maximum spend on one day, which exceeds the budget: before → after. */
function PerDay({ perDay: { currencyCode, before, after } }: Pick<Waiting, 'perDay'>) {
  return (
    <p>
      {`On one day it may spend at most ${money(before, currencyCode)} → `}
      <strong>{money(after, currencyCode)}</strong>
    </p>
  )
}

function Decision({ waiting, changed }: { readonly waiting: Waiting; readonly changed: () => void }) {
  const { operationId, planHash } = waiting
  const [reason, setReason] = useState('')
  const task = useTask()
  const decide = (decision: 'APPROVED' | 'REJECTED') =>
    task.run(async () => {
      try {
        await client.approval.decide({ operationId, planHash, decision, reason })
        go(to(`operations/${operationId}`))
      } catch (error) {
        // Another person decided first, or the plan has changed.
        changed()
        throw error
      }
    })
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Reason (optional)"
        help="Recorded; whoever asked is told it when you reject."
        error={task.errorOf('reason')}
        value={reason}
        change={setReason}
      />
      {task.rest}
      <div class="actions">
        <button type="button" aria-disabled={task.busy} onClick={() => void decide('APPROVED')}>
          Approve and carry out
        </button>
        <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void decide('REJECTED')}>
          Reject
        </button>
      </div>
    </form>
  )
}
