// Measures the duration of each store function on databases of different sizes, which it calls alternately.

import { openStore, type StoreOptions } from '../src/store/open.ts'
import { callEveryStoreFunction } from './storeCalls/index.ts'

class Rollback extends Error {}

/**
 * Returns the durations of all rounds by function for each database. Each round is rolled back.
 */
export async function measureStoreTimes(
  storeOptions: readonly StoreOptions[],
  roundCount: number,
): Promise<ReadonlyMap<string, readonly number[]>[]> {
  const stores = await Promise.all(storeOptions.map((options) => openStore(options)))
  const timesByFunction = stores.map(() => new Map<string, number[]>())
  for (let round = -2; round < roundCount; round++)
    for (const [index, store] of stores.entries())
      await store.db
        .transaction()
        .execute(async (transaction) => {
          const storeCalls = await callEveryStoreFunction({ ...store, db: transaction })
          // The first rounds only warm up the prepared statements.
          if (round >= 0)
            for (const [functionName, calls] of Map.groupBy(storeCalls, ({ functionName }) => functionName)) {
              const totalMs = calls.reduce((sum, call) => sum + call.durationMs, 0)
              timesByFunction[index]?.set(functionName, [
                ...(timesByFunction[index].get(functionName) ?? []),
                totalMs,
              ])
            }
          throw new Rollback()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Rollback)) throw error
        })
  await Promise.all(stores.map((store) => store.close()))
  return timesByFunction
}
