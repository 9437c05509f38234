// Reads the query plan of a statement: which rows of which tables the database must read.

import { type Kysely, sql } from 'kysely'
import type { Db, Tables } from '../src/store/tables.ts'

/** One access path to a table. */
export interface TableAccess {
  readonly table: string
  /** Empty for a full table scan. */
  readonly index: string
  /** Indexed columns with their comparison operators, such as `user_id=` or `created_at<`. */
  readonly terms: readonly string[]
}

export function listTableAccesses(
  db: Kysely<Tables>,
  statement: string,
  onSqlite: boolean,
): Promise<TableAccess[]> {
  return onSqlite ? listSqliteAccesses(db, statement) : listPostgresAccesses(db, statement)
}

/** True when the plan sorts the rows. The database then reads all matching rows, regardless of the limit. */
export async function needsSort(db: Kysely<Tables>, statement: string, onSqlite: boolean): Promise<boolean> {
  if (onSqlite)
    return (await readSqlitePlan(db, statement)).some(({ detail }) => /TEMP B-TREE FOR ORDER BY/.test(detail))
  const isSort = (node: PlanNode): boolean =>
    /Sort/.test(node['Node Type']) || (node.Plans ?? []).some(isSort)
  return await withPostgresPlans(db, statement, async (plans) => plans.some(isSort))
}

/** https://sqlite.org/eqp.html */
async function readSqlitePlan(db: Kysely<Tables>, statement: string): Promise<readonly { detail: string }[]> {
  const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${statement}`)}`.execute(db)
  return rows
}

async function listSqliteAccesses(db: Kysely<Tables>, statement: string): Promise<TableAccess[]> {
  const rows = await readSqlitePlan(db, statement)
  // The outer query scans the whole result of a subquery. The plan of the subquery shows which rows that
  // takes.
  const subqueries = rows.flatMap(
    ({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(detail)?.[1] ?? [],
  )
  return rows.flatMap(({ detail }) => {
    const [, scanKind, table = '', indexText = ''] = /^(SCAN|SEARCH) (\w+)(.*)$/.exec(detail) ?? []
    if (scanKind === undefined || detail === 'SCAN CONSTANT ROW' || subqueries.includes(table)) return []
    const [, index = '', terms = ''] = /USING (?:COVERING )?INDEX (\w+)(?: \((.*)\))?/.exec(indexText) ?? []
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
 * Reads the generic plan, which does not depend on the values of the parameters. The settings make the
 * planner scan a table only when no index applies, and sort only when no index provides the order.
 */
async function withPostgresPlans<Result>(
  db: Kysely<Tables>,
  statement: string,
  read: (plans: readonly PlanNode[], transaction: Db) => Promise<Result>,
): Promise<Result> {
  const parameters = new Set(statement.match(/\$\d+/g)).size
  const values = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`
  return await db.transaction().execute(async (transaction) => {
    const execute = (text: string) =>
      sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`${sql.raw(text)}`.execute(transaction)
    await execute('set local plan_cache_mode = force_generic_plan')
    for (const planSetting of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort', 'incremental_sort'])
      await execute(`set local enable_${planSetting} = off`)
    await execute(`prepare asked as ${statement}`)
    const { rows } = await execute(`explain (format json) execute asked${values}`)
    await execute('deallocate asked')
    return await read(
      rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)),
      transaction,
    )
  })
}

function listPostgresAccesses(db: Kysely<Tables>, statement: string): Promise<TableAccess[]> {
  return withPostgresPlans(db, statement, (plans, transaction) =>
    Promise.all(plans.flatMap(listNodeAccesses).map((access) => limitToLeadingColumns(transaction, access))),
  )
}

function listNodeAccesses(node: PlanNode): TableAccess[] {
  const { 'Relation Name': table, 'Index Name': index = '', 'Index Cond': condition = '' } = node
  const childAccesses = (node.Plans ?? []).flatMap(listNodeAccesses)
  // A child node finds the rows that a `ModifyTable` node changes.
  if (table === undefined || node['Node Type'] === 'ModifyTable') return childAccesses
  const terms = condition.matchAll(/\((?:ROW\()?(\w+)[^=<>()]*(?:\))? ([=<>]+) /g)
  return [
    { table, index, terms: Array.from(terms, ([, column, sign]) => `${column}${sign}`) },
    ...childAccesses,
  ]
}

/** PostgreSQL may use only later columns of an index, and then reads the whole index. */
async function limitToLeadingColumns(db: Db, access: TableAccess): Promise<TableAccess> {
  const { rows } = await sql<{ columns: string[] }>`
    select array(
      select pg_get_indexdef(indexrelid, place, true) from generate_series(1, indnkeyatts) place
    ) as columns from pg_index join pg_class on pg_class.oid = indexrelid where relname = ${access.index}`.execute(
    db,
  )
  const columns = rows[0]?.columns ?? []
  const findTerms = (column: string) => access.terms.filter((term) => term.replace(/[=<>]+$/, '') === column)
  const missingIndex = columns.findIndex((column) => findTerms(column).length === 0)
  return {
    ...access,
    terms: columns.slice(0, missingIndex === -1 ? undefined : missingIndex).flatMap(findTerms),
  }
}
