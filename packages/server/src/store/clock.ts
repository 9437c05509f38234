import type { Store } from './tables.ts'

/** What the database's clock shows, in milliseconds. */
export async function timeOf({ db, clock }: Store): Promise<number> {
  const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
  return now
}
