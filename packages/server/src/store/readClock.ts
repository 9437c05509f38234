import type { Store } from './tables.ts'

/** Returns the time of the database's clock, in milliseconds. */
export async function readClock({ db, clock }: Store): Promise<number> {
  const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
  return now
}
