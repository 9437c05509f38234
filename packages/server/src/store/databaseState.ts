// Whether the database still has what it acknowledged. PostgreSQL that replicates asynchronously forgets the last writes
// when a standby takes over, and a restored copy forgets all since it was made.

import { type RawBuilder, sql } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, LossReason, Store } from './tables.ts'

/** After a loss, creations look for what they may have created before for this long. */
export const lookFirstMs = 24 * 60 * 60 * 1000

/** Every process notices a loss by itself: within this time it is the same one. */
const sameLossMs = 10 * 60 * 1000

/** What a statement can tell about the database while it does something else. */
export interface Evidence {
  /** The timeline of the server, and the one that a process last recorded. Empty where the database has none. */
  readonly timeline: string
  readonly recorded: string
  /** How long ago a process noticed a loss; absent when that is more than a day ago, or never happened. */
  readonly lostMs: number | undefined
  /** A write that the database acknowledged is not there. */
  readonly isMissing: boolean
}

/** An expression that a statement returns beside its rows. */
export type EvidenceExpression = RawBuilder<string>

/** As one text, for a statement to return; `known` is a write that must be there, or empty. */
export function evidenceOf({ clock, timeline }: Store, known: string): EvidenceExpression {
  return sql<string>`(
    select ${timeline} || ' ' || state.timeline || ' ' || coalesce(cast(${clock} - state.lost_at as text), '') || ' ' ||
      case when ${known} = '' or exists (select 1 from operations as present where present.id = ${known})
        then '' else 'missing' end
    from database_state as state where state.id = 'state')`
}

export function readEvidence(text: string): Evidence {
  const [timeline = '', recorded = '', lost = '', missing = ''] = text.split(' ')
  const lostMs = lost === '' || Number(lost) > lookFirstMs ? undefined : Number(lost)
  return { timeline, recorded, lostMs, isMissing: missing !== '' }
}

export interface DatabaseState {
  readonly evidence: string
  readonly timeline: string
  readonly lost_at: number | null
  readonly reason: '' | LossReason
  readonly reported_to: string
}

export async function databaseState(store: Store, known = ''): Promise<DatabaseState> {
  return await store.db
    .selectFrom('database_state')
    .select(['timeline', 'lost_at', 'reason', 'reported_to'])
    .select(evidenceOf(store, known).as('evidence'))
    .where('id', '=', 'state')
    .executeTakeFirstOrThrow()
}

/** Records the server's timeline where none was known. */
export async function adoptTimeline({ db, timeline }: Store): Promise<void> {
  await db
    .updateTable('database_state')
    .set({ timeline })
    .where('id', '=', 'state')
    .where('timeline', '=', '')
    .execute()
}

/** Records that writes may be missing; whether no other process did so for the same loss. */
export async function recordLoss({ db, clock, timeline }: Store, reason: LossReason): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('database_state')
      .set({ timeline, lost_at: clock, reason, reported_to: '' })
      .where('id', '=', 'state')
      .where((where) =>
        where.or([
          where('timeline', '<>', timeline),
          where('lost_at', 'is', null),
          where('lost_at', '<', sql<number>`${clock} - ${sql.lit(sameLossMs)}`),
        ]),
      ),
  )
}

/** Notes that a workspace is notified of a loss; whether no other process does so. */
export async function reportLossTo(db: Db, lostAt: number, workspaceId: string): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('database_state')
      .set({ reported_to: workspaceId })
      .where('id', '=', 'state')
      .where('lost_at', '=', lostAt)
      .where('reported_to', '<', workspaceId),
  )
}

/** Which of these writes the database does not have. */
export async function missingWrites(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('operations').select('id').where('id', 'in', ids).execute()
  const present = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !present.has(id)))
}
