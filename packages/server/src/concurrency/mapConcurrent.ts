import type { Runtime } from '../runtime/runtime.ts'

/**
 * Processes all entries in the background, at most `maxConcurrent` at a time, until none is left or `isStopped` returns
 * true.
 */
export async function mapConcurrent<Entry>(
  runtime: Runtime,
  entries: readonly Entry[],
  maxConcurrent: number,
  isStopped: () => boolean,
  processEntry: (entry: Entry) => Promise<unknown>,
): Promise<void> {
  const pending = entries.values()
  const runWorker = async () => {
    for (const entry of pending) {
      // Yields before the first entry too, so that the workers do not all start at the same moment.
      await runtime.yieldInBackground()
      if (isStopped()) return
      await processEntry(entry)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, runWorker))
}
