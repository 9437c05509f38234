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
import { to } from '../address/address.ts'
import { client } from '../calls/client.ts'
import { errorText } from '../form/errorText.ts'
import { namePlatforms } from '../words/platforms.ts'
import { Failure, Loading } from './states.tsx'
import { flawsIn, useTask } from './task.tsx'

export interface Done {
  readonly operationId: string
  readonly [member: string]: unknown
}

export function Change<Name extends WriteName>({
  operation,
  body,
  verb,
  look = '',
  beside,
  done,
  failed = () => {},
  isTold = () => false,
}: {
  readonly operation: Name
  readonly body: Body<Name>
  /** The text of the button. */
  readonly verb: string
  readonly look?: string
  /** An alternative action next to the button. */
  readonly beside?: ComponentChildren
  readonly done: (results: Done) => void
  /** Called with errors of the body, so that the form shows them at their fields. */
  readonly failed?: (error: unknown) => void
  /** Whether the form shows the error of a field. */
  readonly isTold?: (field: string) => boolean
}) {
  const [plan, setPlan] = useState<Plan>()
  const planning = useTask()
  const doing = useTask()
  // The plan belongs to the body at the time of rendering, regardless of later input.
  const [planned] = useState(body)
  const write = (more: object, options: WriteOptions = {}) =>
    client.call(operation as OperationName, { ...planned, ...more } as Body<Name>, options)
  const rehearse = () =>
    planning.run(async () => {
      try {
        // The cast is safe, because a dry run returns a plan.
        setPlan((await write({ dryRun: true })) as unknown as Plan)
      } catch (error) {
        failed(error)
        throw error
      }
    })
  useEffect(() => void rehearse(), [])
  const carryOut = (planHash: string) =>
    doing.run(async () => {
      try {
        // A plan is valid for one write. After a lost response, the same key returns the result of that
        // write.
        const results = await write({ planHash }, { idempotencyKey: `console-${planHash}` })
        // The cast is safe: without `dryRun`, a write returns its results with the id of its record.
        done(results as unknown as Done)
      } catch (error) {
        // The write was accepted and is pending approval. Its record shows that.
        if (error instanceof AdrailError && error.code === 'APPROVAL_REQUIRED' && error.operationId)
          return done({ operationId: error.operationId })
        if (error instanceof AdrailError && isUsedUp(error)) await rehearse()
        else if (flawsIn(error).size > 0) failed(error)
        throw error
      }
    })
  const flaws = [...flawsIn(planning.error).keys()]
  if (flaws.length > 0 && flaws.every(isTold))
    return (
      <p class="note bad" role="alert">
        Some answers are missing or wrong. They are marked in the form.
      </p>
    )
  const became = (
    <>
      {doing.rest}
      <Record error={doing.error} />
    </>
  )
  if (planning.error !== undefined)
    return (
      <div class="stack">
        {became}
        <Failure error={planning.error} again={() => void rehearse()} operation={operation} />
      </div>
    )
  if (!plan) return <Loading />
  return (
    <div class="stack" role="status">
      <PlanSteps plan={plan} operation={operation} />
      {became}
      <div class="actions">
        <button
          type="button"
          class={look}
          disabled={plan.plan.length === 0 && (plan.warnings ?? []).length === 0}
          aria-disabled={doing.busy}
          onClick={() => void carryOut(plan.planHash)}
        >
          {doing.busy ? 'Under way …' : plan.approval === undefined ? verb : 'Ask for approval'}
        </button>
        {beside}
      </div>
    </div>
  )
}

/**
 * Whether the plan is no longer usable. The console offers no second plan for a write that may still be in
 * progress.
 */
function isUsedUp({ code, operationId }: AdrailError): boolean {
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
          ? nothingPlanned(warnings)
          : 'Checked here and at the platform. Nothing was changed so far. This will be done:'}
      </p>
      <ol class="plan">
        {plan.map(({ says }, index) => (
          <li key={`${index} ${says}`}>{namePlatforms(says)}</li>
        ))}
      </ol>
      {maySpend !== undefined && (
        <p>
          <strong>{maySpend}</strong>
        </p>
      )}
      {approval !== undefined && (
        <p class="note warn">{`It will wait until somebody else has approved it. ${namePlatforms(approval)}`}</p>
      )}
      {warnings.map((warning) => (
        <p class="note warn" key={warning}>
          {errorText(warning, operation)}
        </p>
      ))}
    </>
  )
}

function nothingPlanned(warnings: readonly string[]): string {
  return warnings.length === 0 ? 'There is nothing to do: it is that way already.' : 'Nothing is planned yet.'
}

/** Links to the record of a write that failed or has not ended. */
function Record({ error }: { readonly error: unknown }) {
  if (!(error instanceof AdrailError) || error.operationId === undefined) return null
  return <a href={to(`operations/${error.operationId}`)}>What became of it</a>
}
