// Long lists are processed in batches that yield to the event loop in between.

import type { Runtime } from './runtime.ts'

/** A batch takes a few milliseconds. */
const entriesAtATime = 100

/** Yields the entries in batches. Each batch is produced and processed within one turn of the event loop. */
export async function* inTurns<Entry>(
  entries: Iterable<Entry>,
  runtime: Pick<Runtime, 'turn'>,
): AsyncGenerator<readonly Entry[]> {
  await runtime.turn()
  let some: Entry[] = []
  for (const entry of entries) {
    some.push(entry)
    if (some.length < entriesAtATime) continue
    yield some
    some = []
    await runtime.turn()
  }
  if (some.length > 0) yield some
}

export async function eachInTurns<Entry>(
  entries: Iterable<Entry>,
  runtime: Pick<Runtime, 'turn'>,
  look: (entry: Entry) => void,
): Promise<void> {
  for await (const some of inTurns(entries, runtime)) for (const entry of some) look(entry)
}
