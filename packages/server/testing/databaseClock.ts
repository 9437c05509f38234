// PostgreSQL with a clock that a test turns: a function of its own stands before the database's, for whoever asks by the
// bare name, as the service does.

import { existsSync } from 'node:fs'
import { executeStatement } from './databases.ts'

/** The address by which the clock of the database stands still, at a time. */
export function installHaltedClock(databaseUrl: string, at: number): Promise<string> {
  return installClock(databaseUrl, {
    type: 'timestamptz',
    value: `to_timestamp(${at / 1000})`,
    expression: 'shows',
  })
}

/**
 * Adds a clock to a database, for the leases of tests. A step of the machine's wall clock moves it by at most five seconds: it
 * is the wall clock, corrected in units of ten seconds by the time since the machine's start. That time alone has a resolution
 * of ten milliseconds, which makes writes that follow each other look simultaneous. Only Linux offers it in a file.
 */
export async function addSteadyClock(databaseUrl: string): Promise<void> {
  if (!existsSync('/proc/uptime')) return
  const wallClock = 'extract(epoch from pg_catalog.clock_timestamp())'
  const uptime = "split_part(pg_read_file('/proc/uptime', 0, 64), ' ', 1)::numeric"
  await executeStatement(
    databaseUrl,
    `create schema steady;
     create table steady.start as select ${wallClock} - ${uptime} as at;
     create function steady.clock_timestamp() returns timestamptz language sql volatile as $$
       select pg_catalog.clock_timestamp() + 10 * round((at + ${uptime} - ${wallClock}) / 10) * interval '1 second' from steady.start
     $$`,
  )
}

/** The address by which the clock of the database is the steady one; where there is none, it is the machine's. */
export function withSteadyClock(databaseUrl: string): string {
  return withClockSchema(databaseUrl, 'steady')
}

/** The address by which the clock of the database goes on, and a test sets it. */
export function installSettableClock(databaseUrl: string): Promise<string> {
  const expression = 'pg_catalog.clock_timestamp() + shows'
  return installClock(databaseUrl, { type: 'interval', value: "interval '0'", expression })
}

async function installClock(
  databaseUrl: string,
  { type, value, expression }: { readonly type: string; readonly value: string; readonly expression: string },
): Promise<string> {
  await executeStatement(
    databaseUrl,
    `create schema turned;
     create table turned.clock (shows ${type});
     insert into turned.clock values (${value});
     create function turned.clock_timestamp() returns timestamptz language sql volatile
       as 'select ${expression} from turned.clock'`,
  )
  return withClockSchema(databaseUrl, 'turned')
}

/** PostgreSQL passes over a schema that does not exist. */
function withClockSchema(databaseUrl: string, schema: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', `-c search_path=public,${schema},pg_catalog`)
  return url.href
}

export async function advanceDatabaseClock(databaseUrl: string, durationMs: number): Promise<void> {
  await executeStatement(
    databaseUrl,
    `update turned.clock set shows = shows + interval '${durationMs} milliseconds'`,
  )
}
