import type { Body, HandlerOutput } from '@adrail/contract'
import { describeMissingEnd, emptyHead, findHeadMismatch, findSegmentProblem } from '../../audit/chain.ts'
import { findLastNumberBefore, maxEntrySkewMs } from '../../audit/trail.ts'
import { type HandlerContext, handler } from '../../pipeline/handler.ts'
import { keysetPage } from '../../pipeline/keyset.ts'
import { formatTime } from '../../runtime/formatTime.ts'
import {
  type AuditEntry,
  type AuditHead,
  findAuditHead,
  listAuditEntriesAfter,
  listAuditEntriesBetween,
  type NamedAuditEntry,
} from '../../store/auditEntries.ts'
import type { Db } from '../../store/tables.ts'

export const list_audit = handler('workspace/list_audit', async (body, ctx) => {
  const { db } = ctx.store
  const { workspaceId } = ctx.caller
  const range = await findRange(body, ctx)
  const auditPage = await keysetPage(ctx.page, {
    size: 100,
    decodeKey: ({ number }) => Number(number),
    // The list is newest first, so the page after an entry contains smaller numbers.
    read: async ({ after, before }, limit) => {
      const order = before === undefined ? 'desc' : 'asc'
      const numberRange = { after: before ?? range.after, before: after ?? range.before }
      const rows = await listAuditEntriesBetween(db, workspaceId, { ...numberRange, order, limit })
      return before === undefined ? rows : rows.reverse()
    },
    toPosition: ({ entry: { number } }) => ({ number: String(number) }),
    matches: isFiltered(body) ? ({ entry }) => matchesFilter(body, entry) : undefined,
  })
  const scannedEntries = auditPage.scannedRows.map(({ entry }) => entry)
  // The query returns the head with the entries. Without entries, the head needs a query of its own.
  const head = auditPage.scannedRows[0]?.head ?? (await findAuditHead(db, workspaceId)) ?? emptyHead
  const startsAtHead = ctx.page.position === undefined && range.before === undefined
  const problem =
    scannedEntries.length > 0
      ? findChainProblem(scannedEntries, head, startsAtHead)
      : await findHeadProblem(db, workspaceId, head)
  return {
    entries: auditPage.rows.map(toAuditRecord),
    chain: { entries: head.number, hash: head.hash, problem },
    pagination: ctx.page.neighborCursors(auditPage),
  }
})

type AuditBody = Body<'workspace/list_audit'>

/**
 * Returns the range of entry numbers for a period. The margin covers the clock differences between machines.
 */
async function findRange(
  { since, until }: AuditBody,
  { store, caller }: HandlerContext<'workspace/list_audit'>,
): Promise<{ after: number; before: number | undefined }> {
  const findLastNumber = (time: number) => findLastNumberBefore(store.db, caller.workspaceId, time)
  return {
    after: since === undefined ? 0 : await findLastNumber(Date.parse(since) - maxEntrySkewMs),
    before: until === undefined ? undefined : (await findLastNumber(Date.parse(until) + maxEntrySkewMs)) + 1,
  }
}

function isFiltered({ pagination: _, ...filters }: AuditBody): boolean {
  return Object.values(filters).some((filter) => filter !== undefined)
}

function matchesFilter(
  { userId, event, actor, operationId, since, until }: AuditBody,
  entry: AuditEntry,
): boolean {
  return (
    (userId === undefined || entry.user_id === userId) &&
    (event === undefined || entry.event === event) &&
    (actor === undefined || entry.actor === actor) &&
    (operationId === undefined || entry.operation_id === operationId) &&
    (since === undefined || entry.at >= Date.parse(since)) &&
    (until === undefined || entry.at < Date.parse(until))
  )
}

/** The newest entry must match the number and hash of the head. */
function findChainProblem(
  scannedEntries: readonly AuditEntry[],
  head: AuditHead,
  startsAtHead: boolean,
): string {
  const [newest = emptyHead] = scannedEntries
  if (startsAtHead && newest.number < head.number) return describeMissingEnd(newest)
  return findHeadMismatch(newest, head) || findSegmentProblem(scannedEntries)
}

/**
 * For an empty page. The entry that the head names was written before the head was read, so it must exist.
 */
async function findHeadProblem(db: Db, workspaceId: string, { number }: AuditHead): Promise<string> {
  if (number === 0) return ''
  const newerEntries = await listAuditEntriesAfter(db, workspaceId, number - 1, 1)
  return newerEntries.length > 0 ? '' : `Entry ${number} is missing.`
}

function toAuditRecord({
  entry,
  keyName,
  userName,
}: NamedAuditEntry): HandlerOutput<'workspace/list_audit'>['entries'][number] {
  const { before, after } = entry
  return {
    number: entry.number,
    at: formatTime(entry.at),
    event: entry.event,
    actor: entry.actor,
    actorName: keyName,
    requestId: entry.request_id,
    surface: entry.surface,
    operationId: entry.operation_id,
    userId: entry.user_id,
    userName,
    subject: entry.subject,
    ...(before === '' ? {} : { before: JSON.parse(before) as unknown }),
    ...(after === '' ? {} : { after: JSON.parse(after) as unknown }),
    hash: entry.hash,
  }
}
