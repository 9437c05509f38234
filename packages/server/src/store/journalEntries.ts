// The durable record of writes. An entry is one write, under way or ended.

import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, JournalEntryTable, JournalStepTable } from './tables.ts'
import { userNameIn } from './users.ts'

export type JournalEntry = Selectable<JournalEntryTable>
export type JournalStep = Selectable<JournalStepTable>

/** Somebody is at it, or the runner comes back to it soon. */
const openStates = ['PENDING', 'EXECUTING', 'UNKNOWN'] as const
/** Entries without an outcome. */
const unended = { open: openStates, needs_attention: ['NEEDS_ATTENTION'] } as const
const endedStates = ['SUCCEEDED', 'FAILED'] as const

/** Nothing was intended yet, and nobody is at it: it waits for a person. It holds no target. */
const waitingState = 'AWAITING_APPROVAL'

/** In every state that an entry can be in. */
export const entryStates = [...openStates, waitingState, 'NEEDS_ATTENTION', ...endedStates] as const
export type EntryState = (typeof entryStates)[number]

/** So that an index of these states alone is known to hold them all. */
function literally(states: readonly string[]) {
  return states.map((state) => sql.lit(state))
}

/** Who holds an entry: every later write names both, so that a late one changes nothing. */
export interface Hold {
  readonly id: string
  readonly fence: number
}

/** An entry as its owner got it, with what the statement returned about the database (databaseState.ts). */
export type OwnedEntry = JournalEntry & { readonly evidence: string }
const noEvidence = sql<string>`''`

const entriesOf = (db: Db, workspaceId: string) =>
  db.selectFrom('operations').selectAll().where('workspace_id', '=', workspaceId)

export function waitsForApproval({ state }: Pick<JournalEntry, 'state'>): boolean {
  return state === waitingState
}

export function hasEnded({ state }: Pick<JournalEntry, 'state'>): boolean {
  return (endedStates as readonly string[]).includes(state)
}

/** As it was written; nothing when its idempotency key or its target is taken. */
export async function insertEntry(
  db: Db,
  clock: RawBuilder<number>,
  entry: Omit<Insertable<JournalEntryTable>, 'lease_until'>,
  leaseMs: number,
  evidence: RawBuilder<string> = noEvidence,
): Promise<OwnedEntry | undefined> {
  return await db
    .insertInto('operations')
    .values((values) => ({ ...entry, lease_until: values(clock, '+', leaseMs) }))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .returning(evidence.as('evidence'))
    .executeTakeFirst()
}

export async function findEntry(db: Db, workspaceId: string, id: string): Promise<JournalEntry | undefined> {
  return await entriesOf(db, workspaceId).where('id', '=', id).executeTakeFirst()
}

export async function findEntryByKey(
  db: Db,
  workspaceId: string,
  key: string,
): Promise<JournalEntry | undefined> {
  return await entriesOf(db, workspaceId).where('idempotency_key', '=', key).executeTakeFirst()
}

export interface Recently {
  /** By the database's clock. */
  readonly endedSince: number
  /** Succeeded since then: it may have begun long before, waited for approval, or been unknown. */
  readonly succeededSince: number
  /** Whose request may wait for approval: rules are not the same for every API key. */
  readonly keyId: string
  /** Those that do not count any more. */
  readonly except: readonly string[]
}

/**
 * The same request: one that ended recently, else one that is still open or waits for approval. Ended ones have had no key: whoever gives one
 * says what is the same.
 */
