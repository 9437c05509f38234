// Whether the service needs more memory the longer it runs: bodies that leave much behind for the collector, for a while.

import { measure, rssMiBOf, startService } from '../measure.ts'
import type { Pace } from '../operations.ts'
import { judge, type Result, resultOf } from '../report.ts'
import { operationCase } from './createBody.ts'

const windows = 9

export async function runMemory({ connections }: Pace, windowMs: number): Promise<Result[]> {
  const service = await startService()
  try {
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    const { operation, expectedStatus, body } = operationCase
    const request = { path: `/${operation}`, headers, body: JSON.stringify(body), expectedStatus }
    const held: number[] = []
    for (let window = 0; window < windows; window++) {
      await measure(service, () => request, { durationMs: windowMs, connections })
      held.push(rssMiBOf(service.pid))
    }
    // From the third window on the code has its last shape.
    const grown = 'RSS, last third / middle third'
    const third = windows / 3
    const ratios = held.slice(-third).map((rss, index) => rss / (held[third + index] ?? Number.NaN))
    return judge(
      [resultOf('memory', 'RSS', 'MiB', held), resultOf('memory', grown, '×', ratios)],
      [
        { measure: 'RSS', atMost: 260 },
        { measure: grown, atMost: 1.1 },
      ],
    )
  } finally {
    await service.stop()
  }
}
