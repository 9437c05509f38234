// The record of what was changed, by whom: append-only, each entry hashed together with the one before, so that a
// changed or missing entry is found and located.

import { createHash } from 'node:crypto'
import { canonical } from '../base/canonical.ts'
import { type NewEvent, tellNumbered } from '../events/tell.ts'
import {
  type AuditEntry,
  type AuditHead,
  appendEntry,
  auditHead,
  entriesAfter,
  holdHead,
} from '../store/auditEntries.ts'
import type { Db } from '../store/tables.ts'

/**
 * By which a request comes in: the console by its session. Programs that call by HTTP are not told apart, because what
 * they say of themselves proves nothing.
 */
export type Surface = 'http' | 'mcp' | 'console'

export interface AuditRecord {
  readonly workspaceId: string
  readonly at: number
  /** Past tense, such as `campaign.budget_changed`. */
  readonly event: string
  /** The API key, or `admin` for the command line, or `service` for what happens by itself. */
  readonly actor: string
  readonly requestId?: string
  /** By which the request came in; absent where there was none. */
  readonly surface?: Surface
  readonly operationId?: string
  readonly userId?: string
  /** What it was about: an id of ours or of the platform. Ids only: nothing personal. */
  readonly subject: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Writes an entry, and the events that the workspace is told with it, in the transaction of what it records. */
export async function recordAudit(
  transaction: Db,
  record: AuditRecord,
  events: readonly NewEvent[] = [],
): Promise<void> {
  const head = await holdHead(transaction, record.workspaceId, events.length)
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
    before: record.before === undefined ? '' : canonical(record.before),
    after: record.after === undefined ? '' : canonical(record.after),
  }
  await appendEntry(transaction, { ...entry, hash: hashOf(head.hash, entry) })
  await tellNumbered(transaction, record.workspaceId, head.event_seq, events)
}

function hashOf(previousHash: string, { surface, ...entry }: Omit<AuditEntry, 'hash'>): string {
  // Entries from before surfaces were told have none, and keep their hash.
  const told = surface === '' ? entry : { ...entry, surface }
  return createHash('sha256').update(previousHash).update('\n').update(canonical(told)).digest('hex')
}

/** Recorded when the database lost writes, or may have: their entries are missing without a gap in the chain. */
export const lossEvent = 'database.writes_lost'

/** What an entry of a loss holds. */
export interface RecordedLoss {
  readonly reason: string
  /** The writes that are known to be lost. */
  readonly operationIds: readonly string[]
}

type Link = Pick<AuditEntry, 'number' | 'hash'>

/** Where nothing was recorded yet. */
export const noHead: AuditHead = { number: 0, hash: '' }

/** What is wrong with an entry as the one that comes after another; empty when nothing is. */
function problemAfter(before: Link, { hash, ...entry }: AuditEntry): string {
  const expected = before.number + 1
  if (entry.number !== expected) return `Entry ${expected} is missing.`
  return hash === hashOf(before.hash, entry)
    ? ''
    : `Entry ${expected} (${entry.event}) was changed, or the one before it.`
}

/** What is wrong with a part of a chain, newest first, whose last entry is taken for right. */
export function problemIn(entries: readonly AuditEntry[]): string {
  for (const [index, entry] of entries.entries()) {
    const before = entry.number === 1 ? noHead : entries[index + 1]
    const problem = before ? problemAfter(before, entry) : ''
    if (problem !== '') return problem
  }
  return ''
}

export interface Verification {
  readonly entries: number
  /** Where the chain breaks, in words; empty when it is whole. */
  readonly problem: string
  /** When the database lost entries, or may have, as the chain itself records it. */
  readonly losses: readonly (RecordedLoss & Pick<AuditEntry, 'number' | 'at'>)[]
}

const pageSize = 500

/** Walks the chain while others go on writing it: it must reach the end that it had before, and not pass the one it has after. */
export async function verifyChain(db: Db, workspaceId: string): Promise<Verification> {
  const before = (await auditHead(db, workspaceId)) ?? noHead
  const losses: Verification['losses'][number][] = []
  let last: Link = noHead
  for (;;) {
    const entries = await entriesAfter(db, workspaceId, last.number, pageSize)
    for (const entry of entries) {
      const isEnd = entry.number === before.number
      const problem = problemAfter(last, entry) || (isEnd ? problemAtEnd(entry, before) : '')
      if (problem !== '') return { entries: last.number, problem, losses }
      last = entry
      if (entry.event !== lossEvent) continue
      const { number, at, after } = entry
      // Written by the service itself.
      losses.push({ number, at, ...(JSON.parse(after) as RecordedLoss) })
    }
    if (entries.length < pageSize) break
  }
  const after = (await auditHead(db, workspaceId)) ?? noHead
  const problem = last.number < before.number ? missingAtEnd(last) : problemAtEnd(last, after)
  return { entries: last.number, problem, losses }
}

/** What is wrong with an entry when the record ends as its head says; empty when nothing is. */
export function problemAtEnd({ number, hash }: Link, head: AuditHead): string {
  if (number > head.number) return `Entry ${number} stands behind the end of the record.`
  return number === head.number && hash !== head.hash ? `Entry ${number} was changed.` : ''
}

export function missingAtEnd({ number }: Pick<Link, 'number'>): string {
  return `Entry ${number + 1} is missing at the end.`
}
