// How an execution ends: with a final response, or open until the runner resumes it.

import { declarationOf, type OperationName } from '@adrail/contract'
import { recordAudit, type Surface } from '../audit/chain.ts'
import { makeEvent, type NewEvent } from '../events/tell.ts'
import { endEntry, endedBy, type JournalEntry, updateEntry } from '../store/journalEntries.ts'
import { releaseRaise, settleRaise } from '../store/raises.ts'
import { aboutWrite, markForAttention } from './attention.ts'
import type { Ending, Open, Work } from './execution.ts'
import { begunAt, LeaseLost } from './lease.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'
import { raises } from './spend/change.ts'

export interface WriteAnswer {
  readonly status: number
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Bounds of the pause between the runner's attempts on an open write. The pause is a tenth of the write's
 * age, so that no write waits much longer than necessary.
 */
const shortestPauseMs = 1000
export const longestPauseMs = 120_000
/** After this time an operator should resolve the write. The runner continues, though rarely. */
const giveUpMs = 24 * 60 * 60 * 1000
export const rarelyMs = 60 * 60 * 1000
const unsettled = 'The platform could not be asked about the outcome for a day.'

/** The terminal state, the response, the audit entry and the event are one transaction. */
export async function end(
  parts: JournalParts,
  work: Work,
  ending: Exclude<Ending, { state: 'open' }>,
): Promise<WriteAnswer> {
  const { entry, plan } = work
  const { runtime, store } = parts
  const answer = answerOf(work, ending)
  const declared = declarationOf(entry.name as OperationName).audit
  const succeeded = ending.state === 'succeeded'
  const subject = succeeded ? upstreamIdOf(ending) : ''
  await persist(parts, (db) =>
    db.transaction().execute(async (transaction) => {
      const ended = await endEntry(transaction, store.clock, entry, {
        state: succeeded ? 'SUCCEEDED' : 'FAILED',
        status: answer.status,
        results: JSON.stringify(answer.results),
        reason: '',
        updated_at: runtime.now(),
      })
      if (!ended) {
        if (await endedBy(transaction, entry)) return
        throw new LeaseLost()
      }
      if (plan.spend && raises(plan.spend)) {
        const campaignId = plan.spend.campaignId || subject
        if (succeeded || ending.raised) await settleRaise(transaction, store.clock, entry.id, campaignId)
        else await releaseRaise(transaction, entry.id)
      }
      const record = {
        workspaceId: entry.workspace_id,
        at: runtime.now(),
        event: 'event' in declared ? declared.event : entry.name,
        actor: entry.key_id,
        requestId: entry.request_id,
        // Written by the claim. Empty in entries from before surfaces were recorded.
        ...(entry.surface === '' ? {} : { surface: entry.surface as Surface }),
        operationId: entry.id,
        userId: entry.user_id,
        subject,
        before: plan.before,
        after: succeeded ? plan.after : { refused: ending.refusal.results.code },
      }
      await recordAudit(transaction, record, [eventOf(parts, work, ending)])
    }),
  )
  if (succeeded)
    parts.losses.remember(entry, {
      ...aboutWrite(entry, work.write.platform),
      upstreamId: subject,
    })
  parts.changed(entry.workspace_id, entry.user_id, work.write)
  return answer
}

function upstreamIdOf({ done }: Extract<Ending, { state: 'succeeded' }>): string {
  return done.at(-1)?.outcome.upstreamId ?? ''
}

function eventOf(
  { runtime }: JournalParts,
  { entry, write }: Work,
  ending: Exclude<Ending, { state: 'open' }>,
): NewEvent {
  const about = aboutWrite(entry, write.platform)
  if (ending.state === 'refused')
    return makeEvent(runtime, 'operation.failed', entry.user_id, {
      ...about,
      code: ending.refusal.results.code,
    })
  const upstreamId = upstreamIdOf(ending)
  return makeEvent(runtime, 'operation.succeeded', entry.user_id, { ...about, upstreamId })
}

function answerOf({ entry, write, plan }: Work, ending: Exclude<Ending, { state: 'open' }>): WriteAnswer {
  const operationId = entry.id
  if (ending.state === 'refused') {
    const { status, results } = ending.refusal
    return { status, results: { ...results, operationId }, headers: {} }
  }
  const own = write.results(ending.done, JSON.parse(entry.request), plan)
  // A write with more warnings than its plan returns all of them in its own results.
  const warnings = 'warnings' in own ? {} : warningsOf(plan)
  const results = { success: true, error: '', ...own, operationId, ...warnings }
  return { status: 200, results, headers: {} }
}

export function warningsOf({ warnings = [] }: Work['plan']): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}

/** Releases the entry and schedules the next attempt. */
export async function leaveOpen(
  parts: JournalParts,
  entry: JournalEntry,
  { note, clearAt = Number.POSITIVE_INFINITY }: Pick<Open, 'note' | 'clearAt'>,
): Promise<void> {
  const { runtime, log } = parts
  const now = runtime.now()
  const ageMs = now - begunAt(entry)
  const pauseMs = Math.min(Math.max(shortestPauseMs, ageMs / 10), longestPauseMs)
  const hopeless = ageMs > giveUpMs
  const next_run_at = hopeless ? now + rarelyMs : Math.min(now + Math.round(pauseMs), Math.max(now, clearAt))
  if (hopeless) await markForAttention(parts, entry, { next_run_at, reason: unsettled })
  else await persist(parts, (db) => updateEntry(db, entry, { next_run_at, lease_until: 0 }))
  log.info(hopeless ? 'journal.write.needs_attention' : 'journal.write.left_open', {
    operationId: entry.id,
    operation: entry.name,
    note,
  })
}

/**
 * Only an operator, or a new link to the same account, can let the write continue. The runner retries rarely.
 */
export async function askForAttention(
  parts: JournalParts,
  entry: JournalEntry,
  reason: string,
): Promise<void> {
  const { runtime, log } = parts
  const now = runtime.now()
  await markForAttention(parts, entry, { reason, next_run_at: now + rarelyMs, updated_at: now })
  log.info('journal.write.needs_attention', { operationId: entry.id, operation: entry.name, note: reason })
}

/** A repeated request gets the stored response. */
export function replayOf(entry: JournalEntry): WriteAnswer {
  return {
    status: entry.status,
    results: JSON.parse(entry.results) as WriteAnswer['results'],
    headers: { 'idempotency-replayed': 'true', 'original-request-id': entry.request_id },
  }
}
