// PostgreSQL with a clock that a test turns: a function of its own stands before the database's, for whoever asks by the
// bare name, as the service does.

import { run } from './databases.ts'

/** The address by which the clock of the database stands still, at a time. */
export async function haltClock(databaseUrl: string, at: number): Promise<string> {
  await run(
    databaseUrl,
    `create schema turned;
     create table turned.clock (shows timestamptz);
     insert into turned.clock values (to_timestamp(${at / 1000}));
     create function turned.clock_timestamp() returns timestamptz language sql volatile
       as 'select shows from turned.clock'`,
  )
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c search_path=public,turned,pg_catalog')
  return url.href
}

export async function turnClock(databaseUrl: string, durationMs: number): Promise<void> {
  await run(databaseUrl, `update turned.clock set shows = shows + interval '${durationMs} milliseconds'`)
}
