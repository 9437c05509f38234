// Large answers are worked on some rows at a time, so that others get their turn in between.

import type { Runtime } from '../../base/runtime.ts'

const rowsAtATime = 200

export async function inTurns<From, To>(
  runtime: Pick<Runtime, 'pause'>,
  rows: readonly From[],
  make: (row: From) => To,
): Promise<To[]> {
  const made: To[] = []
  for (const row of rows) {
    made.push(make(row))
    if (made.length % rowsAtATime === 0) await runtime.pause(0)
  }
  return made
}
