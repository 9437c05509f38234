// Gives PostgreSQL a clock that a test controls. A function with the name of the database's clock function
// precedes it in the search path, and the service calls the clock by its unqualified name.

import { existsSync } from 'node:fs'
import { executeStatement } from './databases.ts'

/** Returns a database URL whose clock is halted at the given time. */
export function installHaltedClock(databaseUrl: string, at: number): Promise<string> {
  return installClock(databaseUrl, {
    type: 'timestamptz',
    value: `to_timestamp(${at / 1000})`,
    expression: 'shows',
  })
}

/**
 * Adds a clock for the leases of tests. A step of the machine's wall clock moves it by at most five seconds.
 * The clock is the wall clock, corrected in units of ten seconds by the machine's uptime. The uptime alone
 * has a resolution of ten milliseconds, so consecutive writes would look simultaneous. Only Linux provides
 * the uptime in a file.
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

/**
 * Returns a database URL that uses the steady clock, or the machine's clock if the database has no steady
 * one.
 */
export function withSteadyClock(databaseUrl: string): string {
  return withClockSchema(databaseUrl, 'steady')
}

/** Returns a database URL whose clock keeps running and can be set by a test. */
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

/** PostgreSQL ignores schemas in the search path that do not exist. */
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
