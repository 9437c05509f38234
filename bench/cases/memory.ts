// Whether memory grows over time: requests that create much garbage, for a while.

import { measure, readRssMiB, startService } from '../measure.ts'
import type { RunSettings } from '../operations.ts'
import { applyGoals, type Result, toResult } from '../report.ts'
import { operationCase } from './createBody.ts'

const windowCount = 9

export async function runMemory({ connections }: RunSettings, windowMs: number): Promise<Result[]> {
  const service = await startService()
  try {
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    const { operation, expectedStatus, body } = operationCase
    const request = { path: `/${operation}`, headers, body: JSON.stringify(body), expectedStatus }
    const rssByWindow: number[] = []
    for (let window = 0; window < windowCount; window++) {
      await measure(service, () => request, { durationMs: windowMs, connections })
      rssByWindow.push(readRssMiB(service.pid))
    }
    // The engine has optimized the code by the third window.
    const growthMeasure = 'RSS, last third / middle third'
    const windowsPerThird = windowCount / 3
    const ratios = rssByWindow
      .slice(-windowsPerThird)
      .map((rss, index) => rss / (rssByWindow[windowsPerThird + index] ?? Number.NaN))
    return applyGoals(
      [toResult('memory', 'RSS', 'MiB', rssByWindow), toResult('memory', growthMeasure, '×', ratios)],
      [
        { measure: 'RSS', max: 260 },
        { measure: growthMeasure, max: 1.1 },
      ],
    )
  } finally {
    await service.stop()
  }
}
