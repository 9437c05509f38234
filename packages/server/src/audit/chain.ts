// The audit log: which changes were made, and by which actor. The log is append-only. Each entry is hashed
// together with the entry before, so that a changed or missing entry is found and located.

import { createHash } from 'node:crypto'
import { emitNumberedEvents, type NewEvent } from '../events/emit.ts'
import { canonicalJson } from '../runtime/canonicalJson.ts'
import {
  type AuditEntry,
  type AuditHead,
  appendAuditEntry,
  findAuditHead,
  listAuditEntriesAfter,
  lockAuditHead,
} from '../store/auditEntries.ts'
import type { Db } from '../store/tables.ts'

/**
 * The surface through which a request arrives. The console has its own sessions. HTTP programs are not
 * distinguished, because what they report about themselves proves nothing.
 */
export type Surface = 'http' | 'mcp' | 'console'

export interface AuditRecord {
  readonly workspaceId: string
  readonly at: number
  /** The event in the past tense, such as `campaign.budget_changed`. */
  readonly event: string
  /** The API key, `admin` for the command line, or `service` for automatic actions. */
  readonly actor: string
  readonly requestId?: string
  /** The surface of the request. Absent where no request caused the entry. */
  readonly surface?: Surface
  readonly operationId?: string
  readonly userId?: string
  /** The subject: an id of adrail or of the platform. Only ids, no personal data. */
  readonly subject: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Writes an entry with the events that it emits, in the transaction of the recorded change. */
export async function recordAudit(
  transaction: Db,
  record: AuditRecord,
  events: readonly NewEvent[] = [],
): Promise<void> {
  const head = await lockAuditHead(transaction, record.workspaceId, events.length)
  const entry = {
    workspace_id: record.workspaceId,
    number: head.number,
    at: record.at,
    event: record.event,
    actor: record.actor,
    request_id: record.requestId ?? '',
    surface: record.surface ?? '',
    operation_id: record.operationId ?? '',
    user_id: record.userId ?? '',
    subject: record.subject,
    before: record.before === undefined ? '' : canonicalJson(record.before),
    after: record.after === undefined ? '' : canonicalJson(record.after),
  }
  await appendAuditEntry(transaction, { ...entry, hash: hashEntry(head.hash, entry) })
  await emitNumberedEvents(transaction, record.workspaceId, head.event_seq, events)
}

function hashEntry(previousHash: string, { surface, ...entry }: Omit<AuditEntry, 'hash'>): string {
  // Entries from before surfaces were recorded have none, and their hash stays valid.
  const hashedFields = surface === '' ? entry : { ...entry, surface }
  return createHash('sha256')
    .update(previousHash)
    .update('\n')
    .update(canonicalJson(hashedFields))
    .digest('hex')
}

/**
 * Recorded when the database lost writes, or may have lost them: their entries are missing without a gap in
 * the chain.
 */
export const lossEvent = 'database.writes_lost'

/** The data of an entry about a loss. */
export interface RecordedLoss {
  readonly reason: string
  /** The ids of the writes that are known to be lost. */
  readonly operationIds: readonly string[]
}

type ChainLink = Pick<AuditEntry, 'number' | 'hash'>

/** The head of an empty chain. */
export const emptyHead: AuditHead = { number: 0, hash: '' }

/**
 * Describes what is wrong with an entry as the successor of another. Returns an empty text when nothing is
 * wrong.
 */
function findSuccessorProblem(previous: ChainLink, { hash, ...entry }: AuditEntry): string {
  const expected = previous.number + 1
  if (entry.number !== expected) return `Entry ${expected} is missing.`
  return hash === hashEntry(previous.hash, entry)
    ? ''
    : `Entry ${expected} (${entry.event}) or the entry before it was changed.`
}

/**
 * Describes what is wrong with a part of a chain, newest first. The oldest entry of the part is assumed to be
 * correct.
 */
export function findSegmentProblem(entries: readonly AuditEntry[]): string {
  for (const [index, entry] of entries.entries()) {
    const previous = entry.number === 1 ? emptyHead : entries[index + 1]
    const problem = previous ? findSuccessorProblem(previous, entry) : ''
    if (problem !== '') return problem
  }
  return ''
}

export interface ChainVerification {
  readonly entries: number
  /** Where the chain breaks, in words. Empty when the chain is intact. */
  readonly problem: string
  /** When the database lost entries, or may have, according to the chain itself. */
  readonly losses: readonly (RecordedLoss & Pick<AuditEntry, 'number' | 'at'>)[]
}

const pageSize = 500

/**
 * Verifies the chain while others append to it. The chain must reach the head from before the verification,
 * and must not exceed the head from after it.
 */
export async function verifyChain(db: Db, workspaceId: string): Promise<ChainVerification> {
  const headBefore = (await findAuditHead(db, workspaceId)) ?? emptyHead
  const losses: ChainVerification['losses'][number][] = []
  let last: ChainLink = emptyHead
  for (;;) {
    const entries = await listAuditEntriesAfter(db, workspaceId, last.number, pageSize)
    for (const entry of entries) {
      const isEnd = entry.number === headBefore.number
      const problem = findSuccessorProblem(last, entry) || (isEnd ? findHeadMismatch(entry, headBefore) : '')
      if (problem !== '') return { entries: last.number, problem, losses }
      last = entry
      if (entry.event !== lossEvent) continue
      const { number, at, after } = entry
      // The service itself wrote the entry.
      losses.push({ number, at, ...(JSON.parse(after) as RecordedLoss) })
    }
    if (entries.length < pageSize) break
  }
  const headAfter = (await findAuditHead(db, workspaceId)) ?? emptyHead
  const problem =
    last.number < headBefore.number ? describeMissingEnd(last) : findHeadMismatch(last, headAfter)
  return { entries: last.number, problem, losses }
}

/**
 * Describes what is wrong with an entry when the chain must end with the given head. Returns an empty text
 * when nothing is wrong.
 */
export function findHeadMismatch({ number, hash }: ChainLink, head: AuditHead): string {
  if (number > head.number) return `Entry ${number} is after the recorded end of the log.`
  return number === head.number && hash !== head.hash ? `Entry ${number} was changed.` : ''
}

export function describeMissingEnd({ number }: Pick<ChainLink, 'number'>): string {
  return `Entry ${number + 1} is missing from the end of the log.`
}
