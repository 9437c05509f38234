// Work that has no end in sight, in pieces: whoever waits for the process or the database goes first after each.

const mostOfAPiece = 50

/**
 * Does pieces of the work until one of them is not full any more, or until it is told to leave it at that. Between two of them
 * it waits: work that nobody waits for, by the runtime's `rest`; what a caller waits for, by its `turn`.
 */
export async function inPieces(
  wait: () => Promise<void>,
  doPiece: (most: number) => Promise<number>,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (!isOver() && (await doPiece(mostOfAPiece)) >= mostOfAPiece) await wait()
}
