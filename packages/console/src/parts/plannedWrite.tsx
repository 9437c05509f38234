// A write in two steps: the console shows the plan, checked at the platform, and then executes exactly that
// plan.

import {
  AdrailError,
  type Body,
  type OperationName,
  type Plan,
  type WriteName,
  type WriteOptions,
} from '@adrail/client'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { toHref } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { formatError } from '../form/errorText.ts'
import { replacePlatformCodes } from '../words/platforms.ts'
import { Failure, Loading } from './states.tsx'
import { listFieldErrors, useTask } from './task.tsx'

export interface WriteResults {
  readonly operationId: string
  readonly [field: string]: unknown
}

export function PlannedWrite<Name extends WriteName>({
  operation,
  body,
  buttonLabel,
  variant = '',
  secondaryAction,
  onDone,
  onError = () => {},
  isErrorShown = () => false,
}: {
  readonly operation: Name
  readonly body: Body<Name>
  /** The text of the button. */
  readonly buttonLabel: string
  readonly variant?: string
  /** An alternative action next to the button. */
  readonly secondaryAction?: ComponentChildren
  readonly onDone: (results: WriteResults) => void
  /** Called with errors of the body, so that the form shows them at their fields. */
  readonly onError?: (error: unknown) => void
  /** Whether the form shows the error of a field. */
  readonly isErrorShown?: (field: string) => boolean
}) {
  const [plan, setPlan] = useState<Plan>()
  const planTask = useTask()
  const executeTask = useTask()
  // The plan belongs to the body at the time of rendering, regardless of later input.
  const [plannedBody] = useState(body)
  const sendWrite = (extraFields: object, options: WriteOptions = {}) =>
    client.call(operation as OperationName, { ...plannedBody, ...extraFields } as Body<Name>, options)
  const requestPlan = () =>
    planTask.run(async () => {
      try {
        // The cast is safe, because a dry run returns a plan.
        setPlan((await sendWrite({ dryRun: true })) as unknown as Plan)
      } catch (error) {
        onError(error)
        throw error
      }
    })
  useEffect(() => void requestPlan(), [])
  const executePlan = (planHash: string) =>
    executeTask.run(async () => {
      try {
        // A plan is valid for one write. After a lost response, the same key returns the result of that
        // write.
        const results = await sendWrite({ planHash }, { idempotencyKey: `console-${planHash}` })
        // The cast is safe: without `dryRun`, a write returns its results with the id of its record.
        onDone(results as unknown as WriteResults)
      } catch (error) {
        // The write was accepted and is pending approval. Its record shows that.
        if (error instanceof AdrailError && error.code === 'APPROVAL_REQUIRED' && error.operationId)
          return onDone({ operationId: error.operationId })
        if (error instanceof AdrailError && isPlanUsed(error)) await requestPlan()
        else if (listFieldErrors(error).size > 0) onError(error)
        throw error
      }
    })
  const fieldErrors = [...listFieldErrors(planTask.error).keys()]
  if (fieldErrors.length > 0 && fieldErrors.every(isErrorShown))
    return (
      <p class="note bad" role="alert">
        Some fields are missing or invalid. The form marks these fields.
      </p>
    )
  const outcome = (
    <>
      {executeTask.remainingError}
      <RecordLink error={executeTask.error} />
    </>
  )
  if (planTask.error !== undefined)
    return (
      <div class="stack">
        {outcome}
        <Failure error={planTask.error} retry={() => void requestPlan()} operation={operation} />
      </div>
    )
  if (!plan) return <Loading />
  return (
    <div class="stack" role="status">
      <PlanSteps plan={plan} operation={operation} />
      {outcome}
      <div class="actions">
        <button
          type="button"
          class={variant}
          disabled={plan.plan.length === 0 && (plan.warnings ?? []).length === 0}
          aria-disabled={executeTask.busy}
          onClick={() => void executePlan(plan.planHash)}
        >
          {executeTask.busy ? 'Running …' : plan.approval === undefined ? buttonLabel : 'Request approval'}
        </button>
        {secondaryAction}
      </div>
    </div>
  )
}

/**
 * Whether the plan is no longer usable. The console offers no second plan for a write that may still be in
 * progress.
 */
function isPlanUsed({ code, operationId }: AdrailError): boolean {
  if (code === 'OPERATION_PENDING' || code === 'IDEMPOTENCY_IN_PROGRESS') return false
  return code === 'PLAN_CHANGED' || operationId !== undefined
}

function PlanSteps({
  plan: { plan, maySpend, approval, warnings = [] },
  operation,
}: {
  readonly plan: Plan
  readonly operation: string
}) {
  return (
    <>
      <p class="muted">
        {plan.length === 0
          ? describeEmptyPlan(warnings)
          : 'adrail and the platform have checked this plan. Nothing has changed yet. The plan has these steps:'}
      </p>
      <ol class="plan">
        {plan.map(({ says }, index) => (
          <li key={`${index} ${says}`}>{replacePlatformCodes(says)}</li>
        ))}
      </ol>
      {maySpend !== undefined && (
        <p>
          <strong>{maySpend}</strong>
        </p>
      )}
      {approval !== undefined && (
        <p class="note warn">{`Another person must approve this operation. ${replacePlatformCodes(approval)}`}</p>
      )}
      {warnings.map((warning) => (
        <p class="note warn" key={warning}>
          {formatError(warning, operation)}
        </p>
      ))}
    </>
  )
}

function describeEmptyPlan(warnings: readonly string[]): string {
  return warnings.length === 0
    ? 'Nothing to change. The platform already has this state.'
    : 'Nothing is planned yet.'
}

/** Links to the record of a write that failed or has not ended. */
function RecordLink({ error }: { readonly error: unknown }) {
  if (!(error instanceof AdrailError) || error.operationId === undefined) return null
  return <a href={toHref(`operations/${error.operationId}`)}>Show the operation</a>
}
