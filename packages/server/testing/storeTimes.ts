// How long each function of the store takes on databases of different sizes, asked in turns.

import { openStore, type StoreOptions } from '../src/store/open.ts'
import { askEverything } from './storeCalls.ts'

class TakeBack extends Error {}

/** For each place, and there for each function, the times of all rounds. Whatever a round changes is taken back. */
export async function timeStores(
  places: readonly StoreOptions[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly number[]>[]> {
  const stores = await Promise.all(places.map((place) => openStore(place)))
  const times = stores.map(() => new Map<string, number[]>())
  for (let round = -2; round < rounds; round++)
    for (const [index, store] of stores.entries())
      await store.db
        .transaction()
        .execute(async (transaction) => {
          const asked = await askEverything({ ...store, db: transaction })
          // The first rounds find nothing prepared.
          if (round >= 0)
            for (const [by, calls] of Map.groupBy(asked, ({ by }) => by)) {
              const tookMs = calls.reduce((sum, call) => sum + call.tookMs, 0)
              times[index]?.set(by, [...(times[index].get(by) ?? []), tookMs])
            }
          throw new TakeBack()
        })
        .catch((error: unknown) => {
          if (!(error instanceof TakeBack)) throw error
        })
  await Promise.all(stores.map((store) => store.close()))
  return times
}
