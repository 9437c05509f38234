import type { Body, EventType } from '@adrail/contract'
import { eventRecord } from '../../events/eventRecord.ts'
import type { Page, Position } from '../../platforms/kit/page.ts'
import { eventsBetween, lastEventSeq, lastPrunedSeq, type StoredEvent } from '../../store/events.ts'
import { namesOfUsers } from '../../store/users.ts'
import { type Context, handler } from '../../waist/handler.ts'

const pageSize = 100
/**
 * The limit includes events of other types, so that a page costs no more even if the requested types are
 * rare.
 */
const mostLookedAt = 1000

type Asked = Body<'event/list_events'>
type Ctx = Context<'event/list_events'>

export const list_events = handler('event/list_events', async (asked, ctx) => {
  const { position } = ctx.page
  const head = await lastEventSeq(ctx.store.db, ctx.caller.workspaceId)
  const found =
    position?.['way'] === 'before'
      ? await earlier(asked, ctx, Number(position['seq']))
      : await later(asked, ctx, head, position)
  const { next: resume } = ctx.page.around({ rows: [], next: at('after', found.end) })
  return {
    events: found.rows.map(eventRecord),
    userNames: await namesIn(found.rows, ctx),
    resume,
    pagination: ctx.page.around(found),
  }
})

async function namesIn(events: readonly StoredEvent[], { store, caller }: Ctx) {
  const ids = new Set(events.map(({ user_id }) => user_id ?? '').filter((id) => id !== ''))
  const users = await namesOfUsers(store.db, caller.workspaceId, [...ids])
  return Object.fromEntries(users.map(({ id, name }) => [id, name] as const))
}

/** `end` is the sequence number of the last event that the page covers. */
interface Found extends Page<StoredEvent> {
  readonly end: number
}

/** The head was read before the page, so all events up to the head are visible and the page skips none. */
async function later(asked: Asked, ctx: Ctx, head: number, position: Position | undefined): Promise<Found> {
  const start = asked.from === 'now' ? head : 0
  const after = position === undefined ? start : Number(position['seq'])
  const { rows, lookedUpTo } = await look(asked, ctx, { after, upTo: head, order: 'asc' })
  if (position) await requireWhole(ctx, after, head, rows)
  const end = lookedUpTo ?? head
  return {
    rows,
    end,
    ...(lookedUpTo === undefined ? {} : { next: at('after', end) }),
    ...(position && after > 0 ? { previous: at('before', after + 1) } : {}),
  }
}

async function earlier(asked: Asked, ctx: Ctx, before: number): Promise<Found> {
  const { rows, lookedUpTo } = await look(asked, ctx, { after: 0, upTo: before - 1, order: 'desc' })
  return {
    rows: rows.reverse(),
    end: before - 1,
    next: at('after', before - 1),
    ...(lookedUpTo === undefined ? {} : { previous: at('before', lookedUpTo) }),
  }
}

/** `lookedUpTo` is the sequence number of the last scanned event. Undefined if no further page can follow. */
async function look(
  { types = [], userId }: Asked,
  { store, caller }: Ctx,
  range: { readonly after: number; readonly upTo: number; readonly order: 'asc' | 'desc' },
): Promise<{ rows: StoredEvent[]; lookedUpTo: number | undefined }> {
  if (range.after >= range.upTo) return { rows: [], lookedUpTo: undefined }
  const wanted: ReadonlySet<EventType> = new Set(types)
  // The extra row shows whether another page follows.
  const limit = wanted.size === 0 ? pageSize + 1 : mostLookedAt
  const user = userId === undefined ? {} : { userId }
  const found = await eventsBetween(store.db, caller.workspaceId, { ...range, limit, ...user })
  const fitting = wanted.size === 0 ? found : found.filter(({ type }) => wanted.has(type))
  const rows = fitting.slice(0, pageSize)
  const last = fitting.length > pageSize ? rows.at(-1) : found.length === limit ? found.at(-1) : undefined
  return { rows, lookedUpTo: last?.seq }
}

/** The check runs after the page was read, so an event that was not pruned by now was not pruned then. */
async function requireWhole(ctx: Ctx, after: number, head: number, rows: StoredEvent[]): Promise<void> {
  if (after === head || rows[0]?.seq === after + 1) return
  // A position beyond the head means that the database was restored from before the cursor. Other gaps in the
  // numbers belong to leads without an event.
  if (after > head || after < (await lastPrunedSeq(ctx.store.db, ctx.caller.workspaceId)))
    throw ctx.refuse('CURSOR_EXPIRED', { field: 'pagination' })
}

function at(way: 'after' | 'before', seq: number): Position {
  return { way, seq: String(seq) }
}
