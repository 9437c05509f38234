// How an execution ends: with a final response, or open until the runner resumes it.

import { declarationOf, type OperationName } from '@adrail/contract'
import { recordAudit, type Surface } from '../audit/chain.ts'
import { makeEvent, type NewEvent } from '../events/emit.ts'
import { endEntry, isEndedBy, releaseEntry } from '../store/entryOwnership.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import { finalizeRaise, releaseRaise } from '../store/raises.ts'
import { markForAttention, toWriteEventData } from './attention.ts'
import type { ExecutionOutcome, OpenOutcome } from './execution/executionOutcome.ts'
import type { ExecutionInput } from './execution/runningWrite.ts'
import type { JournalDeps } from './journalDeps.ts'
import { acceptedAt, LeaseLost } from './lease.ts'
import { type PersistDeps, persist } from './persist.ts'
import { raisesSpend } from './spend/spendChange.ts'

export interface WriteResponse {
  readonly status: number
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Bounds of the pause between the runner's attempts on an open write. The pause is a tenth of the write's
 * age, so that no write waits much longer than necessary.
 */
const minPauseMs = 1000
export const maxPauseMs = 120_000
/** After this time an operator should resolve the write. The runner continues, though rarely. */
const giveUpMs = 24 * 60 * 60 * 1000
export const attentionRetryMs = 60 * 60 * 1000
const unresolvedReason =
  'adrail could not determine the outcome on the platform for a day. Check the ad account.'

/** The terminal state, the response, the audit entry and the event are one transaction. */
export async function endWrite(
  deps: PersistDeps & Pick<JournalDeps, 'lossMonitor' | 'onAccountChanged'>,
  input: ExecutionInput,
  outcome: Exclude<ExecutionOutcome, { state: 'open' }>,
): Promise<WriteResponse> {
  const { entry, plan } = input
  const { runtime, store } = deps
  const response = toResponse(input, outcome)
  const auditDeclaration = declarationOf(entry.name as OperationName).audit
  const isSuccess = outcome.state === 'succeeded'
  const subject = isSuccess ? getLastUpstreamId(outcome) : ''
  await persist(deps, (db) =>
    db.transaction().execute(async (transaction) => {
      const isEnded = await endEntry(transaction, store.clock, entry, {
        state: isSuccess ? 'SUCCEEDED' : 'FAILED',
        response: { status: response.status, results: JSON.stringify(response.results) },
        reason: '',
        updatedAt: runtime.now(),
      })
      if (!isEnded) {
        if (await isEndedBy(transaction, entry)) return
        throw new LeaseLost()
      }
      if (plan.spend && raisesSpend(plan.spend)) {
        const campaignId = plan.spend.campaignId || subject
        if (isSuccess || outcome.hasRaisedSpend)
          await finalizeRaise(transaction, store.clock, entry.id, campaignId)
        else await releaseRaise(transaction, entry.id)
      }
      const record = {
        workspaceId: entry.workspaceId,
        at: runtime.now(),
        event: 'event' in auditDeclaration ? auditDeclaration.event : entry.name,
        actor: entry.keyId,
        requestId: entry.requestId,
        // Written by the claim. Empty in entries from before surfaces were recorded.
        ...(entry.surface === '' ? {} : { surface: entry.surface as Surface }),
        operationId: entry.id,
        userId: entry.userId,
        subject,
        before: plan.before,
        after: isSuccess ? plan.after : { refused: outcome.refusal.results.code },
      }
      await recordAudit(transaction, record, [buildEndEvent(deps, input, outcome)])
    }),
  )
  if (isSuccess)
    deps.lossMonitor.rememberWrite(entry, {
      ...toWriteEventData(entry, input.write.platform),
      upstreamId: subject,
    })
  deps.onAccountChanged(entry.workspaceId, entry.userId, input.write)
  return response
}

function getLastUpstreamId({ doneSteps }: Extract<ExecutionOutcome, { state: 'succeeded' }>): string {
  return doneSteps.at(-1)?.outcome.upstreamId ?? ''
}

function buildEndEvent(
  { runtime }: Pick<JournalDeps, 'runtime'>,
  { entry, write }: ExecutionInput,
  outcome: Exclude<ExecutionOutcome, { state: 'open' }>,
): NewEvent {
  const eventData = toWriteEventData(entry, write.platform)
  if (outcome.state === 'refused')
    return makeEvent(runtime, 'operation.failed', entry.userId, {
      ...eventData,
      code: outcome.refusal.results.code,
    })
  const upstreamId = getLastUpstreamId(outcome)
  return makeEvent(runtime, 'operation.succeeded', entry.userId, { ...eventData, upstreamId })
}

function toResponse(
  { entry, write, plan }: ExecutionInput,
  outcome: Exclude<ExecutionOutcome, { state: 'open' }>,
): WriteResponse {
  const operationId = entry.id
  if (outcome.state === 'refused') {
    const { status, results } = outcome.refusal
    return { status, results: { ...results, operationId }, headers: {} }
  }
  const ownResults = write.results(outcome.doneSteps, JSON.parse(entry.request), plan)
  // A write with more warnings than its plan returns all of them in its own results.
  const warnings = 'warnings' in ownResults ? {} : toWarnings(plan)
  const results = { success: true, error: '', ...ownResults, operationId, ...warnings }
  return { status: 200, results, headers: {} }
}

export function toWarnings({ warnings = [] }: ExecutionInput['plan']): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}

/** Releases the entry and schedules the next attempt. */
export async function leaveOpen(
  deps: PersistDeps,
  entry: JournalEntry,
  { note, conclusiveAt = Number.POSITIVE_INFINITY }: Pick<OpenOutcome, 'note' | 'conclusiveAt'>,
): Promise<void> {
  const { runtime, log } = deps
  const now = runtime.now()
  const ageMs = now - acceptedAt(entry)
  const pauseMs = Math.min(Math.max(minPauseMs, ageMs / 10), maxPauseMs)
  const isGivenUp = ageMs > giveUpMs
  const dueAt = isGivenUp
    ? now + attentionRetryMs
    : Math.min(now + Math.round(pauseMs), Math.max(now, conclusiveAt))
  if (isGivenUp) await markForAttention(deps, entry, { dueAt, reason: unresolvedReason })
  else await persist(deps, (db) => releaseEntry(db, entry, { dueAt }))
  log.info(isGivenUp ? 'journal.write.needs_attention' : 'journal.write.left_open', {
    operationId: entry.id,
    operation: entry.name,
    note,
  })
}

/**
 * Only an operator, or a new link to the same account, can let the write continue. The runner retries rarely.
 */
export async function requestAttention(
  deps: PersistDeps,
  entry: JournalEntry,
  reason: string,
): Promise<void> {
  const { runtime, log } = deps
  const now = runtime.now()
  await markForAttention(deps, entry, { reason, dueAt: now + attentionRetryMs, updatedAt: now })
  log.info('journal.write.needs_attention', { operationId: entry.id, operation: entry.name, note: reason })
}

/** A repeated request gets the stored response. */
export function replayResponse({ id, response, requestId }: JournalEntry): WriteResponse {
  if (response === undefined) throw new Error(`${id} has no response.`)
  return {
    status: response.status,
    results: JSON.parse(response.results) as WriteResponse['results'],
    headers: { 'idempotency-replayed': 'true', 'original-request-id': requestId },
  }
}