export async function findEqualEntry(
  db: Db,
  clock: RawBuilder<number>,
  workspaceId: string,
  fingerprint: string,
  { endedSince, succeededSince, keyId, except }: Recently,
): Promise<JournalEntry | undefined> {
  return await entriesOf(db, workspaceId)
    .where('fingerprint', '=', fingerprint)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .where((where) =>
      where.or([
        where('state', 'in', openStates),
        where.and([where('state', '=', waitingState), where('key_id', '=', keyId)]),
        where.and([
          where('idempotency_key', 'is', null),
          where('state', 'in', endedStates),
          where.or([
            where.and([where('lease_until', '>=', endedSince), where('lease_until', '<=', clock)]),
            // Nothing changes it after the end.
            where.and([where('state', '=', 'SUCCEEDED'), where('updated_at', '>=', succeededSince)]),
          ]),
        ]),
      ]),
    )
    .orderBy((order) => order.case().when('state', 'in', endedStates).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The id of the latest of equal requests that have ended, under whichever key; empty when there is none. */
export async function lastEndedEqual(db: Db, workspaceId: string, fingerprint: string): Promise<string> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', fingerprint)
    .where('state', 'in', endedStates)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? ''
}

/** Whether an equal request has ever succeeded, as far as the journal goes back. */
export async function hasSucceeded(db: Db, workspaceId: string, fingerprint: string): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', fingerprint)
    // Not the column itself: SQLite would go by it, through all that ever succeeded in the workspace.
    .where(sql<string>`state || ''`, '=', 'SUCCEEDED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The open write that has the target to itself. */
export async function findHolder(
  db: Db,
  workspaceId: string,
  target: string,
): Promise<JournalEntry | undefined> {
  return await entriesOf(db, workspaceId)
    .where('target', '=', target)
    .where('target', '<>', sql.lit(''))
    .where('state', 'in', literally(openStates))
    .executeTakeFirst()
}

/** Whether an equal write without a key is open: there is one at a time. */
export async function isOpenElsewhere(
  db: Db,
  { workspace_id, fingerprint, id }: Pick<JournalEntry, 'workspace_id' | 'fingerprint' | 'id'>,
): Promise<boolean> {
  const row = await entriesOf(db, workspace_id)
    .where('fingerprint', '=', fingerprint)
    .where('idempotency_key', 'is', null)
    .where('state', 'in', literally(openStates))
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes of one target that succeeded later than another one, by the database's clock; the latest first. */
export async function laterWrites(
  db: Db,
  { workspace_id, lease_until }: Pick<JournalEntry, 'workspace_id' | 'lease_until'>,
  target: string,
): Promise<JournalEntry[]> {
  return await entriesOf(db, workspace_id)
    .where('target', '=', target)
    .where('target', '<>', sql.lit(''))
    .where('state', '=', sql.lit('SUCCEEDED'))
    .where('lease_until', '>', lease_until)
    .orderBy('lease_until', 'desc')
    .limit(50)
    .execute()
}

/** Whether an open write works with the credential. */
export async function holdsCredential(db: Db, credentialId: string): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('credential_id', '=', credentialId)
    .where('state', 'in', literally(openStates))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Becomes the owner of an unfinished entry that nobody holds; as it is from then on, if it did. */
export async function takeOver(
  db: Db,
  clock: RawBuilder<number>,
  id: string,
  owner: string,
  leaseMs: number,
  evidence: RawBuilder<string> = noEvidence,
): Promise<OwnedEntry | undefined> {
  return await db
    .updateTable('operations')
    .set((set) => ({ owner, fence: set('fence', '+', 1), lease_until: set(clock, '+', leaseMs) }))
    .where('id', '=', id)
    .where('state', 'not in', endedStates)
    .where('lease_until', '<', clock)
    .returningAll()
    .returning(evidence.as('evidence'))
    .executeTakeFirst()
}

/** Holds on for longer; false when the lease has passed to somebody else, or has run out. */
export async function renewLease(
  db: Db,
  clock: RawBuilder<number>,
  hold: Hold,
  leaseMs: number,
): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('operations')
      .set((set) => ({ lease_until: set(clock, '+', leaseMs) }))
      .where('id', '=', hold.id)
      .where('fence', '=', hold.fence)
      .where('lease_until', '>', clock),
  )
}

/** Changes the entry if it is unfinished and still held under this fence. */
export async function updateEntry(
  db: Db,
  hold: Hold,
  change: Updateable<JournalEntryTable>,
): Promise<boolean> {
  return await foundRow(updateHeld(db, hold).set(change))
}

/** The same for the mark that somebody must look at it; whether it had none before. */
export async function markEntry(db: Db, hold: Hold): Promise<boolean> {
  const state = 'NEEDS_ATTENTION'
  return await foundRow(updateHeld(db, hold).set({ state }).where('state', '<>', state))
}

/** The same for its last change, with the time of it by the database's clock. */
export async function endEntry(
  db: Db,
  clock: RawBuilder<number>,
  hold: Hold,
  change: Updateable<JournalEntryTable>,
): Promise<boolean> {
  return await foundRow(updateHeld(db, hold).set(change).set({ lease_until: clock }))
}

function updateHeld(db: Db, { id, fence }: Hold) {
  return db
    .updateTable('operations')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', 'not in', endedStates)
}

/** Whether this owner has ended the entry already: the answer to a commit can get lost on its way. */
export async function endedBy(db: Db, hold: Hold): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('state')
    .where('id', '=', hold.id)
    .where('fence', '=', hold.fence)
    .executeTakeFirst()
  return row !== undefined && hasEnded(row)
}

