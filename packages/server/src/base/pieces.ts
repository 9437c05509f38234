// Work that has no end in sight, in pieces: whoever waits for the process or the database goes first after each.

import type { Runtime } from './runtime.ts'

const mostOfAPiece = 50

/** Does pieces of the work until one of them is not full any more, or until it is told to leave it at that. */
export async function inPieces(
  runtime: Runtime,
  doPiece: (most: number) => Promise<number>,
  isOver: () => boolean = () => false,
): Promise<void> {
  while (!isOver() && (await doPiece(mostOfAPiece)) >= mostOfAPiece) await runtime.rest()
}
