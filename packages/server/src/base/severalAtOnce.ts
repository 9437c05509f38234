import type { Runtime } from './runtime.ts'

/**
 * Processes all entries in the background, at most `most` at a time, until none is left or `isOver` returns
 * true.
 */
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
      // Yields before the first entry too, so that the workers do not all start at the same moment.
      await runtime.rest()
      if (isOver()) return
      await work(entry)
    }
  }
  await Promise.all(Array.from({ length: most }, takeTurns))
}
