// Detects whether the database still has all writes that it acknowledged. PostgreSQL with asynchronous
// replication loses the latest writes when a standby takes over. A restored copy lacks all writes since the
// copy was made.

import { type RawBuilder, sql } from 'kysely'
import { changesRow } from './changesRow.ts'
import type { Db, LossReason, Store } from './tables.ts'

/** For this long after a loss, creations first search for objects that they may have created before. */
export const reconcileFirstMs = 24 * 60 * 60 * 1000

/** Every process notices a loss independently. Within this time, several notices mean the same loss. */
const sameLossMs = 10 * 60 * 1000

/** The evidence about the database that a statement returns with its own result. */
export interface Evidence {
  /**
   * The timeline of the server, and the timeline that a process last recorded. Empty where the database has
   * none.
   */
  readonly timeline: string
  readonly recordedTimeline: string
  /** Milliseconds since a process noticed a loss. Undefined when that was more than a day ago, or never. */
  readonly msSinceLoss: number | undefined
  /** Whether a write is missing that the database acknowledged. */
  readonly isWriteMissing: boolean
}

/** An SQL expression that a statement returns with its rows. */
export type EvidenceExpression = RawBuilder<string>

/** Returns the evidence as one text. `expectedId` is the id of a write that must be present, or empty. */
export function selectEvidence({ clock, timeline }: Store, expectedId: string): EvidenceExpression {
  return sql<string>`(
    select ${timeline} || ' ' || state.timeline || ' ' || coalesce(cast(${clock} - state.lost_at as text), '') || ' ' ||
      case when ${expectedId} = '' or exists (select 1 from operations as present where present.id = ${expectedId})
        then '' else 'missing' end
    from database_state as state where state.id = 'state')`
}

export function parseEvidence(text: string): Evidence {
  const [timeline = '', recordedTimeline = '', lost = '', missing = ''] = text.split(' ')
  const msSinceLoss = lost === '' || Number(lost) > reconcileFirstMs ? undefined : Number(lost)
  return { timeline, recordedTimeline, msSinceLoss, isWriteMissing: missing !== '' }
}

export interface DatabaseState {
  readonly evidence: string
  readonly timeline: string
  readonly lost_at: number | null
  readonly reason: '' | LossReason
  readonly reported_to: string
}

export async function loadDatabaseState(store: Store, expectedId = ''): Promise<DatabaseState> {
  return await store.db
    .selectFrom('database_state')
    .select(['timeline', 'lost_at', 'reason', 'reported_to'])
    .select(selectEvidence(store, expectedId).as('evidence'))
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
  return await changesRow(
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
export async function recordLossReport(db: Db, lostAt: number, workspaceId: string): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('database_state')
      .set({ reported_to: workspaceId })
      .where('id', '=', 'state')
      .where('lost_at', '=', lostAt)
      .where('reported_to', '<', workspaceId),
  )
}

/** Returns those of the ids that the database does not have. */
export async function findMissingWrites(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('operations').select('id').where('id', 'in', ids).execute()
  const present = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !present.has(id)))
}