/** Forgets an entry of which nothing was ever intended, so that its key is free again; whether it was still held. */
export async function forgetEntry(db: Db, hold: Hold): Promise<boolean> {
  return await foundRow(
    db
      .deleteFrom('operations')
      .where('id', '=', hold.id)
      .where('fence', '=', hold.fence)
      .where('plan', '=', '')
      .where('state', '=', 'PENDING'),
  )
}

/** Forgets an entry whose first step was intended and never left; whether it was still held, and there to be forgotten. */
export async function forgetUnsentEntry(db: Db, hold: Hold): Promise<boolean> {
  return await foundRow(
    db
      .deleteFrom('operations')
      .where('id', '=', hold.id)
      .where('fence', '=', hold.fence)
      .where('state', '=', 'EXECUTING'),
  )
}

/** When entries are looked at again, by the clock of the processes. */
export interface Turn {
  readonly now: number
  /** No entry waits longer: one that seems to was written before the clock was set back. */
  readonly longestMs: number
}

/** Entries that nobody holds and whose time has come, or whose owner died holding them. */
export async function dueEntries(
  db: Db,
  clock: RawBuilder<number>,
  { now, longestMs }: Turn,
  limit: number,
  states: readonly string[] = openStates,
): Promise<JournalEntry[]> {
  return await db
    .selectFrom('operations')
    .selectAll()
    .where('state', 'in', literally(states))
    .where('lease_until', '<', clock)
    .where((where) =>
      where.or([
        where('next_run_at', '<=', now),
        where('next_run_at', '>', now + longestMs),
        where('lease_until', '>', 0),
      ]),
    )
    .orderBy('next_run_at')
    .limit(limit)
    .execute()
}

/** Entries without an outcome, of one of two kinds: how many, counted so far and no further, and when the oldest of these began. */
export async function unendedEntries(
  db: Db,
  kind: keyof typeof unended,
  most: number,
): Promise<{ readonly count: number; readonly oldestAt: number | null }> {
  const some = db
    .selectFrom('operations')
    .select('created_at')
    .where('state', 'in', literally(unended[kind]))
    .orderBy('next_run_at')
    .limit(most)
  return await db
    .selectFrom(some.as('some'))
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.min<number | null>('created_at').as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
}

/** Which entries a list is of, by when they began. */
export interface EntriesAsked {
  /** Of any of these; of all when it is empty. */
  readonly states: readonly EntryState[]
  readonly userId?: string | undefined
  readonly since: number
  readonly until: number
  /** Where the page before ended, or the one after it begins. */
  readonly after?: EntryPlace | undefined
  readonly before?: EntryPlace | undefined
}

/** The place of an entry in a list. */
export interface EntryPlace {
  readonly created_at: number
  readonly id: string
}

