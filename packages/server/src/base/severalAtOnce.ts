import type { Runtime } from './runtime.ts'

/** Works on all entries in the background, so many of them at a time, until none is left or it is over. */
export async function severalAtOnce<Entry>(
  runtime: Runtime,
  entries: readonly Entry[],
  most: number,
  isOver: () => boolean,
  work: (entry: Entry) => Promise<unknown>,
): Promise<void> {
  const waiting = entries.values()
  const takeTurns = async () => {
    for (const entry of waiting) {
      // Before the first as well: they are not all begun in one moment.
      await runtime.rest()
      if (isOver()) return
      await work(entry)
    }
  }
  await Promise.all(Array.from({ length: most }, takeTurns))
}
