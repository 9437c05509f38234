// The triggers by which the database itself notes what processes have to forget, whoever changes it: a process of any
// release, or the admin command line.

import { type Kysely, PostgresAdapter, sql } from 'kysely'

interface Noted {
  readonly table: string
  readonly kind: string
  /** The columns by which it is remembered. */
  readonly name: readonly string[]
  /** Columns whose changes matter; all when absent. */
  readonly columns?: readonly string[]
  /** Whether a new row has to be known: something remembers that there was none. */
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
    // Leases and the time of the next look change often, and nobody goes by what is remembered of them.
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

/** Here a trigger has one occasion. */
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
