// The store for production: PostgreSQL, any number of serving processes.

import { Socket } from 'node:net'
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import pg from 'pg'
import { hasPooler, hostUrls, readSessionTarget, readSetting, withoutSettings } from './databaseUrl.ts'
import { NoConnection } from './failures.ts'
import { createMultiHostClient } from './multiHost.ts'
import { LimitsDropped, limitEachTransaction, type StatementLimits } from './pooler.ts'
import type { OnStatement, Store, Tables } from './tables.ts'

/** The time limits of a statement and of an idle transaction, whose process may have disappeared. */
const defaultLimits: StatementLimits = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** The margin after the statement timeout within which the server may still report the timeout. */
const graceMs = 5000
/** Idle connections are closed properly before they count as silent. */
const idleMs = 10_000

export function openPostgres(databaseUrl: string, onStatement?: OnStatement): Store {
  const limits = readLimits(databaseUrl)
  const isPooled = hasPooler(databaseUrl)
  // A pooler rejects these settings as session parameters.
  const url = isPooled ? withoutSettings(databaseUrl, Object.keys(limits)) : databaseUrl
  const pool = openPool(url, { max: 10, ...(isPooled ? {} : limits) })
  destroySilentConnections(pool, limits)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: toKyselyPool(pool, isPooled ? limits : undefined) }),
    ...(onStatement
      ? { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) }
      : {}),
  })
  return {
    db,
    clock: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    timeline: sql<string>`database_timeline()`,
    countWaiting: () => pool.waitingCount,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    // The only row that exists from the start and that no other code changes.
    probe: async () => {
      await sql`update kysely_migration_lock set is_locked = is_locked`.execute(db)
    },
    // Every role may count the standby servers and read these settings.
    async readReplication() {
      const { rows } = await sql<{ count: number; isSynchronous: boolean }>`
        select (select count(*) from pg_stat_replication) as count,
          current_setting('synchronous_standby_names') <> ''
            and current_setting('synchronous_commit') not in ('off', 'local') as "isSynchronous"`.execute(db)
      return rows[0] ?? { count: 0, isSynchronous: false }
    },
    // Creating an index on a large table takes longer than any request may wait.
    async changeSchema(change) {
      const schemaDb = new Kysely<Tables>({
        dialect: new SchemaDialect(toKyselyPool(openPool(url, { max: 2 }))),
      })
      try {
        await change(schemaDb)
      } finally {
        await schemaDb.destroy()
      }
      await requireLimits(db, limits)
    },
    close: () => db.destroy(),
  }
}

/**
 * `migrate` takes a lock of its transaction. Kysely's own lock would belong to the session, which a pooler
 * shares.
 */
class SchemaDialect extends PostgresDialect {
  constructor(pool: PostgresPool) {
    super({ pool })
  }

  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter()
  }
}

class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Reads the limits like the driver, where the URL takes precedence. */
function readLimits(databaseUrl: string): StatementLimits {
  const readLimit = (name: keyof StatementLimits) =>
    Number.parseInt(readSetting(databaseUrl, name) ?? String(defaultLimits[name]), 10) || 0
  return {
    statement_timeout: readLimit('statement_timeout'),
    idle_in_transaction_session_timeout: readLimit('idle_in_transaction_session_timeout'),
  }
}

async function requireLimits(db: Kysely<Tables>, limits: StatementLimits): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(Object.keys(limits))})`.execute(db)
  for (const [name, limit] of Object.entries(limits))
    if (limit > 0 && !rows.some((row) => row.name === name && Number(row.setting) === limit))
      throw new LimitsDropped(name)
}

function openPool(databaseUrl: string, options: pg.PoolConfig): pg.Pool {
  const [urls, target] = [hostUrls(databaseUrl), readSessionTarget(databaseUrl)]
  const hostTimeoutMs = parseConnectTimeoutMs(databaseUrl)
  // The pool constructs this client like the driver's own.
  const Client = createMultiHostClient(urls, target, hostTimeoutMs) as unknown as new () => pg.ClientBase
  const pool = new pg.Pool({
    connectionString: urls[0],
    connectionTimeoutMillis: hostTimeoutMs * urls.length,
    ...(urls.length > 1 || target !== 'any' ? { Client } : {}),
    idleTimeoutMillis: idleMs,
    // Detects a machine that disappeared, however long a schema change takes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'adrail',
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        findTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
    ...options,
  })
  // A broken connection (the database restarts), idle or in use, must not end the process. Its query fails,
  // and the next query opens a new connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Adapts the pool for Kysely. Only here a failure to open a connection can be distinguished from other
 * errors.
 */
function toKyselyPool(pool: pg.Pool, limits?: StatementLimits): PostgresPool {
  const connect = (): Promise<PostgresPoolClient> =>
    pool.connect().catch((error: unknown) => {
      throw new NoConnection(error)
    })
  return {
    connect: limits ? async () => limitEachTransaction(await connect(), limits) : connect,
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * Destroys connections that received nothing for longer than a statement may take. The server would have
 * returned an error by then, so it hangs or is cut off. The driver's own `query_timeout` would leave such
 * connections in the pool.
 */
function destroySilentConnections(pool: pg.Pool, { statement_timeout: statementMs }: StatementLimits): void {
  pool.on('connect', ({ connection: { stream } }) => {
    // Without a statement timeout, silence has no limit.
    if (!(stream instanceof Socket) || statementMs === 0) return
    stream.setTimeout(statementMs + graceMs, () => {
      const { bytesRead } = stream
      // A process that stalled first reads the data that the server sent meanwhile.
      setImmediate(() => {
        if (stream.bytesRead === bytesRead) stream.destroy()
      })
    })
  })
}

/**
 * How long a request waits for a connection to each host. The URL sets it with `connect_timeout` in seconds,
 * as PostgreSQL's own clients read it (https://www.postgresql.org/docs/15/libpq-connect.html). The driver
 * itself does not read this parameter.
 */
function parseConnectTimeoutMs(databaseUrl: string): number {
  const seconds = Number(readSetting(databaseUrl, 'connect_timeout'))
  return seconds > 0 ? seconds * 1000 : 2000
}

const int8Oid = 20

/** The driver returns 64-bit integers as text. Ours are instants and counts, which fit a number. */
function findTypeParser(oid: number, format?: 'text') {
  if (oid !== int8Oid) return pg.types.getTypeParser(oid, format)
  return (text: string) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value))
      throw new Error('A 64-bit integer from the database does not fit a number.')
    return value
  }
}
