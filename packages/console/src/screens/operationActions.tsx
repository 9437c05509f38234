// The actions for a write: undo it, or resolve its unknown outcome.

import type { Results } from '@adrail/client'
import { useState } from 'preact/hooks'
import { navigate, toHref } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { Field } from '../parts/field.tsx'
import { ModalButton } from '../parts/modal.tsx'
import { PlannedWrite } from '../parts/plannedWrite.tsx'
import { useTask } from '../parts/task.tsx'
import { TextField } from '../parts/textField.tsx'
import { canCall } from '../session/session.ts'
import { formatOperationName } from '../words/statuses.ts'

export type Operation = Results<'operation/get_operation'>

export function OperationActions({
  operation: { operationId, operation, state },
  onChanged,
}: {
  readonly operation: Operation
  readonly onChanged: () => void
}) {
  const isUndo = operation === 'operation/undo_operation'
  return (
    <>
      {state === 'SUCCEEDED' && !isUndo && canCall('operation/undo_operation') && (
        <ModalButton name="Undo" title={`Undo: ${formatOperationName(operation)}`} variant="plain">
          <PlannedWrite
            operation="operation/undo_operation"
            body={{ operationId }}
            buttonLabel="Undo the operation"
            onDone={(results) => navigate(toHref(`operations/${results.operationId}`))}
          />
        </ModalButton>
      )}
      {state === 'NEEDS_ATTENTION' && canCall('operation/settle_operation') && (
        <ModalButton name="Resolve" title="Resolve the operation">
          {(close) => (
            <ResolveForm
              operationId={operationId}
              onResolved={() => {
                close()
                onChanged()
              }}
            />
          )}
        </ModalButton>
      )}
    </>
  )
}

function ResolveForm({
  operationId,
  onResolved,
}: {
  readonly operationId: string
  readonly onResolved: () => void
}) {
  const [wasExecuted, setWasExecuted] = useState<boolean>()
  const [results, setResults] = useState('')
  const [reason, setReason] = useState('')
  const task = useTask()
  const resolve = (wasExecuted: boolean) =>
    task.run(async () => {
      await client.operation.settle_operation({
        operationId,
        done: wasExecuted,
        reason,
        ...(wasExecuted && results.trim() !== '' ? { results } : {}),
      })
      onResolved()
    })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (wasExecuted !== undefined) void resolve(wasExecuted)
      }}
    >
      <p>
        Check the platform first. This action does not send anything to the platform. A caller who retries the
        operation receives this outcome. You cannot change the outcome later.
      </p>
      <fieldset class="field">
        <legend>Did the operation take effect?</legend>
        {([true, false] as const).map((each) => (
          <label class="check" key={String(each)}>
            <input
              type="radio"
              name="done"
              checked={wasExecuted === each}
              onChange={() => setWasExecuted(each)}
            />
            {each
              ? 'Yes, the change exists on the platform'
              : 'No, the change does not exist on the platform'}
          </label>
        ))}
      </fieldset>
      {wasExecuted === true && (
        <Field
          label="Results for the caller (optional)"
          help={'JSON, such as {"campaignId":"120210000000000011"}.'}
          error={task.claimFieldError('results')}
        >
          {(props) => (
            <textarea {...props} value={results} onInput={(event) => setResults(event.currentTarget.value)} />
          )}
        </Field>
      )}
      <TextField
        label="Evidence"
        help="adrail records this text in the audit log. Enter no personal data."
        error={task.claimFieldError('reason')}
        value={reason}
        change={setReason}
      />
      {task.remainingError}
      <div class="actions">
        <button type="submit" class="danger" disabled={wasExecuted === undefined} aria-disabled={task.busy}>
          {wasExecuted === false ? 'Record as not done' : 'Record as done'}
        </button>
      </div>
    </form>
  )
}
