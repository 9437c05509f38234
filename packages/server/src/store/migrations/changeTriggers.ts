// Database triggers that record the changes that invalidate caches of processes. They cover every author: a
// process of any release, and the admin command line.

import { type Kysely, PostgresAdapter, sql } from 'kysely'

interface Noted {
  readonly table: string
  readonly kind: string
  /** The columns that identify a cached entry. */
  readonly name: readonly string[]
  /** Columns whose changes matter. Absent when all columns matter. */
  readonly columns?: readonly string[]
  /** Whether an insert is recorded as well, because processes cache that no row existed. */
  readonly isNewNoted?: true
}

const noted: readonly Noted[] = [
  {
    table: 'api_keys',
    kind: 'key',
    name: ['public_id'],
    columns: ['scopes', 'expires_at', 'revoked_at'],
  },
  { table: 'users', kind: 'user', name: ['workspace_id', 'id'] },
  {
    table: 'connections',
    kind: 'connection',
    name: ['workspace_id', 'user_id', 'platform'],
    isNewNoted: true,
  },
  {
    table: 'credentials',
    kind: 'credential',
    name: ['id'],
    // Leases and the time of the next check change often, and no cached value depends on them.
    columns: ['version', 'access_token', 'scopes', 'health', 'health_reason', 'fail_count', 'retry_at'],
  },
]

export async function noteChanges(db: Kysely<unknown>): Promise<void> {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await sql
    .raw(
      `create table changes (
        id ${onPostgres ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement'},
        kind text not null,
        name text not null
      )`,
    )
    .execute(db)
  for (const statement of noted.flatMap(onPostgres ? postgresTriggers : sqliteTriggers))
    await sql.raw(statement).execute(db)
}

function occasionsOf({ columns, isNewNoted }: Noted): string[] {
  const update = columns ? `update of ${columns.join(', ')}` : 'update'
  return [...(isNewNoted ? ['insert'] : []), update, 'delete']
}

function postgresTriggers(of: Noted): string[] {
  const { table, kind, name } = of
  const named = (row: string) => name.map((column) => `${row}.${column}`).join(` || ' ' || `)
  return [
    `create function note_change_of_${table}() returns trigger language plpgsql as $$
     begin
       if tg_op = 'DELETE' then insert into changes (kind, name) values ('${kind}', ${named('old')});
       else insert into changes (kind, name) values ('${kind}', ${named('new')});
       end if;
       return null;
     end $$`,
    `create trigger ${table}_changed after ${occasionsOf(of).join(' or ')} on ${table}
     for each row execute function note_change_of_${table}()`,
  ]
}

/** In SQLite a trigger has only one event. */
function sqliteTriggers(of: Noted): string[] {
  const { table, kind, name } = of
  return occasionsOf(of).map((occasion) => {
    const [verb = ''] = occasion.split(' ', 1)
    const row = verb === 'delete' ? 'old' : 'new'
    const named = name.map((column) => `${row}.${column}`).join(` || ' ' || `)
    return `create trigger ${table}_changed_by_${verb} after ${occasion} on ${table}
            begin insert into changes (kind, name) values ('${kind}', ${named}); end`
  })
}
