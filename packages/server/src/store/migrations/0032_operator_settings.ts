import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Limits and freezes of the operator are kept apart from those of the workspace. */
export const operatorSettings: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['operator_limits', 'own_limits'])
      await db.schema
        .alterTable('spend_limits')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo(sql.lit('')))
        .execute()
    for (const column of ['own_reason', 'own_frozen_by'])
      await db.schema
        .alterTable('freezes')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo(sql.lit('')))
        .execute()
    await db.schema
      .alterTable('freezes')
      .addColumn('own_frozen_at', 'bigint', (added) => added.notNull().defaultTo(sql.lit(0)))
      .execute()
    for (const { workspace_id, subject } of await limitsSetByOperator(db))
      await sql`update spend_limits set operator_limits = limits
        where workspace_id = ${workspace_id} and subject = ${subject}`.execute(db)
  },
}

interface Owner {
  readonly workspace_id: string
  readonly subject: string
}

interface Entry extends Owner {
  readonly number: number
  readonly event: string
  readonly actor: string
  readonly before: string
  readonly after: string
}

const pageSize = 1000

/** Until now a row of limits had one author, whom only the audit entries name: the last actor that changed its guard. */
async function limitsSetByOperator(db: Kysely<unknown>): Promise<Owner[]> {
  const operators = new Map<string, Owner>()
  let page: Entry[]
  let last: Pick<Entry, 'workspace_id' | 'number'> = { workspace_id: '', number: 0 }
  do {
    page = await entriesAfter(db, last)
    for (const entry of page) assign(operators, entry)
    last = page.at(-1) ?? last
  } while (page.length === pageSize)
  return [...operators.values()]
}

function assign(operators: Map<string, Owner>, { workspace_id, event, actor, ...entry }: Entry): void {
  const own = (subject: string, isOperators: boolean) => {
    const id = `${workspace_id} ${subject}`
    if (isOperators) operators.set(id, { workspace_id, subject })
    else operators.delete(id)
  }
  const after = parsed(entry.after)
  if (event === 'key.rotated') {
    // The successor got a copy of the limits.
    own(`key/${after.successor}`, operators.has(`${workspace_id} key/${entry.subject}`))
    return
  }
  const [from, to] = [parsed(entry.before), after].map(({ guard }) => JSON.stringify(guard))
  if (from !== to) own(entry.subject, actor === 'admin' && to !== noLimits)
}

const noLimits = JSON.stringify({ currencies: [] })

/** What releases before this one recorded of a change of settings or of a key's rotation. */
interface Recorded {
  readonly guard?: unknown
  readonly successor?: string
}

function parsed(text: string): Recorded {
  return text === '' ? {} : JSON.parse(text)
}

/** Along the primary key, so that all pages together read the table once. */
async function entriesAfter(
  db: Kysely<unknown>,
  { workspace_id, number }: Pick<Entry, 'workspace_id' | 'number'>,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select workspace_id, number, event, actor, subject, before, after from audit_entries
    where (workspace_id, number) > (${workspace_id}, ${number})
      and workspace_id in (select workspace_id from spend_limits)
      and event in ('workspace.settings_changed', 'key.rotated')
    order by workspace_id, number limit ${pageSize}`.execute(db)
  return rows
}
