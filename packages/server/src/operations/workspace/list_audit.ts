import type { Body, ResultsWithoutRecord } from '@adrail/contract'
import { missingAtEnd, noHead, problemAtEnd, problemIn } from '../../audit/chain.ts'
import { lastBefore, mostSkewMs } from '../../audit/trail.ts'
import { timeText } from '../../base/timeText.ts'
import {
  type AuditEntry,
  type AuditHead,
  auditHead,
  entriesAfter,
  entriesBetween,
  type NamedEntry,
} from '../../store/auditEntries.ts'
import type { Db } from '../../store/tables.ts'
import { type Context, handler } from '../../waist/handler.ts'
import { keysetPage } from '../../waist/keyset.ts'

export const list_audit = handler('workspace/list_audit', async (asked, ctx) => {
  const { db } = ctx.store
  const { workspaceId } = ctx.caller
  const range = await rangeOf(asked, ctx)
  const found = await keysetPage(ctx.page, {
    size: 100,
    entryOf: ({ number }) => Number(number),
    // The list is newest first, so the page after an entry contains smaller numbers.
    read: async ({ after, before }, limit) => {
      const order = before === undefined ? 'desc' : 'asc'
      const between = { after: before ?? range.after, before: after ?? range.before }
      const rows = await entriesBetween(db, workspaceId, { ...between, order, limit })
      return before === undefined ? rows : rows.reverse()
    },
    nameOf: ({ entry: { number } }) => ({ number: String(number) }),
    fits: isFiltered(asked) ? ({ entry }) => isAsked(asked, entry) : undefined,
  })
  const looked = found.looked.map(({ entry }) => entry)
  // The query returns the head with the entries. Without entries, the head needs a query of its own.
  const head = found.looked[0]?.head ?? (await auditHead(db, workspaceId)) ?? noHead
  const beginsAtEnd = ctx.page.position === undefined && range.before === undefined
  const problem =
    looked.length > 0 ? problemOf(looked, head, beginsAtEnd) : await problemOfEnd(db, workspaceId, head)
  return {
    entries: found.rows.map(entryRecord),
    chain: { entries: head.number, hash: head.hash, problem },
    pagination: ctx.page.around(found),
  }
})

type Asked = Body<'workspace/list_audit'>

/**
 * Returns the range of entry numbers for a period. The margin covers the clock differences between machines.
 */
async function rangeOf(
  { since, until }: Asked,
  { store, caller }: Context<'workspace/list_audit'>,
): Promise<{ after: number; before: number | undefined }> {
  const last = (time: number) => lastBefore(store.db, caller.workspaceId, time)
  return {
    after: since === undefined ? 0 : await last(Date.parse(since) - mostSkewMs),
    before: until === undefined ? undefined : (await last(Date.parse(until) + mostSkewMs)) + 1,
  }
}

function isFiltered({ pagination: _, ...filters }: Asked): boolean {
  return Object.values(filters).some((filter) => filter !== undefined)
}

function isAsked({ userId, event, actor, operationId, since, until }: Asked, entry: AuditEntry): boolean {
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
function problemOf(looked: readonly AuditEntry[], head: AuditHead, beginsAtEnd: boolean): string {
  const [newest = noHead] = looked
  if (beginsAtEnd && newest.number < head.number) return missingAtEnd(newest)
  return problemAtEnd(newest, head) || problemIn(looked)
}

/**
 * For an empty page. The entry that the head names was written before the head was read, so it must exist.
 */
async function problemOfEnd(db: Db, workspaceId: string, { number }: AuditHead): Promise<string> {
  if (number === 0) return ''
  const found = await entriesAfter(db, workspaceId, number - 1, 1)
  return found.length > 0 ? '' : `Entry ${number} is missing.`
}

function entryRecord({
  entry,
  keyName,
  userName,
}: NamedEntry): ResultsWithoutRecord<'workspace/list_audit'>['entries'][number] {
  const { before, after } = entry
  return {
    number: entry.number,
    at: timeText(entry.at),
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
