// Detects whether the database still has all writes that it acknowledged. PostgreSQL with asynchronous
// replication loses the latest writes when a standby takes over. A restored copy lacks all writes since the
// copy was made.

import { type RawBuilder, sql } from 'kysely'
import { foundRow } from './foundRow.ts'
import type { Db, LossReason, Store } from './tables.ts'

/** For this long after a loss, creations first search for objects that they may have created before. */
export const lookFirstMs = 24 * 60 * 60 * 1000

/** Every process notices a loss independently. Within this time, several notices mean the same loss. */
const sameLossMs = 10 * 60 * 1000

/** The evidence about the database that a statement returns with its own result. */
export interface Evidence {
  /**
   * The timeline of the server, and the timeline that a process last recorded. Empty where the database has
   * none.
   */
  readonly timeline: string
  readonly recorded: string
  /** Milliseconds since a process noticed a loss. Undefined when that was more than a day ago, or never. */
  readonly lostMs: number | undefined
  /** Whether a write is missing that the database acknowledged. */
  readonly isMissing: boolean
}

/** An SQL expression that a statement returns with its rows. */
export type EvidenceExpression = RawBuilder<string>

/** Returns the evidence as one text. `known` is the id of a write that must be present, or empty. */
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

/** Records the server's timeline where none was recorded. */
export async function adoptTimeline({ db, timeline }: Store): Promise<void> {
  await db
    .updateTable('database_state')
    .set({ timeline })
    .where('id', '=', 'state')
    .where('timeline', '=', '')
    .execute()
}

/** Records that writes may be missing. Returns whether this process was the first to record this loss. */
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

/** Records that a workspace is notified of a loss. Returns whether this process is the one to notify it. */
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

/** Returns those of the ids that the database does not have. */
export async function missingWrites(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('operations').select('id').where('id', 'in', ids).execute()
  const present = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !present.has(id)))
}
