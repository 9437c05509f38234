// PostgreSQL with a clock that a test turns: a function of its own stands before the database's, for whoever asks by the
// bare name, as the service does.

import { run } from './databases.ts'

/** The address by which the clock of the database stands still, at a time. */
export function haltClock(databaseUrl: string, at: number): Promise<string> {
  return replaceClock(databaseUrl, {
    type: 'timestamptz',
    value: `to_timestamp(${at / 1000})`,
    time: 'shows',
  })
}

/** The address by which the clock of the database goes on, and a test sets it. */
export function settableClock(databaseUrl: string): Promise<string> {
  const time = 'pg_catalog.clock_timestamp() + shows'
  return replaceClock(databaseUrl, { type: 'interval', value: "interval '0'", time })
}

async function replaceClock(
  databaseUrl: string,
  { type, value, time }: { readonly type: string; readonly value: string; readonly time: string },
): Promise<string> {
  await run(
    databaseUrl,
    `create schema turned;
     create table turned.clock (shows ${type});
     insert into turned.clock values (${value});
     create function turned.clock_timestamp() returns timestamptz language sql volatile
       as 'select ${time} from turned.clock'`,
  )
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=public,turned,pg_catalog')
  return url.href
}

export async function turnClock(databaseUrl: string, durationMs: number): Promise<void> {
  await run(databaseUrl, `update turned.clock set shows = shows + interval '${durationMs} milliseconds'`)
}