/** What a list tells of an entry: nothing of what was asked for and planned. */
export type ListedEntry = Pick<
  JournalEntry,
  'id' | 'workspace_id' | 'user_id' | 'name' | 'state' | 'reason' | 'created_at' | 'updated_at'
> & { readonly user_name: string | null }

/**
 * Entries newest first, beginning after or ending before a place. Each state has its own part of the index, and the newest
 * of all are among the newest of each: so one statement asks for a page of each state, and takes the page from these.
 */
export async function newestEntries(
  db: Db,
  workspaceId: string,
  asked: EntriesAsked,
  limit: number,
): Promise<ListedEntry[]> {
  const order = asked.before ? 'asc' : 'desc'
  const [first = 'PENDING', ...others] = asked.states.length === 0 ? entryStates : asked.states
  const pageOf = (state: EntryState) =>
    db.selectFrom(inState(db, workspaceId, asked, state, limit).as(`in_${state.toLowerCase()}`)).selectAll()
  const page = others.reduce((pages, state) => pages.unionAll(pageOf(state)), pageOf(first))
  const found = await db
    .selectFrom(page.as('entry'))
    .selectAll('entry')
    .select(userNameIn('entry'))
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
  return asked.before ? found.reverse() : found
}

/** A page of one state. */
function inState(db: Db, workspaceId: string, asked: EntriesAsked, state: EntryState, limit: number) {
  const { userId, since, until, after, before } = asked
  const order = before ? 'asc' : 'desc'
  let entries = db
    .selectFrom('operations')
    .select(['id', 'workspace_id', 'user_id', 'name', 'state', 'reason', 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', state)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
  if (userId !== undefined) entries = entries.where('user_id', '=', userId)
  for (const [place, comparison] of [
    [after, '<'],
    [before, '>'],
  ] as const)
    if (place)
      entries = entries.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), comparison, tuple(place.created_at, place.id)),
      )
  return entries.orderBy('created_at', order).orderBy('id', order).limit(limit)
}

/** Of whichever workspace: for operators alone. */
export async function findEntryAnywhere(db: Db, id: string): Promise<JournalEntry | undefined> {
  return await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Changes only the reason, also of an entry that has ended. */
export async function noteReason(db: Db, id: string, reason: string): Promise<void> {
  await db.updateTable('operations').set({ reason }).where('id', '=', id).execute()
}

/** Ends the holds on all open entries, whose owners are known to be dead: they are due at once. */
export async function freeEntries(db: Db): Promise<void> {
  await db
    .updateTable('operations')
    .set({ lease_until: 0, next_run_at: 0 })
    .where('state', 'in', literally(openStates))
    .execute()
}

/** Deletes some of the entries that began before a time, the oldest first; how many. */
export async function pruneEntries(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('operations')
    .where('id', 'in', (old) =>
      old
        .selectFrom('operations')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Empties what some of a deleted user's finished entries still say about the user; how many. */
export async function eraseRequests(
  db: Db,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set({ request: '{}', plan: '', pin: '' })
    .where('id', 'in', (telling) =>
      telling
        .selectFrom('operations')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .where('request', '<>', sql.lit('{}'))
        .where('state', 'in', endedStates)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function stepsOf(db: Db, entryId: string): Promise<JournalStep[]> {
  return await db
    .selectFrom('operation_steps')
    .selectAll()
    .where('operation_id', '=', entryId)
    .orderBy('number')
    .execute()
}

/** Writes a step down, or over what an earlier try wrote. */
export async function saveStep(db: Db, step: JournalStep): Promise<void> {
  const { state, fence, outcome, note, intent_at, settled_at } = step
  await db
    .insertInto('operation_steps')
    .values(step)
    .onConflict((conflict) =>
      conflict
        .columns(['operation_id', 'number'])
        .doUpdateSet({ state, fence, outcome, note, intent_at, settled_at })
        .where('operation_steps.fence', '<=', fence),
    )
    .execute()
}
