// How a database would carry a statement out: which rows of which tables it has to look at.

import { type Kysely, sql } from 'kysely'
import type { Db, Tables } from '../src/store/tables.ts'

/** One way into a table. */
export interface Access {
  readonly table: string
  /** Empty when every row is looked at. */
  readonly index: string
  /** The columns by which the index is entered, each with its sign: `user_id=`, `created_at<`. */
  readonly terms: readonly string[]
}

export function accessesOf(db: Kysely<Tables>, statement: string, onSqlite: boolean): Promise<Access[]> {
  return onSqlite ? sqliteAccesses(db, statement) : postgresAccesses(db, statement)
}

/** Whether rows are put in order after they were found: then all of them are looked at, however few are wanted. */
export async function sorts(db: Kysely<Tables>, statement: string, onSqlite: boolean): Promise<boolean> {
  if (onSqlite)
    return (await sqlitePlan(db, statement)).some(({ detail }) => /TEMP B-TREE FOR ORDER BY/.test(detail))
  const isSort = (node: PlanNode): boolean =>
    /Sort/.test(node['Node Type']) || (node.Plans ?? []).some(isSort)
  return await inPostgres(db, statement, async (plans) => plans.some(isSort))
}

/** https://sqlite.org/eqp.html */
async function sqlitePlan(db: Kysely<Tables>, statement: string): Promise<readonly { detail: string }[]> {
  const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${statement}`)}`.execute(db)
  return rows
}

async function sqliteAccesses(db: Kysely<Tables>, statement: string): Promise<Access[]> {
  const rows = await sqlitePlan(db, statement)
  // What a query inside another one gives is looked at whole; which rows that takes is told by the inner one.
  const inner = rows.flatMap(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(detail)?.[1] ?? [])
  return rows.flatMap(({ detail }) => {
    const [, way, table = '', rest = ''] = /^(SCAN|SEARCH) (\w+)(.*)$/.exec(detail) ?? []
    if (way === undefined || detail === 'SCAN CONSTANT ROW' || inner.includes(table)) return []
    const [, index = '', terms = ''] = /USING (?:COVERING )?INDEX (\w+)(?: \((.*)\))?/.exec(rest) ?? []
    return [{ table, index, terms: terms.split(' AND ').map((term) => term.replace(/\?$/, '')) }]
  })
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/**
 * The plan for parameters whose values are not known, by what the database knows of the tables. A scan is chosen only
 * where no index helps, and rows are sorted only where none has them in order.
 */
async function inPostgres<Found>(
  db: Kysely<Tables>,
  statement: string,
  read: (plans: readonly PlanNode[], transaction: Db) => Promise<Found>,
): Promise<Found> {
  const parameters = new Set(statement.match(/\$\d+/g)).size
  const values = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`
  return await db.transaction().execute(async (transaction) => {
    const run = (text: string) =>
      sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`${sql.raw(text)}`.execute(transaction)
    await run('set local plan_cache_mode = force_generic_plan')
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort', 'incremental_sort'])
      await run(`set local enable_${way} = off`)
    await run(`prepare asked as ${statement}`)
    const { rows } = await run(`explain (format json) execute asked${values}`)
    await run('deallocate asked')
    return await read(
      rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)),
      transaction,
    )
  })
}

function postgresAccesses(db: Kysely<Tables>, statement: string): Promise<Access[]> {
  return inPostgres(db, statement, (plans, transaction) =>
    Promise.all(plans.flatMap(nodeAccesses).map((access) => fromTheFirst(transaction, access))),
  )
}

function nodeAccesses(node: PlanNode): Access[] {
  const { 'Relation Name': table, 'Index Name': index = '', 'Index Cond': condition = '' } = node
  const below = (node.Plans ?? []).flatMap(nodeAccesses)
  // What is changed was found by a node below.
  if (table === undefined || node['Node Type'] === 'ModifyTable') return below
  const terms = condition.matchAll(/\((?:ROW\()?(\w+)[^=<>()]*(?:\))? ([=<>]+) /g)
  return [{ table, index, terms: Array.from(terms, ([, column, sign]) => `${column}${sign}`) }, ...below]
}

/** PostgreSQL also uses an index by its later columns alone, and then looks at all of it. */
async function fromTheFirst(db: Db, access: Access): Promise<Access> {
  const { rows } = await sql<{ columns: string[] }>`
    select array(
      select pg_get_indexdef(indexrelid, place, true) from generate_series(1, indnkeyatts) place
    ) as columns from pg_index join pg_class on pg_class.oid = indexrelid where relname = ${access.index}`.execute(
    db,
  )
  const columns = rows[0]?.columns ?? []
  const bound = (column: string) => access.terms.filter((term) => term.replace(/[=<>]+$/, '') === column)
  const missing = columns.findIndex((column) => bound(column).length === 0)
  return { ...access, terms: columns.slice(0, missing === -1 ? undefined : missing).flatMap(bound) }
}
