// Long lists are processed in batches that yield to the event loop in between.

import type { Runtime } from './runtime.ts'

/** A batch takes a few milliseconds. */
const batchSize = 100

/** Yields the entries in batches. Each batch is produced and processed within one turn of the event loop. */
export async function* yieldingBatches<Entry>(
  entries: Iterable<Entry>,
  runtime: Pick<Runtime, 'yieldToLoop'>,
): AsyncGenerator<readonly Entry[]> {
  await runtime.yieldToLoop()
  let batch: Entry[] = []
  for (const entry of entries) {
    batch.push(entry)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
    await runtime.yieldToLoop()
  }
  if (batch.length > 0) yield batch
}

export async function forEachYielding<Entry>(
  entries: Iterable<Entry>,
  runtime: Pick<Runtime, 'yieldToLoop'>,
  visit: (entry: Entry) => void,
): Promise<void> {
  for await (const batch of yieldingBatches(entries, runtime)) for (const entry of batch) visit(entry)
}
