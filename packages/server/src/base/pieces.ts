// Unbounded work in batches: after each batch, other users of the process or the database go first.

const mostOfAPiece = 50

/**
 * Runs batches until one is not full or `isOver` returns true. Calls `wait` between batches: the runtime's
 * `yieldInBackground` for background work, its `yieldToLoop` for work that a caller waits for.
 */
export async function inPieces(
  wait: () => Promise<void>,
  doPiece: (most: number) => Promise<number>,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (!isOver() && (await doPiece(mostOfAPiece)) >= mostOfAPiece) await wait()
}
