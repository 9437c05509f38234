// What an owner leaves behind: an answer for good, or an operation that somebody looks at again.

import { declarationOf, type OperationName } from '@adrail/contract'
import { recordAudit } from '../audit/audit.ts'
import { endedBy, type OperationRow, updateOperation } from '../store/journalEntries.ts'
import type { Ending, Work } from './execution.ts'
import { LeaseLost } from './lease.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'

export interface WriteAnswer {
  readonly status: number
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
  readonly headers: Readonly<Record<string, string>>
}

/** Between the runner's looks at an operation that stays open. */
const pausesMs = [1000, 3000, 10_000, 30_000, 120_000]
/** After this time a person should look at it; the runner goes on, though rarely. */
const giveUpMs = 24 * 60 * 60 * 1000
const rarelyMs = 60 * 60 * 1000

/** The terminal state, the answer and the audit entry are one. */
export async function end(
  parts: JournalParts,
  work: Work,
  ending: Exclude<Ending, { state: 'open' }>,
): Promise<WriteAnswer> {
  const { operation, plan } = work
  const { runtime } = parts
  const answer = answerOf(work, ending)
  const declared = declarationOf(operation.name as OperationName).audit
  const succeeded = ending.state === 'succeeded'
  await persist(parts, (db) =>
    db.transaction().execute(async (transaction) => {
      const ended = await updateOperation(transaction, operation, {
        state: succeeded ? 'SUCCEEDED' : 'FAILED',
        status: answer.status,
        results: JSON.stringify(answer.results),
        lease_until: 0,
        updated_at: runtime.now(),
      })
      if (!ended) {
        if (await endedBy(transaction, operation)) return
        throw new LeaseLost()
      }
      await recordAudit(transaction, {
        workspaceId: operation.workspace_id,
        at: runtime.now(),
        event: 'event' in declared ? declared.event : operation.name,
        actor: operation.key_id,
        requestId: operation.request_id,
        operationId: operation.id,
        userId: operation.user_id,
        subject: succeeded ? (Object.values(ending.done).at(-1)?.upstreamId ?? '') : '',
        before: plan.before,
        after: succeeded ? plan.after : { refused: ending.refusal.results.code },
      })
    }),
  )
  return answer
}

function answerOf({ operation, write, plan }: Work, ending: Exclude<Ending, { state: 'open' }>): WriteAnswer {
  const operationId = operation.id
  if (ending.state === 'refused') {
    const { status, results } = ending.refusal
    return { status, results: { ...results, operationId }, headers: {} }
  }
  // The request was stored as it was checked against the operation's own declaration.
  const own = write.results(ending.done, JSON.parse(operation.request) as never, plan)
  const results = { success: true, error: '', ...own, operationId, ...warningsOf(plan) }
  return { status: 200, results, headers: {} }
}

export function warningsOf({ warnings = [] }: Work['plan']): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}

/** Lets go of the operation and says when somebody should look again. */
export async function leaveOpen(parts: JournalParts, operation: OperationRow, note: string): Promise<void> {
  const { runtime, log } = parts
  const pauseMs = pausesMs[Math.min(operation.attempts, pausesMs.length - 1)] ?? 0
  const hopeless = runtime.now() - operation.created_at > giveUpMs
  await persist(parts, (db) =>
    updateOperation(db, operation, {
      attempts: operation.attempts + 1,
      next_run_at: runtime.now() + (hopeless ? rarelyMs : pauseMs),
      lease_until: 0,
      ...(hopeless ? { state: 'NEEDS_ATTENTION' } : {}),
    }),
  )
  log.info(hopeless ? 'an operation needs attention' : 'an operation stays open', {
    operationId: operation.id,
    operation: operation.name,
    note,
  })
}

/** What was answered once is answered again. */
export function replayOf(operation: OperationRow): WriteAnswer {
  return {
    status: operation.status,
    results: JSON.parse(operation.results) as WriteAnswer['results'],
    headers: { 'idempotency-replayed': 'true', 'original-request-id': operation.request_id },
  }
}
