// Writes that are pending approval, each with the plan to decide on.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { navigate, toHref } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { useRead } from '../calls/read.ts'
import { omitEmpty, readQueryParameter } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Pager } from '../parts/table.tsx'
import { useTask } from '../parts/task.tsx'
import { TextField } from '../parts/textField.tsx'
import { UserLink } from '../parts/userLink.tsx'
import { canCall, isOwnKey } from '../session/session.ts'
import { formatMoney, formatTimestamp } from '../words/formats.ts'
import { replacePlatformCodes } from '../words/platforms.ts'
import { formatOperationName } from '../words/statuses.ts'

type PendingApproval = Results<'approval/list_approvals'>['approvals'][number]

export function ApprovalsPage() {
  const readState = useRead('approval/list_approvals', omitEmpty({ pagination: readQueryParameter('at') }))
  return (
    <Page
      title="Approvals"
      description="Operations that raise spend and need approval, oldest first."
      calls={readState.calls}
    >
      <ReadView readState={readState}>
        {({ approvals, pagination }) => (
          <>
            {approvals.length === 0 && (
              <Empty title="No pending approvals">
                <p>
                  Operations appear here when they need approval. The settings contain the approval rules.
                </p>
              </Empty>
            )}
            {approvals.map((approval) => (
              // The key ignores the plan, so the message about a changed plan stays next to the new plan.
              <ApprovalCard key={approval.operationId} approval={approval} onChanged={readState.reload} />
            ))}
            <Pager pagination={pagination} labels={['Earlier', 'Later']} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

function ApprovalCard({
  approval,
  onChanged,
}: {
  readonly approval: PendingApproval
  readonly onChanged: () => void
}) {
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
  } = approval
  return (
    <section class="card stack" aria-label={formatOperationName(operation)}>
      <div class="row">
        <h2>
          <a href={toHref(`operations/${operationId}`)}>{formatOperationName(operation)}</a>
        </h2>
        <small>{`Expires ${formatTimestamp(expiresAt)}`}</small>
      </div>
      <p>{replacePlatformCodes(reason)}</p>
      <ol class="plan">
        {plan.map((step, index) => (
          <li key={`${index} ${step}`}>{replacePlatformCodes(step)}</li>
        ))}
      </ol>
      <DailySpendChange perDay={approval.perDay} />
      <dl class="facts">
        <dt>User</dt>
        <dd>
          <UserLink userId={userId} name={userName} />
        </dd>
        <dt>Requested by</dt>
        <dd>
          <span title={requestedBy}>{requestedByName || requestedBy}</span>
          {`, ${formatTimestamp(requestedAt)}`}
        </dd>
      </dl>
      {isOwnKey(requestedBy) ? (
        <p class="note">This key requested the operation. Someone with another key must decide.</p>
      ) : (
        canCall('approval/decide') && <DecisionForm approval={approval} onChanged={onChanged} />
      )}
    </section>
  )
}

/** The maximum spend on one day, which exceeds the budget: before → after. */
function DailySpendChange({ perDay: { currencyCode, before, after } }: Pick<PendingApproval, 'perDay'>) {
  return (
    <p>
      {`Maximum spend on one day: ${formatMoney(before, currencyCode)} → `}
      <strong>{formatMoney(after, currencyCode)}</strong>
    </p>
  )
}

function DecisionForm({
  approval,
  onChanged,
}: {
  readonly approval: PendingApproval
  readonly onChanged: () => void
}) {
  const { operationId, planHash } = approval
  const [reason, setReason] = useState('')
  const task = useTask()
  const decide = (decision: 'APPROVED' | 'REJECTED') =>
    task.run(async () => {
      try {
        await client.approval.decide({ operationId, planHash, decision, reason })
        navigate(toHref(`operations/${operationId}`))
      } catch (error) {
        // Another person decided first, or the plan has changed.
        onChanged()
        throw error
      }
    })
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Reason (optional)"
        help="adrail records the reason. If you reject the operation, the requester sees the reason."
        error={task.claimFieldError('reason')}
        value={reason}
        change={setReason}
      />
      {task.remainingError}
      <div class="actions">
        <button type="button" aria-disabled={task.busy} onClick={() => void decide('APPROVED')}>
          Approve and execute
        </button>
        <button type="button" class="plain" aria-disabled={task.busy} onClick={() => void decide('REJECTED')}>
          Reject
        </button>
      </div>
    </form>
  )
}
