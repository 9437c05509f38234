// Unbounded work in batches: after each batch, other users of the process or the database go first.

const batchSize = 50

/**
 * Runs batches until one is not full or `isStopped` returns true. Calls `wait` between batches: the runtime's
 * `yieldInBackground` for background work, its `yieldToLoop` for work that a caller waits for.
 */
export async function inBatches(
  wait: () => Promise<void>,
  runBatch: (limit: number) => Promise<number>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped() && (await runBatch(batchSize)) >= batchSize) await wait()
}
