// Long lists are worked on some entries at a time, so that others get their turn in between.

import type { Runtime } from './runtime.ts'

/** A few milliseconds' work. */
const entriesAtATime = 100

/** The entries in groups. They are made, and whoever asks works on them, in one turn for each group. */
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

/** Looks at each entry. */
export async function eachInTurns<Entry>(
  entries: Iterable<Entry>,
  runtime: Pick<Runtime, 'turn'>,
  look: (entry: Entry) => void,
): Promise<void> {
  for await (const some of inTurns(entries, runtime)) for (const entry of some) look(entry)
}
