import type { Body, EventType } from '@adrail/contract'
import { toEvent } from '../../events/eventRecord.ts'
import { type HandlerContext, handler } from '../../pipeline/handler.ts'
import type { Page, PagePosition } from '../../platforms/connector-kit/page.ts'
import {
  findLastEventSeq,
  findLastPrunedSeq,
  listEventsBetween,
  type StoredEvent,
} from '../../store/events.ts'
import { listUserNames } from '../../store/users.ts'

const pageSize = 100
/**
 * The limit includes events of other types, so that a page costs no more even if the requested types are
 * rare.
 */
const maxScanned = 1000

type EventsBody = Body<'event/list_events'>
type EventsContext = HandlerContext<'event/list_events'>

export const list_events = handler('event/list_events', async (body, ctx) => {
  const { position } = ctx.page
  const head = await findLastEventSeq(ctx.store.db, ctx.caller.workspaceId)
  const eventPage =
    position?.['way'] === 'before'
      ? await readEarlierPage(body, ctx, Number(position['seq']))
      : await readLaterPage(body, ctx, head, position)
  const { next: resume } = ctx.page.neighborCursors({ rows: [], next: toPosition('after', eventPage.endSeq) })
  return {
    events: eventPage.rows.map(toEvent),
    userNames: await loadUserNames(eventPage.rows, ctx),
    resume,
    pagination: ctx.page.neighborCursors(eventPage),
  }
})

async function loadUserNames(events: readonly StoredEvent[], { store, caller }: EventsContext) {
  const ids = new Set(events.map(({ user_id }) => user_id ?? '').filter((id) => id !== ''))
  const users = await listUserNames(store.db, caller.workspaceId, [...ids])
  return Object.fromEntries(users.map(({ id, name }) => [id, name] as const))
}

/** `endSeq` is the sequence number of the last event that the page covers. */
interface EventPage extends Page<StoredEvent> {
  readonly endSeq: number
}

/** The head was read before the page, so all events up to the head are visible and the page skips none. */
async function readLaterPage(
  body: EventsBody,
  ctx: EventsContext,
  head: number,
  position: PagePosition | undefined,
): Promise<EventPage> {
  const start = body.from === 'now' ? head : 0
  const after = position === undefined ? start : Number(position['seq'])
  const { rows, lastScannedSeq } = await scanEvents(body, ctx, { after, upTo: head, order: 'asc' })
  if (position) await requireNoGap(ctx, after, head, rows)
  const endSeq = lastScannedSeq ?? head
  return {
    rows,
    endSeq,
    ...(lastScannedSeq === undefined ? {} : { next: toPosition('after', endSeq) }),
    ...(position && after > 0 ? { previous: toPosition('before', after + 1) } : {}),
  }
}

async function readEarlierPage(body: EventsBody, ctx: EventsContext, before: number): Promise<EventPage> {
  const { rows, lastScannedSeq } = await scanEvents(body, ctx, { after: 0, upTo: before - 1, order: 'desc' })
  return {
    rows: rows.reverse(),
    endSeq: before - 1,
    next: toPosition('after', before - 1),
    ...(lastScannedSeq === undefined ? {} : { previous: toPosition('before', lastScannedSeq) }),
  }
}

/** `lastScannedSeq` is the sequence number of the last scanned event. Undefined if no further page can follow. */
async function scanEvents(
  { types = [], userId }: EventsBody,
  { store, caller }: EventsContext,
  range: { readonly after: number; readonly upTo: number; readonly order: 'asc' | 'desc' },
): Promise<{ rows: StoredEvent[]; lastScannedSeq: number | undefined }> {
  if (range.after >= range.upTo) return { rows: [], lastScannedSeq: undefined }
  const typeFilter: ReadonlySet<EventType> = new Set(types)
  // The extra row shows whether another page follows.
  const limit = typeFilter.size === 0 ? pageSize + 1 : maxScanned
  const userFilter = userId === undefined ? {} : { userId }
  const scannedEvents = await listEventsBetween(store.db, caller.workspaceId, {
    ...range,
    limit,
    ...userFilter,
  })
  const matchingEvents =
    typeFilter.size === 0 ? scannedEvents : scannedEvents.filter(({ type }) => typeFilter.has(type))
  const rows = matchingEvents.slice(0, pageSize)
  const last =
    matchingEvents.length > pageSize
      ? rows.at(-1)
      : scannedEvents.length === limit
        ? scannedEvents.at(-1)
        : undefined
  return { rows, lastScannedSeq: last?.seq }
}

/** The check runs after the page was read, so an event that was not pruned by now was not pruned then. */
async function requireNoGap(
  ctx: EventsContext,
  after: number,
  head: number,
  rows: StoredEvent[],
): Promise<void> {
  if (after === head || rows[0]?.seq === after + 1) return
  // A position beyond the head means that the database was restored from before the cursor. Other gaps in the
  // numbers belong to leads without an event.
  if (after > head || after < (await findLastPrunedSeq(ctx.store.db, ctx.caller.workspaceId)))
    throw ctx.createError('CURSOR_EXPIRED', { field: 'pagination' })
}

function toPosition(way: 'after' | 'before', seq: number): PagePosition {
  return { way, seq: String(seq) }
}
